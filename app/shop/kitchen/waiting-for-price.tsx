import { Link } from 'react-router'
import { formatTime } from '#shop/values/kolkata-time.ts'
import { Written } from '#ui/written.tsx'
import type { KitchenItem } from './kitchen-item.ts'

/** Customised cakes of the day that cannot be begun: their price is not agreed on. */
export function WaitingForPrice({ items }: { items: readonly KitchenItem[] }) {
  return (
    <section aria-labelledby="waiting" className="card p-5 print:hidden">
      <h2 id="waiting" className="text-xl">
        Waiting for a price
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="w-20 font-semibold tabular-nums">
              {formatTime(new Date(item.deliveryAt))}
            </span>
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
              {item.amount} × {item.name}, <Written>{item.flavour}</Written>, {item.wt} kg
            </span>
            <span className="text-sm text-cocoa-soft">
              {item.status === 'quoted'
                ? 'Waiting for the customer’s answer'
                : 'To be priced by you'}
            </span>
            <Link
              to={`/admin/orders/${item.orderNumber}`}
              className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
            >
              Order {item.orderNumber}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
