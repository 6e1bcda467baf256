import { useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import {
  type DeliveryTime,
  deliveryText,
  deliveryWords,
} from '#shop/orders/delivery/delivery-text.ts'
import type { QuoteStatus } from '#shop/orders/item-status.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopContact } from '#shop/values/shop-details.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { QuoteAnswer } from './answer-quote.server.ts'
import type { QuoteToAnswer } from './find-quote.server.ts'

/** Of the page, and what a customer may want to ask there. */
export const quoteTexts: Record<QuoteStatus, { title: string; question: string }> = {
  open: { title: 'Your quote is ready', question: 'Questions before you answer?' },
  accepted: { title: 'You accepted this quote', question: 'Need to change something?' },
  declined: {
    title: 'You declined this quote',
    question: 'Changed your mind? We can send you a new quote.',
  },
  replaced: { title: 'There is a newer quote', question: 'Can’t find the email?' },
  expired: {
    title: 'This quote has expired',
    question: 'Still want this cake? Tell us and we’ll check if there is time.',
  },
  withdrawn: { title: 'This order is cancelled', question: 'Not what you wanted?' },
}

/** Sentences to the customer. */
export function quoteStatusText(
  status: Exclude<QuoteStatus, 'open'>,
  order: DeliveryTime & { isPickup: boolean; answerBy: Date },
): string {
  switch (status) {
    case 'accepted':
      return `Thank you! We’ll bake your cake${order.isPickup ? '. Pick it up' : ' and deliver it'} on ${deliveryText(order)}. There is nothing more to do.`
    case 'declined':
      return 'We won’t bake this cake, and you pay nothing for it.'
    case 'replaced':
      return 'We have sent you a newer quote. It is in our latest email and in View Orders.'
    case 'expired':
      return `This quote was open until ${formatDateTime(order.answerBy)}. We have not started on your cake, and you pay nothing for it.`
    case 'withdrawn':
      return 'You don’t need to answer this quote, and you pay nothing for this cake.'
  }
}

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

export function WhatHappensNext({ quote, accepted }: { quote: QuoteToAnswer; accepted: boolean }) {
  const { duePaise, payment } = quote
  const { requiredPaise } = payment
  const paying = requiredPaise > 0 ? ` and pay ${formatInr(requiredPaise)} online` : ''
  const steps = [
    accepted ? 'Our baker makes your cake.' : `You accept${paying}, and our baker makes your cake.`,
    `${quote.isPickup ? 'You pick it up' : 'We deliver it'} on ${deliveryText(quote)}.`,
    ...(duePaise > 0
      ? [`You pay ${formatInr(duePaise)} in cash ${deliveryWords(quote).cash}.`]
      : []),
  ]
  return (
    <section aria-labelledby="next" className="grid gap-2">
      <h2 id="next" className="text-lg">
        What happens next
      </h2>
      <ol className="grid list-decimal gap-1 pl-5 text-sm marker:font-semibold marker:text-berry">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
      {!accepted && (
        <p className="text-sm text-cocoa-soft">
          We start baking only after you accept. Until then you pay nothing.
        </p>
      )}
    </section>
  )
}

export function QuoteFooter({
  status,
  shop,
  order,
}: {
  status: QuoteStatus
  shop: ShopContact
  order: { number: number }
}) {
  return (
    <footer className="grid gap-3 border-t border-line pt-5 text-sm">
      <div>
        <p>{quoteTexts[status].question}</p>
        <CallOrWrite shop={shop} order={order} />
      </div>
      {status !== 'open' && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/yourorder" variant="secondary" size="small">
            View Orders
          </ButtonLink>
          {status !== 'accepted' && status !== 'replaced' && (
            <ButtonLink to="/customizecake" variant="quiet" size="small">
              Request another cake
            </ButtonLink>
          )}
        </div>
      )}
    </footer>
  )
}
