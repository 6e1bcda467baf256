import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { longestProblem, validateProblem } from './baker-action.ts'
import { type ItemDialogProps, useItemDialog, Wish } from './item-dialogs.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import type { DecisionProps } from './use-baker-actions.ts'

type Judgement = 'accept' | 'reject'

/** Accepts a customised cake at a price, or rejects it for a problem; each is asked for in a dialog. */
export function QuoteOrReject(props: DecisionProps) {
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
      <QuoteDialog
        {...props}
        title={`Accept ${props.item.name} of order ${props.order.number}?`}
        label="Accept"
        open={asked === 'accept'}
        close={close}
      />
      <RejectDialog {...props} open={asked === 'reject'} close={close} />
    </>
  )
}

function RejectDialog(props: ItemDialogProps) {
  const { item, order, open } = props
  const { text, error, busy, change, cancel, send } = useItemDialog(props, 2, validateProblem)
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
      <Wish item={item} />
      <TextAreaField
        label="What is the problem?"
        hint="The customer reads this in a mail and in View Orders."
        rows={3}
        maxLength={longestProblem}
        value={text}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
    </ConfirmDialog>
  )
}
