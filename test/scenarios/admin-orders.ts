import { nul, rows, type Scenario } from './scenario.ts'
import type { Who, World } from './scenario-world.ts'

/** Refusals of the calls by which the baker keeps the orders. */
export function refusedOrderList({ orderId, waiting }: World): Scenario[] {
  const list = (query: string, who: Who = 'admin') => ({
    path: `/orders/adminOrders?${query}`,
    who,
  })
  const file = (query: string) => ({ path: `/orders/export?${query}`, who: 'admin' as const })
  const refund = { orderId, amount: 1, reason: 'A squashed cake', key: crypto.randomUUID() }
  const give = (more: object, who: Who = 'admin') => ({ who, body: { ...refund, ...more } })
  const note = (more: object, who: Who = 'admin') => ({
    who,
    body: { orderId, note: 'No cream', was: 'No nuts', ...more },
  })
  const made = (more: object, who: Who = 'admin') => ({
    who,
    body: { data: '', suborder: crypto.randomUUID(), order: orderId, ...more },
  })
  const moved = (more: object, who: Who = 'admin') => ({
    who,
    body: { orderId, move: 'bake', moveId: crypto.randomUUID(), ...more },
  })
  const dropped = (more: object, who: Who = 'admin') => ({
    who,
    body: { orderId, itemId: crypto.randomUUID(), reason: 'It fell down', ...more },
  })
  const undone = (more: object, who: Who = 'admin') => ({
    who,
    body: { orderId, itemId: crypto.randomUUID(), ...more },
  })
  return [
    ...rows('GET /orders/live', [['a customer', { who: 'asha' }, 403]]),
    ...rows('POST /orders/confirmOrder', [
      ['no price', made({ data: 1 }), 422, ['msg']],
      ['a price below nothing', made({ data: 1, msg: -1 }), 422, ['msg']],
      ['a NUL in the problem', made({ data: 2, msg: nul }), 422, ['msg']],
      ['a customer', made({}, 'asha'), 403],
      ['another order’s item', made({}), 404],
      ['an order that is not placed', made({ order: waiting.orderId }), 404],
      ['a price beyond all', made({ data: '1', msg: '1e9' }), 422, ['msg']],
      ['no problem', made({ data: 2, msg: '' }), 422, ['msg']],
      ['a problem too long', made({ data: 2, msg: 'x'.repeat(501) }), 422, ['msg']],
    ]),
    ...rows('POST /orders/undoConfirm', [
      ['a customer', undone({}, 'asha'), 403],
      ['another order’s item', undone({}), 404],
      ['an order that is not placed', undone({ orderId: waiting.orderId }), 404],
    ]),
    ...rows('POST /orders/dropItem', [
      ['a customer', dropped({}, 'asha'), 403],
      ['another order’s item', dropped({}), 404],
      ['an order that is not placed', dropped({ orderId: waiting.orderId }), 404],
      ['a reason too long', dropped({ reason: 'x'.repeat(301) }), 422, ['reason']],
    ]),
    ...rows('POST /orders/move', [
      ['a customer', moved({}, 'asha'), 403],
      ['an order that is cancelled', moved({}), 409],
      ['an order that is not placed', moved({ orderId: waiting.orderId }), 404],
      ['an order that is none', moved({ orderId: crypto.randomUUID() }), 404],
      ['a failed delivery without a reason', moved({ move: 'fail' }), 422, ['reason']],
      ['a detail too long', moved({ detail: 'x'.repeat(141) }), 422, ['detail']],
    ]),
    ...rows('GET /orders/adminOrders', [
      ['a day that never was', list('day=2026-02-30'), 422, ['day']],
      ['a customer', list('', 'asha'), 403],
      ['two letters', list('q=ab'), 422, ['q']],
      ['wildcards alone', list('q=%25%25%25'), 422, ['q']],
    ]),
    ...rows('GET /orders/export', [
      ['a day that never was', file('day=2026-02-30'), 422, ['day']],
      ['a customer', { who: 'asha' }, 403],
      ['two letters', file('q=ab'), 422, ['q']],
    ]),
    ...rows('POST /orders/refund', [
      ['a customer', give({}, 'asha'), 403],
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
    ...rows('POST /orders/note', [
      ['a customer', note({}, 'asha'), 403],
      ['over a note that changed', note({ was: 'Nuts' }), 409],
      ['an order that is none', note({ orderId: crypto.randomUUID() }), 404],
      ['a note too long', note({ note: 'x'.repeat(501) }), 422, ['note']],
    ]),
  ]
}
