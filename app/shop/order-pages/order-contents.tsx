import { apiBase } from '#platform/http/api-client.ts'
import {
  DeliveryMoment,
  ItemBadge,
  ItemStatusBadge,
} from '#shop/orders/delivery/delivery-status.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { giftNow } from '#shop/orders/gift/gift.ts'
import { GiftFacts } from '#shop/orders/gift/gift-facts.tsx'
import { ItemRow } from '#shop/orders/item-row.tsx'
import { awaitsPrice, viewOrdersLabel } from '#shop/orders/item-status.ts'
import { agreedPrice, OrderAmounts } from '#shop/orders/money/order-amounts.tsx'
import { awaitsAddress, awaitsAnyPrice, locksAt } from '#shop/orders/order-rules.ts'
import type { OrderDocument, ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'
import type { ShopContact } from '#shop/values/shop-details.ts'
import { textLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Fact } from '#ui/lists/list-parts.tsx'
import { fileTextIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'

// An order of ready-made cakes alone has no byte of it.
const CustomItemStatus = lazyPart(
  async () => (await import('#shop/quotes/quoted-item.tsx')).CustomItemStatus,
)

interface OrderContentsProps {
  order: ShownOrder
  /** Of its link; left out in View Orders. */
  token: string | undefined
  now: Date
  shop: ShopContact
  /** Called after the reload; a focused button may be gone. */
  onDone: () => void
}

/** What was ordered, for whom, when, where and for how much, as its customer sees it; and quotes to answer. */
export function OrderContents({ order, token, now, shop, onDone }: OrderContentsProps) {
  const words = deliveryWords(order)
  const badge = (item: ShownItem) =>
    token ? (
      <ItemBadge item={item} order={order} />
    ) : (
      <ItemStatusBadge status={item.status} label={viewOrdersLabel(item.status)} />
    )
  return (
    <>
      <ul className="divide-y divide-line border-t border-line pt-5">
        {order.items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            price={agreedPrice(item)}
            isPriceToFollow={awaitsPrice(item)}
            badge={badge(item)}
          >
            {item.status === 'cancelled' && item.problem && (
              <p className="text-sm">
                We can’t make this item. Reason:{' '}
                <UserText lines translate="yes">
                  {item.problem}
                </UserText>
              </p>
            )}
            {item.customize && (
              <div className="grid gap-3">
                <p className="flex flex-wrap gap-x-4 text-sm">
                  <DesignLinks image={item.image} />
                </p>
                <CustomItemStatus {...{ item, order, token, now, shop, onDone }} />
              </div>
            )}
          </ItemRow>
        ))}
      </ul>
      <GiftFacts
        gift={giftNow(order)}
        className="grid gap-3 border-t border-line pt-5 text-sm sm:grid-cols-2"
      />
      <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
        <dl className="grid content-start gap-3 text-sm">
          <Fact name={`${words.what} time`}>
            <span className="font-medium">
              <DeliveryMoment order={order} />
            </span>
          </Fact>
          <Fact name={words.address}>
            <UserText>{addressText(order.address)}</UserText>
            {awaitsAddress(order) && (
              <p className="font-semibold text-chilli">
                Address missing. It can’t leave without one: we need it by{' '}
                <span>{formatDateTime(locksAt(order))}</span>.
              </p>
            )}
          </Fact>
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
              We’ll add the price of your customised cake once you accept our quote, which says how
              you pay it.
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
            className={`${textLink} gap-2`}
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
