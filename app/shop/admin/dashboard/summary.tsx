import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatInr } from '#shop/values/money.ts'
import type { DaySales } from '../days.ts'
import { MonthChart } from './month-chart.tsx'

interface NumbersBandProps {
  /** The last 30 days, today last. */
  days: DaySales[]
  /** Items not prepared yet: of today's deliveries, and of those whose time has passed. */
  toMake: { today: number; overdue: number }
}

/** What came in today, what is to be made, and the last 30 days. */
export function DashboardSummary({ days, toMake }: NumbersBandProps) {
  const today = days.at(-1)
  return (
    <section aria-label="Numbers" className="grid gap-4 lg:grid-cols-[15rem_1fr]">
      <dl className="grid grid-cols-[auto_auto_auto] gap-2 md:gap-4 lg:grid-cols-1">
        <Tile label="Orders today">{today?.orders ?? 0}</Tile>
        <Tile label="Revenue today">{formatInr(today?.revenuePaise ?? 0)}</Tile>
        <Tile label="Items to make" note={<ToMakeNote overdue={toMake.overdue} />}>
          {toMake.today}
        </Tile>
      </dl>
      <MonthChart days={days} />
    </section>
  )
}

interface TileProps {
  label: string
  note?: ReactNode
  children: ReactNode
}

function Tile({ label, note, children }: TileProps) {
  return (
    <div className="card grid content-start gap-1 px-3 py-2.5 md:px-5 md:py-4">
      <dt className="text-xs text-cocoa-soft md:text-sm">{label}</dt>
      <dd className="font-display text-base font-semibold tabular-nums sm:text-xl md:text-2xl">
        {children}
      </dd>
      {note && <dd className="text-xs md:text-sm">{note}</dd>}
    </div>
  )
}

function ToMakeNote({ overdue }: { overdue: number }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-cocoa-soft">
      for today’s deliveries
      {overdue > 0 && (
        <a
          href="#delivery"
          className="inline-flex min-h-6 items-center gap-1.5 font-semibold text-chilli underline underline-offset-3"
        >
          <TriangleAlert size={16} aria-hidden="true" />
          {overdue} overdue
        </a>
      )}
    </span>
  )
}
