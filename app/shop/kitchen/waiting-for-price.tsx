import { Link } from 'react-router'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { formatWeight } from '#shop/values/weight.ts'
import { UserText } from '#ui/user-text.tsx'
import type { KitchenItem } from './kitchen-item.ts'
import { ForDay } from './kitchen-ticket.tsx'

/** Customised cakes of the day whose price is not accepted yet. */
export function WaitingForPrice({ items }: { items: readonly KitchenItem[] }) {
  const seesOrders = useMay('see-orders')
  return (
    <section aria-labelledby="waiting" className="card p-5 print:hidden">
      <h2 id="waiting" className="text-xl">
        Waiting for a quote
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="w-20 font-semibold tabular-nums">
              {item.hours}
              <ForDay forDay={item.forDay} />
            </span>
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
              {item.amount} × {item.name}, <UserText>{item.flavour}</UserText>,{' '}
              {formatWeight(item.wt)}
            </span>
            <span className="text-sm text-cocoa-soft">
              {item.status === 'quoted' ? 'Waiting for the customer’s answer' : 'To quote'}
            </span>
            {seesOrders ? (
              <Link
                to={`/admin/orders/${item.orderNumber}`}
                className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
              >
                Order {item.orderNumber}
              </Link>
            ) : (
              <span>Order {item.orderNumber}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
