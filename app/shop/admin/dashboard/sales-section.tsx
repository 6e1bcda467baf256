import type { ReactNode } from 'react'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { useHydrated } from '#ui/hydration.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import type { DaySales } from './day-sales.ts'

/** Orders and revenue of today and of the last 30 days; today is the last of `days`. */
export function SalesSection({ days }: { days: DaySales[] }) {
  const today = days.at(-1)
  return (
    <section aria-label="Sales" className="grid gap-4 lg:grid-cols-[15rem_1fr]">
      <dl className="grid grid-cols-2 content-start gap-2 md:gap-4 lg:grid-cols-1">
        <Tile label="Orders today">{today?.orders ?? 0}</Tile>
        <Tile label="Revenue today">{formatInr(today?.revenuePaise ?? 0)}</Tile>
      </dl>
      <MonthChart days={days} />
    </section>
  )
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="card grid content-start gap-1 px-4 py-3 md:px-5 md:py-4">
      <dt className="text-sm text-cocoa-soft">{label}</dt>
      <dd className="font-display text-xl font-semibold tabular-nums md:text-2xl">{children}</dd>
    </div>
  )
}

/** Orders and revenue of the last 30 days, as a chart and as a table. */
function MonthChart({ days }: { days: DaySales[] }) {
  const isHydrated = useHydrated()
  return (
    <div className="card grid min-w-0 content-start gap-3 p-4 md:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">Last 30 days</h2>
        <p aria-hidden="true" className="flex gap-5 text-sm text-cocoa-soft">
          <span className="inline-flex items-center gap-2">
            <span className="size-3 rounded-[3px] bg-berry" />
            Revenue
          </span>
          <span className="inline-flex items-center gap-2">
            <span className="h-0.5 w-5 bg-cocoa" />
            Orders
          </span>
        </p>
      </div>
      {/* As high as the chart, so that nothing moves when it is loaded. */}
      <div className="relative h-44 min-w-0 sm:h-60">
        {isHydrated && <SalesChart days={days} />}
      </div>
      <DaysTable days={days} />
    </div>
  )
}

function DaysTable({ days }: { days: DaySales[] }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-berry underline underline-offset-3">
        Show as table
      </summary>
      <DataTable label="Orders and revenue by day" columns={['Day', 'Orders', 'Revenue']}>
        {days.toReversed().map(({ day, orders, revenuePaise }) => (
          <tr key={day}>
            <td className="whitespace-nowrap">{formatDay(day)}</td>
            <td className="tabular-nums">{orders}</td>
            <td className="tabular-nums">{formatInr(revenuePaise)}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  )
}

// With its library, after the page.
const SalesChart = lazyPart(async () => (await import('./sales-chart.tsx')).SalesChart, {
  isNeeded: true,
})
