import { useState } from 'react'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'

/**
 * The question a bank asks before it pays: put `dialog` on the page, and `ask()` opens it and answers whether the
 * customer approved. Closing it is a refusal.
 */
export function useChallenge(amountPaise: Paise) {
  const [answer, setAnswer] = useState<((approves: boolean) => void) | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (approves: boolean) => {
        setAnswer(null)
        resolve(approves)
      })
    })
  return {
    ask,
    dialog: <ChallengeDialog amountPaise={amountPaise} onAnswer={answer} />,
  }
}

interface ChallengeDialogProps {
  amountPaise: Paise
  /** Null while nothing is asked. */
  onAnswer: ((approves: boolean) => void) | null
}

function ChallengeDialog({ amountPaise, onAnswer }: ChallengeDialogProps) {
  return (
    <Modal
      open={onAnswer !== null}
      onClose={() => onAnswer?.(false)}
      label="Your bank asks: approve this payment?"
      className="m-auto w-[min(26rem,92vw)] rounded-card"
    >
      <div className="grid gap-4 p-6">
        <p className="text-sm font-semibold text-cocoa-soft">Sandbox Bank</p>
        <h2 className="text-xl">Approve this payment?</h2>
        <p>
          The shop asks for <strong>{formatInr(amountPaise)}</strong>. Your own bank would send you
          a code now; here a press is enough, and no money moves.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={() => onAnswer?.(false)}>
            Refuse
          </Button>
          <Button onClick={() => onAnswer?.(true)}>Approve</Button>
        </div>
      </div>
    </Modal>
  )
}
