import { type ReactNode, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { ReferenceInput, upiCodeLabel } from '#shop/handling/door/money-fields.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import type { ClaimUpi, UpiToPay } from '../pay-by-link.server.ts'
import type { NoteReference as NoteCall } from './note-reference.server.ts'

interface OwnUpiProps {
  token: string
  upi: UpiToPay
  shopName: string
  /** Of what is paid in another way. */
  hint: ReactNode
}

/** Pays to the shop's own UPI id: a link to apps, a code, and what the customer says of it. */
export function OwnUpi({ token, upi, shopName, hint }: OwnUpiProps) {
  const { link, qr, upiId, paise, claimed, until } = upi
  const isClaimed = claimed !== null
  // What is typed before the page listens would be lost: a phone loads it again after its UPI app.
  const isListening = useHydrated()
  return (
    <section aria-label="Pay by UPI" className="card grid gap-5 p-5 md:p-8">
      <p role="status" className="font-semibold empty:hidden">
        {isClaimed && (
          <>
            <span>{`Thank you! We look for ${formatInr(paise)} in our account and email you by `}</span>
            <Moment at={until} />
            <span>. Please do not pay again.</span>
          </>
        )}
      </p>
      <details open={!isClaimed}>
        <summary className="min-h-11 cursor-pointer font-semibold">How to pay</summary>
        <div className="grid justify-items-start gap-4">
          <ButtonLink to={link} reloadDocument className="pointer-fine:hidden">
            Open a UPI app
          </ButtonLink>
          <p>Scan this code with any UPI app. It has the amount and the number of your order.</p>
          <QrCode {...qr} label={upiCodeLabel} />
          <p>
            <span>{`You pay ${formatInr(paise)} to ${shopName}, `}</span>
            <span translate="no" className="font-semibold wrap-anywhere">
              {upiId}
            </span>
          </p>
        </div>
      </details>
      {hint && <p>{hint}</p>}
      {isListening && (
        <ReferenceForm
          claimed={claimed}
          hint="If you have it: 12 digits, in your UPI app after paying. We find your payment faster by it."
          label={isClaimed ? 'Send the reference' : 'I have paid'}
          send={(reference) =>
            call<ClaimUpi>('POST /payments/claim', {
              body: { token, reference: reference || undefined },
            })
          }
        />
      )}
      <NeedsScript>
        Telling us needs JavaScript. Without it, call us once you have paid.
      </NeedsScript>
    </section>
  )
}

interface ReferenceFormProps {
  claimed: string | null
  hint: string
  label: string
  send: (reference: string) => Promise<{ message: string }>
}

/** Sends what is known of money by UPI, by its reference. */
function ReferenceForm({ claimed, hint, label, send }: ReferenceFormProps) {
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
