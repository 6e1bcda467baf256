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
      ['a customer', made({}, 'asha'), 403],
      ['another order’s item', made({}), 404],
      ['an order that is not placed', made({ order: waiting.orderId }), 404],
      ['another decision', made({ data: 4 }), 422, ['data']],
      ['no price', made({ data: 1 }), 422, ['msg']],
      ['a price below nothing', made({ data: 1, msg: -1 }), 422, ['msg']],
      ['a price beyond all', made({ data: '1', msg: '1e9' }), 422, ['msg']],
      ['no problem', made({ data: 2, msg: '' }), 422, ['msg']],
      ['a problem too long', made({ data: 2, msg: 'x'.repeat(501) }), 422, ['msg']],
      ['a NUL in the problem', made({ data: 2, msg: nul }), 422, ['msg']],
      ['a list for a problem', made({ data: 2, msg: ['Too tall'] }), 422, ['msg']],
      ['an item by its number', made({ suborder: 1 }), 422, ['suborder']],
      ['an order that is no id', made({ order: '1001' }), 422, ['order']],
    ]),
    ...rows('POST /orders/undoConfirm', [
      ['a customer', undone({}, 'asha'), 403],
      ['another order’s item', undone({}), 404],
      ['an order that is not placed', undone({ orderId: waiting.orderId }), 404],
      ['an item by its number', undone({ itemId: 1 }), 422, ['itemId']],
      ['an order that is no id', undone({ orderId: '1001' }), 422, ['orderId']],
    ]),
    ...rows('POST /orders/dropItem', [
      ['a customer', dropped({}, 'asha'), 403],
      ['another order’s item', dropped({}), 404],
      ['an order that is not placed', dropped({ orderId: waiting.orderId }), 404],
      ['no reason', dropped({ reason: ' ' }), 422, ['reason']],
      ['a reason too long', dropped({ reason: 'x'.repeat(301) }), 422, ['reason']],
      ['a NUL in the reason', dropped({ reason: nul }), 422, ['reason']],
      ['an item by its number', dropped({ itemId: 1 }), 422, ['itemId']],
    ]),
    ...rows('POST /orders/move', [
      ['a customer', moved({}, 'asha'), 403],
      ['an order that is cancelled', moved({}), 409],
      ['an order that is not placed', moved({ orderId: waiting.orderId }), 404],
      ['an order that is none', moved({ orderId: crypto.randomUUID() }), 404],
      ['a move that is none', moved({ move: 'fly' }), 422, ['move']],
      ['a move that follows from the items', moved({ move: 'prepare' }), 422, ['move']],
      ['a failed delivery without a reason', moved({ move: 'fail' }), 422, ['reason']],
      ['a reason that is none', moved({ move: 'fail', reason: 'rain' }), 422, ['reason']],
      ['a detail too long', moved({ detail: 'x'.repeat(141) }), 422, ['detail']],
      ['a NUL in the detail', moved({ detail: nul }), 422, ['detail']],
      ['no id', moved({ moveId: 'mine' }), 422, ['moveId']],
    ]),
    ...rows('GET /orders/adminOrders', [
      ['a customer', list('', 'asha'), 403],
      ['two letters', list('q=ab'), 422, ['q']],
      ['a NUL in the text', list('q=asha%00'), 422, ['q']],
      ['wildcards alone', list('q=%25%25%25'), 422, ['q']],
      ['a state that is none', list('state=prepared'), 422, ['state']],
      ['a day that never was', list('day=2026-02-30'), 422, ['day']],
      ['a payment that is none', list('payment=upi'), 422, ['payment']],
      ['too many at once', list('limit=101'), 422, ['limit']],
      ['before a number that no order can have', list('before=99999999999'), 422, ['before']],
    ]),
    ...rows('GET /orders/export', [
      ['a customer', { who: 'asha' }, 403],
      ['two letters', file('q=ab'), 422, ['q']],
      ['a NUL in the text', file('q=asha%00'), 422, ['q']],
      ['a state that is none', file('state=prepared'), 422, ['state']],
      ['a day that never was', file('day=2026-02-30'), 422, ['day']],
      ['a payment that is none', file('payment=upi'), 422, ['payment']],
    ]),
    ...rows('POST /orders/refund', [
      ['a customer', give({}, 'asha'), 403],
      ['what is given back already', give({}), 409, ['amount']],
      ['an order that was not paid', give({ orderId: waiting.orderId }), 404],
      ['an order that is none', give({ orderId: crypto.randomUUID() }), 404],
      ['nothing', give({ amount: 0 }), 422, ['amount']],
      ['less than nothing', give({ amount: -1 }), 422, ['amount']],
      ['more than fits a number', give({ amount: 1e21 }), 422, ['amount']],
      ['more than can be counted in paise', give({ amount: 1e308 }), 422, ['amount']],
      ['a number in words', give({ amount: '1' }), 422, ['amount']],
      ['parts of a paisa', give({ amount: 1.005 }), 422, ['amount']],
      ['no reason', give({ reason: ' ' }), 422, ['reason']],
      ['a NUL in the reason', give({ reason: nul }), 422, ['reason']],
      ['a key that is no UUID', give({ key: 'mine' }), 422, ['key']],
      [
        'what was taken at no door',
        give({ method: 'cash', key: crypto.randomUUID() }),
        409,
        ['amount'],
      ],
      ['a way that is none', give({ method: 'card' }), 422, ['method']],
      ['a UPI reference of letters', give({ reference: 'x' }), 422, ['reference']],
    ]),
    ...rows('POST /orders/note', [
      ['a customer', note({}, 'asha'), 403],
      ['over a note that changed', note({ was: 'Nuts' }), 409],
      ['an order that is none', note({ orderId: crypto.randomUUID() }), 404],
      ['a note too long', note({ note: 'x'.repeat(501) }), 422, ['note']],
      ['a NUL in the note', note({ note: nul }), 422, ['note']],
    ]),
  ]
}
