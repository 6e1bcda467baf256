import type { ReactNode } from 'react'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { textLink } from '#ui/button.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import type { DaySales } from './dashboard.store.server.ts'

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
      <SalesChart days={days} />
      <DaysTable days={days} />
    </div>
  )
}

function DaysTable({ days }: { days: DaySales[] }) {
  return (
    <details>
      <summary className={`${textLink} text-sm`}>Show as table</summary>
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

/** Revenue as bars and orders as a line; in words in the table. */
function SalesChart({ days }: { days: DaySales[] }) {
  const most = Math.max(1000_00, ...days.map(({ revenuePaise }) => revenuePaise))
  const mostOrders = Math.max(4, ...days.map(({ orders }) => orders))
  const line = days.map(
    ({ orders }, index) => `${index * 10 + 5},${100 - (orders / mostOrders) * 100}`,
  )
  return (
    <div
      aria-hidden="true"
      className="grid h-44 grid-rows-[auto_1fr_auto] gap-1 text-xs text-cocoa-soft tabular-nums sm:h-60"
    >
      <p className="flex justify-between">
        <span>{formatInr(most)}</span>
        <span>{`${mostOrders} orders`}</span>
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * 10} 100`}
        preserveAspectRatio="none"
        className="h-full w-full border-y border-line"
      >
        {days.map(({ day, orders, revenuePaise }, index) => (
          <g key={day}>
            <title>{`${formatDay(day)}: ${formatInr(revenuePaise)}, orders: ${orders}`}</title>
            <rect
              x={index * 10}
              width="10"
              height="100"
              className="fill-transparent hover:fill-blush"
            />
            <rect
              x={index * 10 + 1}
              y={100 - (revenuePaise / most) * 100}
              width="8"
              height={(revenuePaise / most) * 100}
              className="pointer-events-none fill-berry"
            />
          </g>
        ))}
        <polyline
          points={line.join(' ')}
          vectorEffect="non-scaling-stroke"
          className="pointer-events-none fill-none stroke-cocoa stroke-2"
        />
      </svg>
      <p className="flex justify-between">
        {[days[0], days.at(-1)].map(
          (one) => one && <span key={one.day}>{formatDay(one.day)}</span>,
        )}
      </p>
    </div>
  )
}
