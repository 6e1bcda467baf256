import { Link } from 'react-router'
import { EggMark } from '#shop/cakes/egg-mark.tsx'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { ItemRow } from '#shop/orders/item-row.tsx'
import { ItemStatusBadge } from '#shop/orders/item-status-badge.tsx'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { agreedPrice } from '#shop/orders/order-amounts.tsx'
import { isCancelled } from '#shop/orders/order-status.ts'
import { Written } from '#ui/written.tsx'
import { ItemActions } from '../confirm/item-actions.tsx'
import type { OrderPage } from './order-page.ts'
import { QuoteHistory } from './quote-history.tsx'

type OrderPageItemsProps = Pick<OrderPage, 'order' | 'offers'> & { onDone: () => void }

/** An order's items with all that is known of them, and what can be decided on each. */
export function OrderPageItems({ order, offers, onDone }: OrderPageItemsProps) {
  const quotesOf = (item: OrderItem) => offers.filter(({ itemId }) => itemId === item.id)
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
            {item.problem && (
              <p className="text-sm">
                <span className="text-cocoa-soft">Problem: </span>
                <Written lines>{item.problem}</Written>
              </p>
            )}
            <QuoteHistory offers={quotesOf(item)} amount={item.amount} />
            {!isCancelled(order.order) && (
              <ItemActions
                item={item}
                order={order}
                lastQuote={quotesOf(item).at(-1) ?? null}
                onDone={onDone}
              />
            )}
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
      {item.customize && <DesignLinks image={item.image} />}
    </p>
  )
}
