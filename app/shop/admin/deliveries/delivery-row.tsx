import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { EmailText } from '#shop/accounts/email-text.tsx'
import { addressText } from '#shop/orders/customer-text.ts'
import { statusLabel } from '#shop/orders/item-status.ts'
import { formatDateTime, formatTime } from '#shop/values/kolkata-time.ts'
import { formatRs } from '#shop/values/money.ts'
import type { Delivery } from './delivery.ts'

interface DeliveryRowProps {
  delivery: Delivery
  /** Say the day with the time. */
  withDay: boolean
}

/** One delivery in the table: to whom, where, when, what, and the cash to collect. */
export function DeliveryRow({ delivery, withDay }: DeliveryRowProps) {
  const { number, name, email, mobileno, address, time, isOverdue } = delivery
  const at = new Date(time)
  return (
    <tr className="align-top max-lg:grid max-lg:border-b max-lg:border-line max-lg:py-3">
      <td className="min-w-32">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <Link
          to={`/admin/orders/${number}`}
          className="whitespace-nowrap text-berry underline underline-offset-3"
        >
          {`Order ${number}`}
        </Link>
      </td>
      <td className="min-w-40">
        {mobileno && (
          <a
            href={`tel:+91${mobileno}`}
            className="block w-fit leading-6 hover:text-berry hover:underline"
          >
            {mobileno}
          </a>
        )}
        <span className="text-cocoa-soft">
          <EmailText email={email} />
        </span>
      </td>
      <td className="min-w-32 wrap-anywhere">{addressText(address)}</td>
      <td>
        <time dateTime={time} className="whitespace-nowrap tabular-nums">
          {withDay ? formatDateTime(at) : formatTime(at)}
        </time>
        {isOverdue && (
          <span className="flex items-center gap-1 font-semibold text-chilli">
            <TriangleAlert size={16} aria-hidden="true" />
            Overdue
          </span>
        )}
      </td>
      <td className="min-w-44">
        <Items {...delivery} />
      </td>
    </tr>
  )
}

function Items({ items, cashPaise, awaitsPrice }: Delivery) {
  return (
    <>
      <ul className="grid gap-1">
        {items.map(({ id, text, status }) => (
          <li key={id} className="wrap-anywhere">
            {text}{' '}
            <span className={`text-cocoa-soft ${status === 'completed' ? 'font-semibold' : ''}`}>
              {`(${statusLabel(status)})`}
            </span>
          </li>
        ))}
      </ul>
      {cashPaise > 0 && <p className="mt-1 font-semibold">Collect {formatRs(cashPaise)} in cash</p>}
      {awaitsPrice && <p className="mt-1 text-cocoa-soft">A price is not agreed yet</p>}
    </>
  )
}
