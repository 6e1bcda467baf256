import { useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { NeedsScript } from '#ui/needs-script.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { QuoteAnswer } from './quotes.endpoints.ts'

/** What the shop said to an answer. */
export interface QuoteOutcome {
  /** Null when the offer could not be answered so any more. */
  status: 'accepted' | 'declined' | null
  message: string
}

interface AnswerQuoteProps {
  /** What accepting costs, as it is to be read: '₹1,450'. */
  price: string
  /** To tell its buttons from those of other offers: ' for Customized Cake of order 1042'. */
  named?: string
  size?: 'small' | 'large'
  /** @throws ApiError when it is refused */
  send: (answer: QuoteAnswer) => Promise<QuoteOutcome>
  /** The offer is not open any more: to be read anew, and these buttons will be gone. */
  onClosed: (outcome: QuoteOutcome) => Promise<void>
}

/** Takes the customer's answer to a price; declining asks once more. What went wrong on the way is said beside it. */
export function AnswerQuote({ price, named = '', size = 'large', ...rest }: AnswerQuoteProps) {
  const { busy, asking, setAsking, problem, give } = useAnswer(rest)
  const ready = useHydrated()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          size={size}
          busy={busy === 'accept'}
          disabled={!ready}
          onClick={() => void give('accept')}
        >
          Accept {price}
          <span className="sr-only">{named}</span>
        </Button>
        <Button size={size} variant="secondary" disabled={!ready} onClick={() => setAsking(true)}>
          Decline
          <span className="sr-only">{named}</span>
        </Button>
      </div>
      <p role="alert" className="text-sm font-medium text-chilli empty:hidden">
        {problem}
      </p>
      <NeedsScript>Answering here needs JavaScript. You can also call us.</NeedsScript>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void give('decline')}
        title="Decline this price?"
        confirmLabel="Decline"
        busy={busy === 'decline'}
      >
        <p>We will not bake this cake then, and nothing is to be paid for it.</p>
      </ConfirmDialog>
    </div>
  )
}

function useAnswer({ send, onClosed }: Pick<AnswerQuoteProps, 'send' | 'onClosed'>) {
  const [busy, setBusy] = useState<QuoteAnswer | null>(null)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')

  async function outcomeOf(answer: QuoteAnswer): Promise<QuoteOutcome | null> {
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

  async function give(answer: QuoteAnswer) {
    if (busy) return
    setBusy(answer)
    setProblem('')
    const outcome = await outcomeOf(answer)
    setAsking(false)
    if (outcome) await onClosed(outcome)
    setBusy(null)
  }

  return { busy, asking, setAsking, problem, give }
}
