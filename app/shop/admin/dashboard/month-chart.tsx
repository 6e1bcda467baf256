import { useEffect, useState } from 'react'
import { formatInr } from '#shop/values/money.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { dayText } from '../day-text.ts'
import type { DaySales } from '../days.ts'
import type { SalesChart } from './sales-chart.tsx'

/** Orders and revenue of the last 30 days: drawn once the page is there, and as a table for everyone. */
export function MonthChart({ days }: { days: DaySales[] }) {
  const Canvas = useDaysCanvas()
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
      {/* As high as the chart, from the start. */}
      <div aria-hidden={Canvas !== 'failed'} className="relative h-44 min-w-0 sm:h-60">
        {Canvas === 'failed' ? (
          <p className="grid h-full place-content-center text-center text-cocoa-soft">
            The chart could not be loaded. The table below has its numbers.
          </p>
        ) : (
          Canvas && <Canvas days={days} />
        )}
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
            <td className="whitespace-nowrap">{dayText(day)}</td>
            <td className="tabular-nums">{orders}</td>
            <td className="tabular-nums">{formatInr(revenuePaise)}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  )
}

/** The chart and its library come after the page, in files of their own. */
function useDaysCanvas() {
  const [canvas, setCanvas] = useState<typeof SalesChart | 'failed' | null>(null)
  useEffect(() => {
    let isShown = true
    import('./sales-chart.tsx').then(
      (loaded) => isShown && setCanvas(() => loaded.SalesChart),
      () => isShown && setCanvas('failed'),
    )
    return () => {
      isShown = false
    }
  }, [])
  return canvas
}
