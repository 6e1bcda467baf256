import type { Paying } from './use-payment.ts'

/** Says aloud what takes its time. The region is there from the start, so that it is announced. */
export function PaymentStatusLine({ paying }: { paying: Paying }) {
  return (
    <p role="status" className="text-center text-sm text-cocoa-soft empty:hidden">
      {paying.kind === 'checking' &&
        'We are checking your payment with the card company. Please keep this page open.'}
    </p>
  )
}
