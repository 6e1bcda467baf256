import { checkoutOf, customLine, truffleLine } from '../support/checkout-steps.ts'
import { rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

/** Refusals of an order that is to be paid. */
export function refusedCheckouts(): Scenario[] {
  const checkoutId = crypto.randomUUID()
  const cart = (more: object) => ({
    who: 'asha' as const,
    body: checkoutOf({ checkoutId, paymentMethodId: 'pm_made_up', ...more }),
  })
  const recipient = { name: 'Meera Rao', mobile: '9812345678' }
  const gift = (more: object) => cart({ recipient: { ...recipient, ...more } })
  const onlyPhone = ',560001,Bengaluru'
  const line = (more: object) => cart({ order: [{ ...truffleLine, ...more }] })
  return rows('POST /orders/process-payment', [
    ['a delivery in half a year', cart({ time: '2027-05-21T12:00' }), 422, ['time']],
    ['a name too long for a cake', line({ bname: 'x'.repeat(61) }), 422, ['order.0.bname']],
    ['a delivery in a year without end', cart({ time: '+275760-09-13T00:00:00Z' }), 422, ['time']],
    ['letters in a mobile', gift({ mobile: '98765abcde' }), 422, ['recipient.mobile']],
    ['a changed amount', cart({ amount: 1 }), 409, ['amount'], 'The total is now ₹900.'],
    ['an amount with parts of a paisa', cart({ amount: 900.005 }), 422, ['amount']],
    ['a stale price', line({ price: 800 }), 409, ['order.0']],
    ['a cake that is gone', line({ cakeid: 'gone' }), 409, ['order.0']],
    ['a cake with SQL for a name', line({ cakeid: "' or 1=1 --" }), 409, ['order.0']],
    ['more than can be ordered', line({ amount: 6 }), 409, ['order.0']],
    ['an allergy for a name', line({ bname: 'Allergic to nuts' }), 422, ['order.0.bname']],
    ['a note too long for the baker', line({ detail: 'x'.repeat(2001) }), 422, ['order.0.detail']],
    ['a coupon that is none', cart({ coupon: 'NOWHERE' }), 409, ['coupon']],
    ['nothing', cart({ order: [] }), 422, ['order'], 'No Item In Cart'],
    ['an address without a pincode', cart({ address: 'Church Street' }), 422, ['address']],
    ['a delivery in an hour', cart({ time: '2026-11-20T11:00' }), 422, ['time']],
    ['a delivery at night', cart({ time: '2026-11-21T23:00' }), 422, ['time']],
    ['a delivery soon', cart({ time: 'soonZ' }), 422, ['time']],
    ['no card', cart({ paymentMethodId: null }), 422, ['paymentMethodId']],
    ['an address without a street', cart({ address: onlyPhone }), 422, ['address']],
    ['a recipient without a name', gift({ name: ' ' }), 422, ['recipient.name']],
    ['a link for a name', gift({ name: 'www.evil.example' }), 422, ['recipient.name']],
    ['a number too short', gift({ mobile: '2222 3333' }), 422, ['recipient.mobile']],
    [
      'a recipient without address and phone',
      cart({ address: onlyPhone, recipient: { name: 'Meera Rao' } }),
      422,
      ['recipient.mobile'],
    ],
    [
      'a surprise without a street',
      cart({ address: onlyPhone, recipient: { ...recipient, surprise: true } }),
      422,
      ['address'],
    ],
    ['a long note for the rider', cart({ riderNote: 'x'.repeat(141) }), 422, ['riderNote']],
    ['a long gift message', cart({ giftMessage: 'x'.repeat(201) }), 422, ['giftMessage']],
    ['a message of a megabyte', cart({ giftMessage: '\u0301'.repeat(5000) }), 422, ['giftMessage']],
    ['a long sender', cart({ giftFrom: 'x'.repeat(61) }), 422, ['giftFrom']],
    [
      'a custom cake at a price of one’s own',
      cart({ order: [{ ...customLine, price: 1 }], amount: 0 }),
      409,
      ['order.0'],
    ],
  ])
}

/** Refusals of the sandbox payment provider: of paying, and of an answer to the bank. */
export function refusedSandbox({ waiting }: World): Scenario[] {
  const { intentId, client_secret } = waiting
  const at = (id: string) => `/sandbox/payment_intents/${id}/confirm`
  const wrong = { client_secret: `${client_secret}x` }
  return [{}, { approve: true }].flatMap((answer) =>
    rows('POST /sandbox/payment_intents/{id}/confirm', [
      ['a wrong secret', { path: at(intentId), body: { ...wrong, ...answer } }, 404],
      [
        'a payment that is none',
        { path: at(`pi_${'0'.repeat(24)}`), body: { client_secret, ...answer } },
        404,
      ],
    ]),
  )
}
