import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { categoryLabel, isExtra } from '#shop/cakes/cake-price.ts'
import { ItemBadge } from '#shop/orders/delivery/delivery-status.tsx'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { ItemRow } from '#shop/orders/item-row.tsx'
import { nextStatus, type QuoteStatus } from '#shop/orders/item-status.ts'
import { agreedPrice } from '#shop/orders/money/order-amounts.tsx'
import { itemPaise } from '#shop/orders/money/order-money.ts'
import { isCancelled } from '#shop/orders/order-rules.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { QuotedPrice } from '#shop/quotes/quoted-item.tsx'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr, formatRs } from '#shop/values/money.ts'
import { withCountryCode } from '#shop/values/shop-details.ts'
import { lowTextLink } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { UserText } from '#ui/user-text.tsx'
import { ItemActions, useReloadingBakerActions } from '../baker-actions/item-actions.tsx'
import type { DropItem as DropItemCall } from '../drop-item/drop-item.server.tsx'
import type { OrderDetail, OrderQuote } from './load-order-detail.server.ts'

type OrderItemsProps = Pick<
  OrderDetail,
  'order' | 'state' | 'isTaken' | 'quotes' | 'conversations'
> & {
  /** Of open quotes of orders that staff took, by their ids. */
  quoteUrls: Readonly<Record<string, string>>
  now: Date
  onDone: () => void
}

export function OrderItems({
  order,
  state,
  isTaken,
  quotes,
  conversations,
  quoteUrls,
  now,
  onDone,
}: OrderItemsProps) {
  const quotesOf = (item: ShownItem) => quotes.filter(({ itemId }) => itemId === item.id)
  const mayAnswer = useMay('edit-orders') && isTaken
  const runAction = useReloadingBakerActions(onDone)
  return (
    <ul className="divide-y divide-line">
      {order.items.map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          price={agreedPrice(item)}
          badge={<ItemBadge item={item} order={order} />}
        >
          <div className="grid gap-2 print:hidden">
            <MoreOf item={item} />
            {item.problem && (
              <p className="text-sm">
                <span className="text-cocoa-soft">Problem: </span>
                <UserText lines translate="yes">
                  {item.problem}
                </UserText>
              </p>
            )}
            <QuoteHistory quotes={quotesOf(item)} amount={item.amount} />
            {mayAnswer &&
              quotesOf(item).map(
                (quote) =>
                  quote.status === 'open' && (
                    <div key={quote.id} className="grid gap-2">
                      <QuotedPrice {...{ item, quote, order, now, onDone }} />
                      <div className="flex flex-wrap gap-2">
                        <CopyLink
                          url={quoteUrls[quote.id] ?? ''}
                          message={`Our price for your cake, order ${order.number}`}
                          phone={withCountryCode(order.customerMobile)}
                        >
                          Copy the link to the quote
                        </CopyLink>
                      </div>
                    </div>
                  ),
              )}
            {state === 'placed' && !isCancelled(order) && (
              <ItemActions
                item={{ ...item, ask: conversations.findLast((one) => one.itemId === item.id) }}
                order={order}
                lastQuote={quotesOf(item).at(-1) ?? null}
                now={now}
                runAction={runAction}
              />
            )}
            {state === 'placed' && <DropItem item={item} order={order} onDone={onDone} />}
          </div>
        </ItemRow>
      ))}
    </ul>
  )
}

function MoreOf({ item }: { item: ShownItem }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {item.category !== item.name && (
        <span>
          <span className="text-cocoa-soft">Category: </span>
          <span>{categoryLabel(item.category)}</span>
        </span>
      )}
      {item.cakeId && !isExtra(item.category) && (
        <Link to={`/singleproduct/${item.cakeId}`} className={lowTextLink}>
          View cake
        </Link>
      )}
      {item.customize && <DesignLinks image={item.image} />}
    </p>
  )
}

interface QuoteHistoryProps {
  /** Oldest first. */
  quotes: readonly OrderQuote[]
  amount: number
}

/** All quotes of a customised cake and their outcomes; nothing if there are none. */
function QuoteHistory({ quotes, amount }: QuoteHistoryProps) {
  if (quotes.length === 0) return null
  return (
    <ol aria-label="Quotes" className="grid gap-1.5 border-l-2 border-line pl-3 text-sm">
      {quotes.map(({ id, pricePaise, quotedAt, answerBy, status, closedAt }) => (
        <li key={id}>
          <span className="font-semibold tabular-nums">{formatRs(pricePaise)}</span>
          <span>{`${amount > 1 ? ' each' : ''} · ${outcomes[status]}`}</span>{' '}
          {status === 'open' ? <Moment at={answerBy} /> : closedAt && <Moment at={closedAt} />}
          <span className="block text-xs text-cocoa-soft">
            Quoted on <Moment at={quotedAt} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const outcomes: Record<QuoteStatus, string> = {
  open: 'awaiting an answer until',
  accepted: 'accepted on',
  declined: 'declined on',
  replaced: 'replaced by a newer price on',
  expired: 'not answered in time, closed on',
  withdrawn: 'withdrawn with the cancelled order on',
}

interface DropItemProps {
  item: ShownItem
  order: ShownOrder
  /** Called after the reload; this button is gone. */
  onDone: () => void
}

/** Nothing if the item is not made anyway or has left. */
function DropItem({ item, order, onDone }: DropItemProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const mayRefund = useMay('refund')
  const canDrop = nextStatus(item.status, 'drop', item) !== null && !hasLeft(order.fulfilment)
  if (!mayRefund || !canDrop) return null

  const body = { orderId: order.id, itemId: item.id, reason }
  return (
    <div>
      <AskButton
        variant="quiet"
        className="-ml-4"
        label="Drop item"
        about={`: ${item.name} of order ${order.number}`}
        title={`Drop ${item.name} of order ${order.number}?`}
        confirmLabel="Drop item"
        danger
        onOpen={() => setReason('')}
        send={() => call<DropItemCall>('POST /orders/dropItem', { body })}
        onAnswer={(problem) => setError(problem?.errors?.reason)}
        onDone={onDone}
      >
        <div className="grid gap-4">
          <p>
            <span>
              {item.customize || order.paidOnlinePaise === 0
                ? 'We do not bake it, and nothing is paid for it.'
                : `We do not bake it, and its price of ${formatInr(itemPaise(item))} is refunded the way it was paid.`}
            </span>{' '}
            This cannot be undone.
          </p>
          <ReasonField
            hint="The customer reads it by email and in View Orders."
            value={reason}
            error={error}
            onChange={setReason}
          />
        </div>
      </AskButton>
    </div>
  )
}
