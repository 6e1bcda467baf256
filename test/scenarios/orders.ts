import { rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

/** Refusals of the calls about one’s own orders. */
export function refusedOrders({ asha, ravi, orderId, waiting, keepOrderToken }: World): Scenario[] {
  const none = crypto.randomUUID()
  const yours = 'These are not your orders.'
  const seen = (query: string, body: unknown = { email: asha.email }) => ({
    path: `/orders/viewOrders?${query}`,
    who: 'asha' as const,
    body,
  })
  const invoice = (order: string) => ({
    path: `/orders/generatepdf?order=${order}`,
    who: 'asha' as const,
  })
  const slots = (order: string) => ({
    path: `/orders/slots?orderId=${order}`,
    who: 'asha' as const,
  })
  return [
    ...rows('POST /orders/viewOrders', [
      ['another’s orders', { who: 'ravi', body: { email: asha.email } }, 403, undefined, yours],
      [
        'the orders of nobody',
        { who: 'ravi', body: { email: 'no@example.in' } },
        403,
        undefined,
        yours,
      ],
      ['no e-mail', seen('', { email: 'asha' }), 422, ['email'], 'Invalid email'],
    ]),
    ...rows('POST /auth/guest', [
      [
        'who is logged in',
        { who: 'ravi', body: { name: 'Ravi', email: ravi.email, mobileno: '9876543210' } },
        409,
      ],
      [
        'no way to reach them',
        { body: { name: 'Ravi', email: 'ravi', mobileno: '' } },
        422,
        ['mobileno', 'email'],
      ],
    ]),
    ...rows('POST /orders/keep', [
      ['an order that another has', { who: 'ravi', body: { token: keepOrderToken } }, 404],
      ['a word that we did not sign', { who: 'asha', body: { token: orderId } }, 404],
    ]),
    ...rows('GET /orders/generatepdf', [
      [
        'the invoice of an order that was not paid',
        invoice(waiting.orderId),
        403,
        undefined,
        yours,
      ],
      [
        'an order that was not paid, for an administrator',
        { ...invoice(waiting.orderId), who: 'admin' },
        404,
      ],
      ['another’s invoice', { ...invoice(orderId), who: 'ravi' }, 403, undefined, yours],
      ['the invoice of no order', invoice(none), 403, undefined, yours],
      ['no order, for an administrator', { ...invoice(none), who: 'admin' }, 404],
      ['an order that is no id', invoice('1042'), 422, ['order'], 'There is no such order.'],
      ['every invoice', { who: 'asha' }, 403],
    ]),
    ...rows('POST /orders/cancelOrders', [
      [
        'one’s own in another’s name',
        { who: 'asha', body: { email: ravi.email, orderId } },
        403,
        undefined,
        yours,
      ],
      [
        'another’s order',
        { who: 'ravi', body: { email: ravi.email, orderId } },
        403,
        undefined,
        yours,
      ],
      [
        'in another’s name',
        { who: 'ravi', body: { email: asha.email, orderId } },
        403,
        undefined,
        yours,
      ],
      ['an order twice', { who: 'asha', body: { email: asha.email, orderId } }, 409],
      [
        'an order that was not paid',
        { who: 'asha', body: { email: asha.email, orderId: waiting.orderId } },
        403,
        undefined,
        yours,
      ],
      [
        'an order that is none',
        { who: 'asha', body: { email: asha.email, orderId: none } },
        403,
        undefined,
        yours,
      ],
      [
        'the same as an administrator',
        { who: 'admin', body: { email: asha.email, orderId: none } },
        404,
      ],
    ]),
    ...rows('POST /orders/changeOrder', [
      [
        'another’s order',
        { who: 'ravi', body: { orderId, riderNote: 'x' } },
        403,
        undefined,
        yours,
      ],
      ['an order that is none', { who: 'asha', body: { orderId: none } }, 403, undefined, yours],
      ['an order that is cancelled', { who: 'asha', body: { orderId, giftFrom: 'Asha' } }, 409],
      ['no piece', { who: 'asha', body: { orderId, items: [{ id: none, amount: 0 }] } }, 422],
      ['a book for a reason', { who: 'admin', body: { orderId, reason: 'x'.repeat(301) } }, 422],
      [
        'a note too long',
        { who: 'asha', body: { orderId, riderNote: 'x'.repeat(141) } },
        422,
        ['riderNote'],
      ],
      [
        'an address without a pincode',
        { who: 'asha', body: { orderId, address: { pincode: '' } } },
        422,
        ['address.pincode'],
      ],
      ['no time', { who: 'asha', body: { orderId, time: 'x'.repeat(41) } }, 422, ['time']],
      ['a slot by its name', { who: 'asha', body: { orderId, slot: 'evening' } }, 422, ['slot']],
    ]),
    ...rows('GET /orders/slots', [
      ['another’s order', { ...slots(orderId), who: 'ravi' }, 403, undefined, yours],
      ['an order that is none', slots(none), 403, undefined, yours],
      ['an order that is cancelled', slots(orderId), 409, ['time']],
      ['an order that is no id', slots('1042'), 422, ['orderId'], 'There is no such order.'],
      ['more days than are answered', slots(`${orderId}&days=64`), 422, ['days']],
    ]),
    ...rows('GET /orders/placed', [
      ['no number', { path: '/orders/placed?number=x', who: 'asha' }, 422, ['number']],
    ]),
    ...rows('POST /orders/confirm-payment', [
      ['another’s order', { who: 'ravi', body: { orderId } }, 403, undefined, yours],
      ['an order that is none', { who: 'asha', body: { orderId: none } }, 403, undefined, yours],
      ['an administrator for somebody', { who: 'admin', body: { orderId } }, 403, undefined, yours],
    ]),
  ]
}
