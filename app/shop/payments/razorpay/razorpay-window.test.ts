import { expect, test } from 'vitest'
import { payInWindow, type RazorpayOptions } from './razorpay-window.ts'

const asked = {
  key: 'rzp_test_1',
  order_id: 'order_1',
  name: 'Cakewala',
  prefill: { name: 'Asha Rao', email: 'asha@example.in', contact: '9876543210' },
  theme: { color: '#b0224e' },
}
const signedReturn = { razorpay_payment_id: 'pay_1', razorpay_signature: 's' }

type Step = 'paid' | 'closed' | { failed: string }

/** Razorpay's window with a customer who does these things in it. */
function windowWhere(...steps: Step[]) {
  return class {
    private heard = (_: { error?: { description?: string } }) => {}
    private readonly options: RazorpayOptions
    constructor(options: RazorpayOptions) {
      this.options = options
    }
    on(_: 'payment.failed', heard: typeof this.heard) {
      this.heard = heard
    }
    open() {
      expect(this.options).toMatchObject(asked)
      for (const step of steps) {
        if (step === 'paid') this.options.handler(signedReturn)
        else if (step === 'closed') this.options.modal.ondismiss()
        else this.heard({ error: { description: step.failed } })
      }
    }
  }
}

test('what was paid brings the words that Razorpay signed', async () => {
  const paid = { status: 'succeeded', signedReturn }
  expect(await payInWindow(windowWhere('paid'), asked)).toEqual(paid)
  const second = windowWhere({ failed: 'Declined.' }, 'paid')
  expect(await payInWindow(second, asked)).toEqual(paid)
})

test('a closed window is a payment that can be tried again', async () => {
  const closed = await payInWindow(windowWhere('closed'), asked)
  expect(closed).toEqual({ status: 'failed', message: expect.stringContaining('try again') })
})

test('after failures the last sentence of the provider is the answer', async () => {
  const failing = windowWhere({ failed: 'Declined.' }, { failed: 'UPI timed out.' }, 'closed')
  expect(await payInWindow(failing, asked)).toEqual({ status: 'failed', message: 'UPI timed out.' })
})
