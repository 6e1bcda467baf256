import { Link } from 'react-router'
import { EggMark } from '#shop/cakes/egg-mark.tsx'
import { ItemRow } from '#shop/orders/item-row.tsx'
import { ItemStatusBadge } from '#shop/orders/item-status-badge.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { agreedPrice } from '#shop/orders/order-amounts.tsx'
import { ItemActions } from './item-actions.tsx'

/** An order's items with all that is known of them, and what can be decided on each. */
export function OrderPageItems({ order, onDone }: { order: Order; onDone: () => void }) {
  return (
    <ul className="divide-y divide-line">
      {order.order.map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          price={agreedPrice(item)}
          badge={
            <>
              {item.egg && <EggMark egg={item.egg} className="size-4" />}
              <ItemStatusBadge status={item.isConfirmed} />
            </>
          }
        >
          <div className="grid gap-2 print:hidden">
            <MoreOf item={item} />
            <ItemActions item={item} order={order} onDone={onDone} />
          </div>
        </ItemRow>
      ))}
    </ul>
  )
}

const link =
  'inline-flex min-h-6 items-center font-semibold text-berry underline underline-offset-3'

function MoreOf({ item }: { item: OrderItem }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {item.category !== item.name && (
        <span>
          <span className="text-cocoa-soft">Category: </span>
          {item.category}
        </span>
      )}
      {item.cakeid && (
        <Link to={`/singleproduct/${item.cakeid}`} className={link}>
          See the cake
        </Link>
      )}
      {item.customize &&
        item.image.map((address, index) => (
          <a key={address} href={address} target="_blank" rel="noreferrer" className={link}>
            {item.image.length > 1 ? `Design ${index + 1}` : 'Design'}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ))}
    </p>
  )
}
