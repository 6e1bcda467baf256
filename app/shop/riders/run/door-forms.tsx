import { type FormEvent, useState } from 'react'
import { type FailReason, failLabels, failReasons } from '#shop/orders/fulfilment/fail-reasons.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { dueChangeText } from '../door-money/door-money.ts'
import { MoneyFields, useMoney } from '../door-money/money-fields.tsx'
import { type Receiver, receiverLabels, receivers } from '../hand-over.ts'
import type { DoorMove } from './move-queue.ts'
import { ProofFields, useProof } from './proof-fields.tsx'
import type { RunStop } from './run-stop.ts'

interface DeliverFormProps {
  stop: Pick<RunStop, 'codesLeft' | 'cashDue' | 'upiLink'>
  onDone: (move: DoorMove) => void
}

/** Asks who received it, for the code or a photo, and for what was taken. */
export function DeliverForm({ stop, onDone }: DeliverFormProps) {
  const { codesLeft, cashDue } = stop
  // What is due may become less while the form is open; the recipient pays what was asked for.
  const [{ cashDue: asked, upiLink }] = useState(stop)
  const due = Math.min(cashDue, asked)
  const money = useMoney(asked, due)
  const [receiver, setReceiver] = useState<Receiver>('recipient')
  const proof = useProof(codesLeft)
  function send(event: FormEvent) {
    event.preventDefault()
    const proved = proof.read()
    const taken = asked > 0 ? money.read() : undefined
    if (!proved || taken === null) return
    onDone({ move: 'deliver', receiver, ...proved, money: taken })
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3 border-t border-line pt-3">
      <Choices
        legend="Who received it?"
        choices={receivers}
        labels={receiverLabels}
        value={receiver}
        onChange={setReceiver}
      />
      <ProofFields proof={proof} />
      <p role="status" className="font-semibold empty:hidden">
        {dueChangeText({ asked, due })}
      </p>
      {asked > 0 && <MoneyFields money={money} due={due} upiLink={upiLink} />}
      <Button type="submit">Mark delivered</Button>
    </form>
  )
}

/** Asks why it could not be handed over. The reason decides who pays, so none is chosen beforehand. */
export function FailForm({ onDone }: Pick<DeliverFormProps, 'onDone'>) {
  const [reason, setReason] = useState<FailReason | null>(null)
  const [error, setError] = useState<string>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (reason) onDone({ move: 'fail', reason })
        else setError('Please say what happened.')
      }}
      className="grid gap-3 border-t border-line pt-3"
    >
      <Choices
        legend="What happened?"
        choices={failReasons}
        labels={failLabels}
        value={reason}
        error={reason ? undefined : error}
        onChange={setReason}
      />
      <Button type="submit">Mark not delivered</Button>
    </form>
  )
}
