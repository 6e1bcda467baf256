import type { ReactNode } from 'react'
import { apiBase } from '#platform/http/api-client.ts'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { giftNow } from '#shop/orders/gift/gift.ts'
import { GiftFacts } from '#shop/orders/gift/gift-facts.tsx'
import { ItemRow } from '#shop/orders/item-row.tsx'
import { agreedPrice, OrderAmounts } from '#shop/orders/money/order-amounts.tsx'
import { awaitsAddress, awaitsAnyPrice, locksAt } from '#shop/orders/order-rules.ts'
import type { OrderDocument, ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'
import { Icon } from '#ui/icon.tsx'
import { fileTextIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'

interface OrderContentsProps {
  order: ShownOrder
  /** Beside the sentence that its address is missing: how to ask for it. */
  share?: ReactNode
  badge: (item: ShownItem) => ReactNode
  /** More content of an item. */
  below?: (item: ShownItem) => ReactNode
}

/** What was ordered, for whom, when, where and for how much, as its customer sees it. */
export function OrderContents({ order, share, badge, below }: OrderContentsProps) {
  const words = deliveryWords(order)
  return (
    <>
      <ul className="divide-y divide-line border-t border-line pt-5">
        {order.items.map((item) => (
          <ItemRow key={item.id} item={item} price={agreedPrice(item)} badge={badge(item)}>
            {item.status === 'cancelled' && item.problem && (
              <p className="text-sm">
                We can’t make this item. Reason:{' '}
                <UserText lines translate="yes">
                  {item.problem}
                </UserText>
              </p>
            )}
            {below?.(item)}
          </ItemRow>
        ))}
      </ul>
      <GiftFacts
        gift={giftNow(order)}
        className="grid gap-3 border-t border-line pt-5 text-sm sm:grid-cols-2"
      />
      <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
        <dl className="grid content-start gap-3 text-sm">
          <div>
            <dt className="text-cocoa-soft">{`${words.what} time`}</dt>
            <dd className="font-medium">
              <DeliveryMoment order={order} />
            </dd>
          </div>
          <div>
            <dt className="text-cocoa-soft">{words.address}</dt>
            <dd className="wrap-anywhere">
              <UserText>{addressText(order.address)}</UserText>
              {awaitsAddress(order) && (
                <>
                  <p className="mb-2 font-semibold text-chilli">
                    Address missing. It can’t leave without one: we need it by{' '}
                    <span>{formatDateTime(locksAt(order))}</span>.
                  </p>
                  {share}
                </>
              )}
            </dd>
          </div>
        </dl>
        <div className="grid content-start gap-3">
          <OrderAmounts order={order} />
          {order.paidAtDoor && (
            <p className="text-sm">
              Paid: <UserText>{order.paidAtDoor}</UserText>
            </p>
          )}
          {awaitsAnyPrice(order) && (
            <p className="text-xs text-cocoa-soft">
              We’ll add the price of your customised cake once you accept our quote. You pay it
              then, or in cash <span>{words.cash}</span>.
            </p>
          )}
        </div>
      </div>
    </>
  )
}

const names = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const

/** Each with its PDF. */
export function OrderDocuments({ documents }: { documents: readonly OrderDocument[] }) {
  return (
    <ul aria-label="Invoices and credit notes" className="grid gap-x-6 text-sm">
      {documents.map(({ id, kind, serial, issuedAt, totalPaise }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <a
            href={`${apiBase}/orders/generatepdf?document=${id}`}
            download="invoice.pdf"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3"
          >
            <Icon path={fileTextIcon} size={16} />
            <span>{`${names[kind]} ${serial}`}</span>
          </a>
          <span className="text-cocoa-soft">
            <span>{`${formatRs(totalPaise)} ·`}</span> <Moment at={issuedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
