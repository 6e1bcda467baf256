import { nul, rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

/** Refusals of the calls by which the baker keeps the orders. */
export function refusedOrderList({ orderId, waiting, upi }: World): Scenario[] {
  const list = (query: string) => ({ path: `/orders/adminOrders?${query}`, who: 'admin' as const })
  const file = (query: string) => ({ path: `/orders/export?${query}`, who: 'admin' as const })
  const like = (body: object) => (more: object) => ({
    who: 'admin' as const,
    body: { ...body, ...more },
  })
  const [itemId, reason] = [crypto.randomUUID(), 'A squashed cake']
  const give = like({ orderId, amount: 1, reason, key: crypto.randomUUID() })
  const note = like({ orderId, note: 'No cream', was: 'No nuts' })
  const made = like({ data: '', suborder: itemId, order: orderId })
  const moved = like({ orderId, move: 'bake', moveId: crypto.randomUUID() })
  const dropped = like({ orderId, itemId, reason })
  const undone = like({ orderId, itemId })
  const { pay: _, ...upiPayment } = upi
  const found = like({ ...upiPayment, reference: '412345678901' })
  return [
    ...rows('POST /orders/confirmOrder', [
      ['a price of nothing', made({ data: 1, msg: 0 }), 422, ['msg']],
      ['half a paisa', made({ data: 1, msg: 10.005 }), 422, ['msg']],
      ['a price in words', made({ data: 1, msg: 'fifty' }), 422, ['msg']],
      ['a price in an object', made({ data: 1, msg: { price: 5 } }), 422, ['msg']],
      ['no price', made({ data: 1 }), 422, ['msg']],
      ['a price below nothing', made({ data: 1, msg: -1 }), 422, ['msg']],
      ['a NUL in the problem', made({ data: 2, msg: nul }), 422, ['msg']],
      ['another order’s item', made({}), 404],
      ['an order that is not placed', made({ order: waiting.orderId }), 404],
      ['a price beyond all', made({ data: '1', msg: '1e9' }), 422, ['msg']],
      ['no problem', made({ data: 2, msg: '' }), 422, ['msg']],
      ['a problem too long', made({ data: 2, msg: 'x'.repeat(501) }), 422, ['msg']],
    ]),
    ...rows('POST /orders/undoConfirm', [
      ['another order’s item', undone({}), 404],
      ['an order that is not placed', undone({ orderId: waiting.orderId }), 404],
    ]),
    ...rows('POST /orders/dropItem', [
      ['another order’s item', dropped({}), 404],
      ['an order that is not placed', dropped({ orderId: waiting.orderId }), 404],
      ['a reason too long', dropped({ reason: 'x'.repeat(301) }), 422, ['reason']],
    ]),
    ...rows('POST /orders/move', [
      ['an order that is cancelled', moved({}), 409],
      ['an order that is not placed', moved({ orderId: waiting.orderId }), 404],
      ['an order that is none', moved({ orderId: crypto.randomUUID() }), 404],
      ['a failed delivery without a reason', moved({ move: 'fail' }), 422, ['reason']],
      ['a detail too long', moved({ detail: 'x'.repeat(141) }), 422, ['detail']],
    ]),
    ...rows('GET /orders/adminOrders', [
      ['a day that never was', list('day=2026-02-30'), 422, ['day']],
      ['two letters', list('q=ab'), 422, ['q']],
      ['wildcards alone', list('q=%25%25%25'), 422, ['q']],
    ]),
    ...rows('GET /orders/export', [
      ['a day that never was', file('day=2026-02-30'), 422, ['day']],
      ['two letters', file('q=ab'), 422, ['q']],
    ]),
    ...rows('POST /orders/refund', [
      ['a reason too long', give({ reason: 'x'.repeat(301) }), 422, ['reason']],
      ['what is given back already', give({}), 409, ['amount']],
      ['an order that was not paid', give({ orderId: waiting.orderId }), 404],
      ['an order that is none', give({ orderId: crypto.randomUUID() }), 404],
      ['parts of a paisa', give({ amount: 1.005 }), 422, ['amount']],
      [
        'what was taken at no door',
        give({ method: 'cash', key: crypto.randomUUID() }),
        409,
        ['amount'],
      ],
    ]),
    ...rows('POST /orders/upi-reference', [
      ['another reference than before', found({ reference: '412345678902' }), 409, ['reference']],
      ['eleven digits', found({ reference: '41234567890' }), 422, ['reference']],
      ['a payment that is none', found({ paymentId: crypto.randomUUID() }), 404],
    ]),
    ...rows('POST /orders/note', [
      ['an order that is not placed', note({ orderId: waiting.orderId }), 404],
      ['over a note that changed', note({ was: 'Nuts' }), 409],
      ['an order that is none', note({ orderId: crypto.randomUUID() }), 404],
      ['a note too long', note({ note: 'x'.repeat(501) }), 422, ['note']],
    ]),
  ]
}
