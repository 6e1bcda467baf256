import { checkoutOf } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { good, rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

const rider = { riderName: 'Manu', riderMobile: '+91 98765 00001' }

/** How staff make runs, and how a rider moves an order. */
export async function goodRuns({ run }: World): Promise<Scenario[]> {
  const file = new Uint8Array(await plainPicture('#8b1e3f').png().toBuffer())
  const staff = { who: 'admin' as const }
  const id = crypto.randomUUID()
  const out = { token: run.token, order: run.orderId, move: 'dispatch', id }
  return [
    good('POST /runs/make', 'makes a run', { ...staff, body: { ...rider, orders: [run.free] } }),
    good('POST /orders/courier', 'says who carries an order', {
      ...staff,
      body: { order: run.unpaid, courier: { name: 'Porter', link: '', note: '' } },
    }),
    good('POST /runs/leave', 'takes an order out', {
      ...staff,
      body: { run: run.leavingRun, order: run.leaving },
    }),
    good('POST /runs/revoke', 'revokes a link that is revoked', {
      ...staff,
      body: { run: run.revoked },
    }),
    good('POST /orders/waive-cash', 'waives what is due at the door', {
      ...staff,
      body: { order: run.unpaid, reason: 'A broken cake' },
    }),
    good('GET /orders/door-money', 'says what is due', {
      ...staff,
      path: `/orders/door-money?order=${run.unpaid}`,
    }),
    good('GET /orders/customer', 'finds who calls', {
      ...staff,
      path: '/orders/customer?mobileno=9876500001',
    }),
    good('POST /orders/take', 'takes an order by phone', {
      ...staff,
      body: {
        customer: { name: 'Meera', mobileno: '9876500001' },
        paid: { method: 'cash' },
        checkout: checkoutOf({ checkoutId: crypto.randomUUID() }),
      },
    }),
    good('POST /orders/settle-cash', 'records that the rest was paid', {
      ...staff,
      body: { order: run.short, amount: 50, method: 'cash' },
    }),
    good('POST /runs/move', 'is out', { body: out }),
    good('POST /delivery/exceptional-day', 'promises nothing on a day', {
      ...staff,
      body: { day: '2026-11-30', reason: 'Heavy rain' },
    }),
    good('POST /runs/move', 'is out, sent again', { body: out }),
    good('POST /runs/photo', 'photographs a door', {
      path: doorPath(run.token, run.orderId),
      file,
    }),
  ]
}

const doorPath = (token: string | undefined, order: string) =>
  `/runs/photo?token=${encodeURIComponent(token ?? '')}&order=${order}&id=${crypto.randomUUID()}`

/** Refusals of these calls; the order of the run is out for delivery by then. */
export function refusedRuns({ run, orderId, quote }: World): Scenario[] {
  const make = (more: object) => ({
    who: 'admin' as const,
    body: { ...rider, orders: [run.leaving], ...more },
  })
  const staff = (body: object) => ({ who: 'admin' as const, body })
  // Of the guest whom the good call has added.
  const mobileno = '9876500001'
  const checkout = checkoutOf({ checkoutId: crypto.randomUUID() })
  const phoned = (more: object) => ({
    ...{ customer: { name: 'Meera', mobileno }, paid: null, checkout },
    ...more,
  })
  const move = (more: object) => ({
    body: {
      token: run.token,
      order: run.orderId,
      move: 'fail',
      reason: 'nobody-in',
      id: crypto.randomUUID(),
      ...more,
    },
  })
  const door = (token: string | undefined, order = run.orderId) => ({
    path: doorPath(token, order),
    file: 'x',
  })
  const dead = 'This link does not work. Please ask the shop for a new one.'
  const unsigned = run.token.split('.')[0]
  return [
    ...rows('POST /runs/make', [
      ['an order that is none', make({ orders: [crypto.randomUUID()] }), 404],
      ['an order that is not ready', make({ orders: [orderId] }), 409],
      ['an order in another run', make({ orders: [run.free] }), 409],
      ['an order that is out', make({ orders: [run.orderId] }), 409],
      ['a mobile with letters', make({ riderMobile: '98765abcde' }), 422, ['riderMobile']],
      ['a mobile that begins with 5', make({ riderMobile: '5876500000' }), 422, ['riderMobile']],
    ]),
    ...rows('POST /delivery/exceptional-day', [
      ['30 February', staff({ day: '2026-02-30', reason: 'Rain' }), 422, ['day']],
    ]),
    ...rows('POST /orders/waive-cash', [
      ['an order that the card has paid', staff({ order: orderId, reason: 'x' }), 409],
      ['an order that is none', staff({ order: crypto.randomUUID(), reason: 'x' }), 404],
    ]),
    ...rows('GET /orders/customer', [
      [
        'half a number',
        { who: 'admin', path: '/orders/customer?mobileno=98765' },
        422,
        ['mobileno'],
      ],
    ]),
    ...rows('POST /orders/take', [
      ['no way to pay', staff(phoned({ paid: {} })), 422, ['paid.method']],
      ['another price', staff(phoned({ checkout: checkoutOf({ amount: 1 }) })), 409, ['amount']],
      ['UPI without a reference', staff(phoned({ paid: { method: 'upi' } })), 422, ['reference']],
    ]),
    ...rows('GET /orders/door-money', [
      [
        'an order that is none',
        { who: 'admin', path: `/orders/door-money?order=${crypto.randomUUID()}` },
        404,
      ],
    ]),
    ...rows('POST /orders/settle-cash', [
      ['what is settled', staff({ order: run.short, amount: 50, method: 'cash' }), 409],
      [
        'an order that is none',
        staff({ order: crypto.randomUUID(), amount: 50, method: 'cash' }),
        404,
      ],
    ]),
    ...rows('POST /runs/leave', [
      ['an order that is out', staff({ run: run.id, order: run.orderId }), 409],
      ['an order of another run', staff({ run: run.id, order: run.free }), 404],
      ['a run that is none', staff({ run: crypto.randomUUID(), order: run.orderId }), 404],
    ]),
    ...rows('POST /runs/revoke', [
      ['a run that is none', staff({ run: crypto.randomUUID() }), 404],
    ]),
    ...rows('POST /runs/photo', [
      ['no picture', door(run.token), 415, ['image']],
      ['a revoked link', door(run.revokedToken), 404, undefined, dead],
      ['a run without its signature', door(unsigned), 404, undefined, dead],
      ['the link of a quote', door(quote.token), 404, undefined, dead],
    ]),
    ...rows('POST /runs/move', [
      ['delivered to nobody', move({ move: 'deliver', code: '0000' }), 422, ['receiver']],
      ['a revoked link', move({ token: run.revokedToken }), 404, undefined, dead],
      ['a run without its signature', move({ token: unsigned }), 404, undefined, dead],
      ['the link of a quote', move({ token: quote.token }), 404, undefined, dead],
      ['an order that is in no run', move({ order: orderId }), 404, undefined, dead],
      ['an order of another run', move({ order: run.free }), 404, undefined, dead],
      ['out when it is out', move({ move: 'dispatch' }), 409],
      ['failed without a reason', move({ reason: undefined }), 422, ['reason']],
      [
        'delivered without the code',
        move({ move: 'deliver', receiver: 'recipient' }),
        422,
        ['code'],
      ],
    ]),
  ]
}
