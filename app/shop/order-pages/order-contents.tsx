import { apiBase } from '#platform/http/api-client.ts'
import {
  DeliveryMoment,
  ItemBadge,
  ItemStatusBadge,
} from '#shop/orders/delivery/delivery-status.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import {
  arrivedStatuses,
  type FulfilmentStatus,
  fulfilmentLabels,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
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
import { type Step, Steps } from '#ui/lists/steps.tsx'
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

interface TimelineListProps {
  steps: readonly TimelineStep[]
  layout?: 'down' | 'across'
}

/** The steps of an order; down the page each with its time, if it is known. */
export function TimelineList({ steps, layout = 'down' }: TimelineListProps) {
  return (
    <Steps label="Timeline of the order" steps={steps} layout={layout}>
      {({ at }) =>
        layout === 'down' && at && <Moment at={at} className="block text-sm text-cocoa-soft" />
      }
    </Steps>
  )
}

/** A step of an order, as the timeline shows it. */
interface TimelineStep extends Step {
  /** When it was taken, ISO 8601; null if that is not known or it is still to come. */
  at: string | null
}

interface TimelineOrder {
  fulfilment: FulfilmentStatus
  isPickup: boolean
  /** Nothing of it is made. */
  isCancelled: boolean
  placedAt: Date
  /** Oldest first. */
  moves: readonly { to: FulfilmentStatus; at: Date }[]
}

const kitchen = ['placed', 'baking', 'ready'] as const

/** The steps of an order: those it took, the one it is at until it has arrived, and those to come. */
export function timelineOf(order: TimelineOrder): TimelineStep[] {
  const path = pathOf(order)
  const current = path.indexOf(order.fulfilment)
  const isUnderWay = !order.isCancelled && !arrivedStatuses.includes(order.fulfilment)
  const steps = path.map((status, index): TimelineStep => {
    const isTaken = index <= current
    return {
      label: fulfilmentLabels[status],
      at: isTaken ? (instantOf(order, status)?.toISOString() ?? null) : null,
      state: index === current && isUnderWay ? 'now' : isTaken ? 'done' : 'next',
    }
  })
  if (!order.isCancelled) return steps
  return [...steps.slice(0, current + 1), { label: 'Cancelled', at: null, state: 'now' }]
}

function pathOf({ fulfilment, isPickup }: TimelineOrder): readonly FulfilmentStatus[] {
  if (isPickup) return [...kitchen, 'collected']
  const out = [...kitchen, 'out_for_delivery'] as const
  if (fulfilment === 'failed') return [...out, 'failed']
  return fulfilment === 'closed' ? [...out, 'failed', 'closed'] : [...out, 'delivered']
}

/** When an order reached this status last. */
function instantOf({ placedAt, moves }: TimelineOrder, status: FulfilmentStatus): Date | undefined {
  return status === 'placed' ? placedAt : moves.findLast(({ to }) => to === status)?.at
}
