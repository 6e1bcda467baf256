import type { ReactNode } from 'react'
import { call } from '#platform/http/api-client.ts'
import { upiCodeLabel } from '#shop/handling/door/money-fields.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import type { ClaimUpi, UpiToPay } from '../pay-by-link.server.ts'
import { ReferenceForm } from './reference-form.tsx'

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
