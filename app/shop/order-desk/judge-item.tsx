import { useState } from 'react'
import { formatRs, toPaise } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { longestProblem, refusePrice, refuseProblem } from './confirm-item.ts'
import type { DecisionProps } from './use-decisions.ts'

type Judgement = 'accept' | 'reject'

/** Accepts a customised cake at a price, or rejects it for a problem; each is asked for in a dialog. */
export function JudgeItem(props: DecisionProps) {
  const [asked, setAsked] = useState<Judgement | null>(null)
  const close = () => setAsked(null)
  const named = (
    <span className="sr-only">{` ${props.item.name} of order ${props.order.number}`}</span>
  )
  return (
    <>
      <Button size="small" onClick={() => setAsked('accept')}>
        Accept{named}
      </Button>
      <Button size="small" variant="secondary" onClick={() => setAsked('reject')}>
        Reject{named}
      </Button>
      <AcceptDialog {...props} open={asked === 'accept'} close={close} />
      <RejectDialog {...props} open={asked === 'reject'} close={close} />
    </>
  )
}

type DialogProps = DecisionProps & { open: boolean; close: () => void }

/** A text that is asked for, checked, and sent as a decision. */
function useAnswer(
  { item, order, decide, close }: DialogProps,
  data: 1 | 2,
  refuse: (text: string) => string | null,
) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  return {
    text,
    error: error ?? undefined,
    busy,
    change(next: string) {
      setText(next)
      if (error) setError(refuse(next))
    },
    cancel() {
      setText('')
      setError(null)
      close()
    },
    async send() {
      const refusal = refuse(text)
      setError(refusal)
      if (refusal) return
      setBusy(true)
      await decide({ itemId: item.id, order, data, msg: text.trim() })
      setBusy(false)
      close()
    },
  }
}

function AcceptDialog(props: DialogProps) {
  const { item, order, open } = props
  const { text, error, busy, change, cancel, send } = useAnswer(props, 1, refusePrice)
  const total =
    error === undefined && refusePrice(text) === null ? toPaise(Number(text)) * item.amount : null
  return (
    <ConfirmDialog
      open={open}
      onClose={cancel}
      onConfirm={() => void send()}
      title={`Accept ${item.name} of order ${order.number}?`}
      confirmLabel="Accept"
      cancelLabel="Cancel"
      busy={busy}
    >
      <Wish {...props} />
      <TextField
        label={item.amount > 1 ? 'Price of one cake, in rupees' : 'Price in rupees'}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        hint={
          total !== null && item.amount > 1 ? `${item.amount} cakes: ${formatRs(total)}` : undefined
        }
        onChange={(event) => change(event.target.value)}
      />
    </ConfirmDialog>
  )
}

function RejectDialog(props: DialogProps) {
  const { item, order, open } = props
  const { text, error, busy, change, cancel, send } = useAnswer(props, 2, refuseProblem)
  return (
    <ConfirmDialog
      open={open}
      onClose={cancel}
      onConfirm={() => void send()}
      title={`Reject ${item.name} of order ${order.number}?`}
      confirmLabel="Reject"
      cancelLabel="Cancel"
      danger
      busy={busy}
    >
      <Wish {...props} />
      <TextAreaField
        label="What is the problem?"
        rows={3}
        maxLength={longestProblem}
        value={text}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
    </ConfirmDialog>
  )
}

/** What the customer asked for, to judge it by. */
function Wish({ item }: DialogProps) {
  const facts = [
    item.flavour,
    item.wt && `${item.wt} kg`,
    item.bname && `“${item.bname}”`,
    item.detail,
  ]
  return (
    <p className="mb-4 text-sm text-cocoa-soft wrap-anywhere">
      {facts.filter(Boolean).join(' · ')}
    </p>
  )
}
