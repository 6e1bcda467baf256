import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { ReferenceInput } from '#shop/handling/door/money-fields.tsx'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { NoteReference as NoteCall } from './note-reference.server.ts'

interface ReferenceFormProps {
  claimed: string | null
  hint: string
  label: string
  send: (reference: string) => Promise<{ message: string }>
}

/** Sends what is known of money by UPI, by its reference. */
export function ReferenceForm({ claimed, hint, label, send }: ReferenceFormProps) {
  const [reference, setReference] = useState(claimed ?? '')
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const save = async () =>
    setError((await run(() => send(tidyEntry(reference).replaceAll(' ', ''))))?.errors?.reference)
  return (
    <PlainForm onSave={save}>
      <ReferenceInput
        value={reference}
        {...{ hint, error }}
        onChange={({ target }) => setReference(target.value)}
      />
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </PlainForm>
  )
}

/** A payment to the shop's own UPI id that is not found, or a refund of one that is not sent, below 0. */
interface NoteReferenceProps {
  orderId: string
  payment: { id: string; paise: Paise; claimed: string | null; status: string }
}

/** Staff look in the bank's app, and say by the reference that the money is here, or is sent back. */
export function NoteReference({ orderId, payment }: NoteReferenceProps) {
  const { id: paymentId, paise, claimed, status } = payment
  const amount = formatInr(Math.abs(paise))
  const isLate = status === 'cancelled'
  return (
    <ReferenceForm
      claimed={claimed}
      hint={
        paise < 0
          ? `Send ${amount} by UPI to whoever paid. Your bank’s app has the 12 digits then.`
          : `Look in your bank’s app for exactly ${amount}${isLate ? ': it goes back, as it is too late' : ''}.`
      }
      label={paise < 0 ? `${amount} is sent back` : `${amount} is here`}
      send={(reference) =>
        call<NoteCall>('POST /orders/upi-reference', { body: { orderId, paymentId, reference } })
      }
    />
  )
}
