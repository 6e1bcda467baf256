import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { isCancelled } from '#shop/orders/order-rules.ts'
import type { OpenQuote, ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { nearInstant } from '#shop/values/kolkata-time.ts'
import { formatRs } from '#shop/values/money.ts'
import type { ShopContact } from '#shop/values/shop-details.ts'
import { ButtonLink } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { AnswerQuote as AnswerQuoteCall, QuoteAnswer } from './answer-quote.server.ts'
import { AnswerQuote, type AnswerResult } from './answer-quote.tsx'

interface CustomItemStatusProps {
  item: ShownItem
  order: Pick<ShownOrder, 'number' | 'items'>
  /** Of its customer's link, in place of a session. */
  token?: string
  now: Date
  shop: ShopContact
  /** Called after the reload; a focused button may be gone. */
  onDone: () => void
}

const waiting: Partial<Record<ItemStatus, string>> = {
  processing: 'Our baker is looking at your design and will email you a quote.',
  accepted: 'You accepted the quote. We’ll bake it and deliver it at your delivery time.',
}

const overdue =
  'The time to answer the quote is over, so we have not started on this cake. Still want it? Tell us and we’ll check if there is time.'

const ended: Partial<Record<ItemStatus, string>> = {
  rejected: 'Sorry, our baker can’t make this cake. Reason:',
  quoted: overdue,
  expired: overdue,
  declined:
    'You declined the quote, so we won’t bake this cake. Changed your mind? We can send you a new quote.',
}

/** What the customer has to know or answer about a customised cake; nothing if all is well. */
export function CustomItemStatus(props: CustomItemStatusProps) {
  const { item, order, now, shop } = props
  const { quote, status, problem } = item
  if (!item.customize) return null
  // Items of a cancelled order are not quoted again; the reason of a rejection is still shown.
  if (isCancelled(order) && status !== 'rejected') return null
  if (status === 'quoted' && quote && quote.answerBy > now) {
    return <QuotedPrice {...props} quote={quote} />
  }
  if (waiting[status]) return <p className="text-sm text-cocoa-soft">{waiting[status]}</p>
  if (!ended[status]) return null
  return (
    <div className="grid gap-1 rounded-field bg-cream px-4 py-3 text-sm">
      <p>
        <span>{ended[status]}</span>{' '}
        {status === 'rejected' && (
          <UserText lines translate="yes">
            {problem}
          </UserText>
        )}
      </p>
      <CallOrWrite shop={shop} order={order} />
      <ButtonLink to="/customizecake" variant="secondary" size="small" className="w-fit">
        Request another cake
      </ButtonLink>
    </div>
  )
}

/** An open price and its answer: the customer's, or that of a caller by staff. */
export function QuotedPrice({
  item,
  quote,
  order,
  token,
  now,
  onDone,
}: Omit<CustomItemStatusProps, 'shop'> & { quote: OpenQuote }) {
  const { revalidate } = useRevalidator()
  const total = formatRs(quote.pricePaise * item.amount)

  const send = (answer: QuoteAnswer) =>
    call<AnswerQuoteCall>('POST /orders/answerQuote', {
      body: { quote: quote.id, token, answer },
    })

  async function close({ status, message, link }: AnswerResult) {
    // The page behind the quote's link, which leads to paying.
    if (link) return location.assign(link)
    if (status) toast.success(message)
    else toast.error(message)
    await revalidate()
    onDone()
  }

  return (
    <div className="grid gap-3 rounded-field bg-blush p-4 text-sm">
      <p>
        <span>Our baker can make it for</span>{' '}
        <strong className="text-base font-semibold whitespace-nowrap">
          {formatRs(quote.pricePaise)}
        </strong>
        {item.amount > 1 && (
          <span>
            {' '}
            each, <strong className="font-semibold whitespace-nowrap">{total}</strong> for{' '}
            <span>{item.amount}</span>
          </span>
        )}
        <span>
          . Please answer by{' '}
          <strong className="font-semibold">
            <time dateTime={quote.answerBy.toISOString()}>{nearInstant(quote.answerBy, now)}</time>
          </strong>
          .
        </span>
      </p>
      <AnswerQuote
        size="small"
        price={total}
        itemName={` for ${item.name} of order ${order.number}`}
        send={send}
        onClosed={close}
      />
    </div>
  )
}
