import { useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import type { QuoteStatus } from '#shop/orders/quotes/quote-status.ts'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { QuoteAnswer } from './quotes.endpoints.ts'

export interface AnswerResult {
  /** Null if the quote could no longer be answered so; 'payment' if it is accepted by paying at `link`. */
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

const questions: Record<QuoteStatus, string> = {
  open: 'Questions before you answer?',
  accepted: 'Need to change something?',
  declined: 'Changed your mind? We can send you a new quote.',
  replaced: 'Can’t find the email?',
  expired: 'Still want this cake? Tell us and we’ll check if there is time.',
  withdrawn: 'Not what you wanted?',
}

export function QuoteFooter({ status, shop }: { status: QuoteStatus; shop: ShopContact }) {
  return (
    <footer className="grid gap-3 border-t border-line pt-5 text-sm">
      <div>
        <p>{questions[status]}</p>
        <CallOrWrite shop={shop} />
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

/** For a link that we did not sign, or an incomplete one. */
export function NoSuchQuote({ shop }: { shop: ShopContact }) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 pt-8 text-center md:pt-16">
      <h1 className="text-3xl">This link does not work</h1>
      <p className="text-lg text-cocoa-soft">
        Part of it may be missing. Please open it again from our email. Your quotes are also in View
        Orders.
      </p>
      <ButtonLink to="/yourorder">View Orders</ButtonLink>
      <CallOrWrite shop={shop} />
    </div>
  )
}
