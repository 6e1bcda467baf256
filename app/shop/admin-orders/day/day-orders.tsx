import { Link } from 'react-router'
import { formatInr } from '#shop/values/money.ts'
import type { OrderOfDay } from './order-of-day.ts'

export function DayOrders({ orders }: { orders: readonly OrderOfDay[] }) {
  return (
    <ul className="divide-y divide-line">
      {orders.map(({ number, when, cakes, totalPaise }) => (
        <li key={number} className="flex flex-wrap items-center gap-x-4">
          <Link
            to={`/admin/orders/${number}`}
            className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
          >
            {`Order ${number}`}
          </Link>
          <span>{when}</span>
          <span className="ml-auto tabular-nums">
            <span>{cakes === 1 ? '1 cake' : `${cakes} cakes`}</span>,{' '}
            <span>{formatInr(totalPaise)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
