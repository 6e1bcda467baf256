import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { isCancelled } from '#shop/orders/order-rules.ts'
import { nearInstant } from '#shop/orders/quotes/quote-status.ts'
import type { OpenQuote, ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { formatRs } from '#shop/values/money.ts'
import type { ShopContact } from '#shop/values/shop-details.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { AnswerQuote as AnswerQuoteCall, QuoteAnswer } from './answer-quote.server.ts'

export interface AnswerResult {
  /** Null if the quote could no longer be answered so; 'payment' if it is accepted by paying, which `link` leads to. */
  status: 'accepted' | 'declined' | 'payment' | null
  message: string
  link?: string
}

interface AnswerQuoteProps {
  /** '₹1,450' */
  price: string
  /** Distinguishes its buttons from those of other quotes: ' for Customized Cake of order 1042'. */
  itemName?: string
  size?: 'small' | 'large'
  /** It is accepted by paying alone. */
  isPaidFirst?: boolean
  /** Pages that accept it by paying. */
  ways?: readonly { label: string; to: string }[]
  /** @throws ApiError */
  send: (answer: QuoteAnswer) => Promise<AnswerResult>
  /** Called when the quote is no longer open; must reload the page, which removes these buttons. */
  onClosed: (outcome: AnswerResult) => Promise<void>
}

/** Declining requires a confirmation. An error is shown beside it. */
export function AnswerQuote({ price, itemName = '', size = 'large', ...rest }: AnswerQuoteProps) {
  const { isPaidFirst = false, ways = [], ...by } = rest
  const { busy, isAsking, setIsAsking, problem, giveAnswer } = useAnswer(by)
  const ready = useHydrated()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {!isPaidFirst && (
          <Button
            size={size}
            busy={busy === 'accept'}
            disabled={!ready}
            onClick={() => void giveAnswer('accept')}
          >
            <span>{`Accept ${price}`}</span>
            <span className="sr-only">{itemName}</span>
          </Button>
        )}
        {ways.map(({ label, to }, index) => (
          <ButtonLink
            key={to}
            to={to}
            reloadDocument
            size={size}
            variant={isPaidFirst && index === 0 ? 'primary' : 'secondary'}
          >
            {label}
          </ButtonLink>
        ))}
        <Button size={size} variant="secondary" disabled={!ready} onClick={() => setIsAsking(true)}>
          Decline
          <span className="sr-only">{itemName}</span>
        </Button>
      </div>
      <p role="alert" className="text-sm font-medium text-chilli empty:hidden">
        {problem}
      </p>
      <NeedsScript>Answering here needs JavaScript. You can also call us.</NeedsScript>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void giveAnswer('decline')}
        title="Decline this quote?"
        confirmLabel="Decline"
        busy={busy === 'decline'}
      >
        <p>We won’t bake this cake, and you pay nothing for it.</p>
      </ConfirmDialog>
    </div>
  )
}

function useAnswer({ send, onClosed }: Pick<AnswerQuoteProps, 'send' | 'onClosed'>) {
  const [busy, setBusy] = useState<QuoteAnswer | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState('')

  async function outcomeOf(answer: QuoteAnswer): Promise<AnswerResult | null> {
    try {
      return await send(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status, detail } = error.problem
      if (status === 409) return { status: null, message: detail }
      setProblem(detail)
      return null
    }
  }

  async function giveAnswer(answer: QuoteAnswer) {
    if (busy) return
    setBusy(answer)
    setProblem('')
    const outcome = await outcomeOf(answer)
    setIsAsking(false)
    if (outcome) await onClosed(outcome)
    setBusy(null)
  }

  return { busy, isAsking, setIsAsking, problem, giveAnswer }
}

interface CustomItemStatusProps {
  item: ShownItem
  order: Pick<ShownOrder, 'number' | 'items'>
  now: Date
  shop: ShopContact
  /** Called after the reload; a focused button may be gone. */
  onDone: () => void
}

/** What the customer has to know or answer about a customised cake; nothing if all is well. */
export function CustomItemStatus({ item, order, now, shop, onDone }: CustomItemStatusProps) {
  const { quote, status, problem } = item
  if (!item.customize) return null
  // Items of a cancelled order are not quoted again; the reason of a rejection is still shown.
  if (isCancelled(order) && status !== 'rejected') return null
  if (status === 'quoted' && quote && quote.answerBy > now) {
    return <QuotedPrice item={item} quote={quote} order={order} now={now} onDone={onDone} />
  }
  switch (status) {
    case 'processing':
      return (
        <p className="text-sm text-cocoa-soft">
          Our baker is looking at your design and will email you a quote.
        </p>
      )
    case 'accepted':
      return (
        <p className="text-sm text-cocoa-soft">
          You accepted the quote. We’ll bake it and deliver it at your delivery time.
        </p>
      )
    case 'rejected':
      return (
        <Ended shop={shop} order={order}>
          Sorry, our baker can’t make this cake. Reason:{' '}
          <UserText lines translate="yes">
            {problem}
          </UserText>
        </Ended>
      )
    case 'quoted':
    case 'expired':
      return (
        <Ended shop={shop} order={order}>
          The time to answer the quote is over, so we have not started on this cake. Still want it?
          Tell us and we’ll check if there is time.
        </Ended>
      )
    case 'declined':
      return (
        <Ended shop={shop} order={order}>
          You declined the quote, so we won’t bake this cake. Changed your mind? We can send you a
          new quote.
        </Ended>
      )
    default:
      return null
  }
}

/** An open price and its answer: the customer's, or that of a caller by staff. */
export function QuotedPrice({
  item,
  quote,
  order,
  now,
  onDone,
}: Omit<CustomItemStatusProps, 'shop'> & { quote: OpenQuote }) {
  const { revalidate } = useRevalidator()
  const total = formatRs(quote.pricePaise * item.amount)

  const send = (answer: QuoteAnswer) =>
    call<AnswerQuoteCall>('POST /orders/answerQuote', {
      body: { quote: quote.id, answer },
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

interface EndedProps {
  shop: ShopContact
  order: { number: number }
  children: ReactNode
}

function Ended({ shop, order, children }: EndedProps) {
  return (
    <div className="grid gap-1 rounded-field bg-cream px-4 py-3 text-sm">
      <p>{children}</p>
      <CallOrWrite shop={shop} order={order} />
      <ButtonLink to="/customizecake" variant="secondary" size="small" className="w-fit">
        Request another cake
      </ButtonLink>
    </div>
  )
}
