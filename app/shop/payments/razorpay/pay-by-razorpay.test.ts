import { expect, test } from 'vitest'
import { payInWindow, type RazorpayOptions } from './pay-by-razorpay.tsx'

const options = {
  key: 'rzp_test_1',
  order_id: 'order_1',
  name: 'Cakewala',
  prefill: { name: 'Asha Rao', email: 'asha@example.in', contact: '9876543210' },
  theme: { color: '#b0224e' },
  timeout: 3600,
}
const signedReturn = { razorpay_payment_id: 'pay_1', razorpay_signature: 's' }

type Listener = (failure: { error?: { description?: string } }) => void
type Step = 'paid' | 'closed' | 'timed out' | 'broken' | { failed: string }

/** Razorpay's window with a customer who does these things in it. */
function windowWhere(...steps: Step[]) {
  return class {
    private readonly listeners = new Map<string, Listener>()
    private readonly options: RazorpayOptions
    constructor(options: RazorpayOptions) {
      this.options = options
    }
    on(event: 'payment.failed' | 'fault.close', listener: Listener) {
      this.listeners.set(event, listener)
    }
    open() {
      expect(this.options).toMatchObject(options)
      for (const step of steps) {
        if (step === 'paid') this.options.handler(signedReturn)
        else if (step === 'closed') this.options.modal.ondismiss()
        else if (step === 'timed out') this.options.modal.ondismiss('timeout')
        else if (step === 'broken') this.listeners.get('fault.close')?.({})
        else this.listeners.get('payment.failed')?.({ error: { description: step.failed } })
      }
    }
  }
}

test('what was paid brings the words that Razorpay signed', async () => {
  const paid = { status: 'succeeded', signedReturn }
  expect(await payInWindow(windowWhere('paid'), options)).toEqual(paid)
  const second = windowWhere({ failed: 'Declined.' }, 'paid')
  expect(await payInWindow(second, options)).toEqual(paid)
})

test('a closed window is a payment that can be tried again', async () => {
  const closed = await payInWindow(windowWhere('closed'), options)
  expect(closed).toEqual({ status: 'failed', message: expect.stringContaining('try again') })
})

test('after failures the last sentence of the provider is the result', async () => {
  const failing = windowWhere({ failed: 'Declined.' }, { failed: 'UPI timed out.' }, 'closed')
  expect(await payInWindow(failing, options)).toEqual({
    status: 'failed',
    message: 'UPI timed out.',
  })
})

test('a window that Razorpay closes by itself is a payment that can be tried again', async () => {
  const broken = await payInWindow(windowWhere('broken'), options)
  expect(broken).toEqual({ status: 'failed', message: expect.stringContaining('try again') })
})

test('a window that was open for too long says so', async () => {
  const timedOut = await payInWindow(windowWhere('timed out'), options)
  expect(timedOut).toEqual({ status: 'failed', message: expect.stringContaining('time to pay') })
})
