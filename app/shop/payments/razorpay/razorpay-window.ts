import type { ConfirmOutcome } from '../card-payment.ts'
import type { RazorpayOptions, RazorpayWindow } from './razorpay-script.ts'

const closed = "You closed Razorpay's window before it was paid. You can try again."

type WhatIsPaid = Omit<RazorpayOptions, 'handler' | 'modal'>

/**
 * Opens Razorpay's window and waits until the order is paid or the window closed. In the window a payment that failed can
 * be tried again in another way; once it is closed, the last failure is the answer.
 */
export function payInWindow(Razorpay: RazorpayWindow, paid: WhatIsPaid): Promise<ConfirmOutcome> {
  return new Promise((resolve) => {
    let failure = closed
    const window = new Razorpay({
      ...paid,
      handler: (brought) => resolve({ status: 'succeeded', brought }),
      modal: { ondismiss: () => resolve({ status: 'failed', message: failure }) },
    })
    window.on('payment.failed', ({ error }) => {
      failure = error?.description ?? closed
    })
    window.open()
  })
}
