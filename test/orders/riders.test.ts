import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { loadDispatchCheck } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { orderMarks } from '#shop/admin-orders/list/list-orders.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { findViolations } from '#shop/consistency/consistency.store.server.ts'
import { ledgerRules } from '#shop/consistency/ledger-rules.store.server.ts'
import { findPhoto, movesOf } from '#shop/handling/handling.store.server.ts'
import { loadPhotos } from '#shop/handling/photos/order-photos.server.ts'
import { showTracked } from '#shop/order-pages/view-orders.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { showOrder } from '#shop/orders/shown-order.ts'
import { loadRuns } from '#shop/riders/plan/plan-runs.server.ts'
import { findRun } from '#shop/riders/run/find-run.server.ts'
import { buy, customLine } from '../support/checkout-steps.ts'
import { tellingJpeg } from '../support/hostile-pictures.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let customer: string
let staff: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  customer = (await shop.customer()).token
  staff = (await shop.admin()).token
})
afterEach(() => shop.close())

type Changes = Partial<typeof orders.$inferInsert>

/** A placed order that is ready to go out. */
async function readyOrder(pincode = '560001', changes: Changes = {}, more: object = {}) {
  const address = `12 Church Street,${pincode},Bengaluru`
  const { orderId } = await buy(shop, customer, {
    checkoutId: crypto.randomUUID(),
    address,
    ...more,
  })
  await shop.context.db
    .update(orders)
    .set({ fulfilment: 'ready', ...changes })
    .where(eq(orders.id, orderId))
  return orderId
}

const giftTo = {
  recipientName: 'Meena',
  recipientMobile: '9812345678',
  recipientEmail: 'meena@example.in',
}

const rider = { riderName: 'Ravi', riderMobile: '9876500000' }

const make = (ids: string[]) =>
  shop.post<{ id: string; link: string }>('/runs/make', { ...rider, orders: ids }, staff)

/** A run of these orders, and the token in its link. */
async function makeRun(...ids: string[]) {
  const { body } = await make(ids)
  return { ...body, token: body.link.split('/run/')[1] ?? '' }
}

const pageOf = (token: string) => findRun(shop.context, token)
const stopsOf = async (token: string) => (await pageOf(token))?.stops ?? []

const send = (token: string, order: string, more: object) =>
  shop.post<{ fulfilment: string }>('/runs/move', {
    token,
    order,
    id: crypto.randomUUID(),
    ...more,
  })

const handOver = (orderId: string) => ({
  move: 'deliver',
  receiver: 'recipient',
  code: shop.context.deliveryCodeOf({ id: orderId }),
})

const wrongCode = (orderId: string) => {
  const right = Number(shop.context.deliveryCodeOf({ id: orderId }))
  return String((right + 1) % 10_000).padStart(4, '0')
}

const byPhoto = { move: 'deliver', receiver: 'household', photo: true }

async function outForDelivery() {
  const order = await readyOrder()
  const { token } = await makeRun(order)
  await send(token, order, { move: 'dispatch' })
  return { order, token }
}

async function staffPhotos(orderId: string) {
  const order = await findOrder(shop.context.db, orderId)
  return order && (await loadDispatchCheck(shop.context, { order, role: 'owner' })).photos
}

async function photograph(token: string, order: string, { id = crypto.randomUUID() } = {}) {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(await tellingJpeg())], 'door.jpg'))
  const path = `/runs/photo?token=${token}&order=${order}&id=${id}`
  return shop.api.request(path, { method: 'POST', body: form })
}

/** What the file of the photo at an order's door answers. */
async function seenBy(who: string, order: string) {
  const headers = { authorization: `Bearer ${who}` }
  const path = `/orders/photo?order=${order}&kind=door`
  return (await shop.api.request(path, { headers })).status
}

const statusOf = async (orderId: string) => (await findOrder(shop.context.db, orderId))?.fulfilment

describe('a move at which the shop fails', () => {
  /** The database refuses what is done with an order, until `repair`. */
  async function breakMoves(orderId: string) {
    const { db } = shop.context
    const name = 'broken_for_a_test'
    const check = `check (order_id <> '${orderId}') not valid`
    await db.execute(sql.raw(`alter table order_moves add constraint ${name} ${check}`))
    return () => db.execute(sql.raw(`alter table order_moves drop constraint ${name}`))
  }
  const marksOf = async (orderId: string) => {
    const order = await findOrder(shop.context.db, orderId)
    return order ? orderMarks(order).map(({ text }) => text) : []
  }
  const entriesOf = async (orderId: string) => {
    const { db } = shop.context
    const entries = await listAuditLog(db, { subject: 'order', id: orderId, limit: 20 })
    return entries.filter(({ action }) => action === 'fail-move').length
  }

  it('is known to staff until the order is moved, and others of the run go on', async () => {
    const [broken, other] = [await readyOrder(), await readyOrder('560034')]
    const { token } = await makeRun(broken, other)
    const repair = await breakMoves(broken)
    for (let count = 0; count < 2; count += 1) {
      expect((await send(token, broken, { move: 'dispatch' })).status).toBe(500)
    }
    expect((await send(token, other, { move: 'dispatch' })).status).toBe(200)
    expect([await marksOf(broken), await marksOf(other)]).toEqual([['Rider’s update failed'], []])
    expect([await entriesOf(broken), await entriesOf(other)]).toEqual([1, 0])
    await repair()
    expect((await send(token, broken, { move: 'dispatch' })).status).toBe(200)
    expect(await marksOf(broken)).toEqual([])
  })

  it('marks no order of another run, and what is refused marks none', async () => {
    const [broken, other] = [await readyOrder(), await readyOrder('560034')]
    const { token } = await makeRun(other)
    await makeRun(broken)
    const repair = await breakMoves(broken)
    expect((await send(token, broken, { move: 'dispatch' })).status).toBe(404)
    expect((await send(token, other, { move: 'deliver' })).status).toBe(422)
    expect((await send(token, other, { move: 'fail', reason: 'refused' })).status).toBe(409)
    expect([await marksOf(broken), await marksOf(other)]).toEqual([[], []])
    await repair()
  })
})

describe('a run', () => {
  it('has its orders by pincode', async () => {
    const far = await readyOrder('560100')
    const near = await readyOrder('560001')
    const between = await readyOrder('560034')
    const { token } = await makeRun(far, near, between)
    expect((await stopsOf(token)).map(({ orderId }) => orderId)).toEqual([near, between, far])
  })

  it('may have orders of several slots: what is due first is first, and the link works after the last', async () => {
    const evening = await readyOrder('560001')
    const noon = await readyOrder('560100', { deliveryAt: new Date('2026-11-21T06:30:00Z') })
    const noonToo = await readyOrder('560034', { deliveryAt: new Date('2026-11-21T06:30:00Z') })
    const planned = await loadRuns(shop.context, '2026-11-21')
    expect(planned.slots.map(({ hours, orders }) => [hours, orders.length])).toEqual([
      ['12:00 pm', 2],
      ['5:30 pm', 1],
    ])
    const { token } = await makeRun(evening, noon, noonToo)
    expect((await stopsOf(token)).map(({ orderId }) => orderId)).toEqual([noonToo, noon, evening])
    expect((await pageOf(token))?.linkEndsAt).toBe('2026-11-21T14:00:00.000Z')
  })

  it('is in the audit log without the name of its rider', async () => {
    const { id } = await makeRun(await readyOrder())
    const { db } = shop.context
    const entries = db.select({ after: auditLog.after }).from(auditLog)
    expect(await entries.where(eq(auditLog.action, 'make-run'))).toEqual([{ after: { run: id } }])
  })

  it('takes an order that failed once more, and one of a revoked run', async () => {
    const failed = await readyOrder('560001', { fulfilment: 'failed' })
    const first = await makeRun(failed)
    expect((await make([failed])).status).toBe(409)
    await shop.post('/runs/revoke', { run: first.id }, staff)
    const second = await makeRun(failed)
    expect(await pageOf(first.token)).toBeNull()
    expect((await stopsOf(second.token)).map(({ orderId }) => orderId)).toEqual([failed])
  })

  it.each(['placed', 'baking', 'out_for_delivery', 'closed'] as const)(
    'takes no order that is %s',
    async (fulfilment) => {
      const order = await readyOrder('560001', { fulfilment })
      expect((await make([order])).status).toBe(409)
    },
  )

  it('of two that are made of one order at once there is one', async () => {
    const order = await readyOrder()
    const answers = await Promise.all([make([order]), make([order])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is shown with the orders of its day, and what is taken out can go into another', async () => {
    const [one, two] = [await readyOrder(), await readyOrder()]
    const { id, link } = await makeRun(one, two)
    const read = () => loadRuns(shop.context, '2026-11-21')
    expect(await read()).toMatchObject({
      slots: [{ hours: '5:30 pm', orders: [{ canGo: false }, { canGo: false }] }],
      runs: [{ id, link, state: 'works', orders: [{ id: one }, { id: two }] }],
    })
    await shop.post('/runs/leave', { run: id, order: one }, staff)
    expect(await read()).toMatchObject({
      slots: [{ orders: [{ id: one, canGo: true }, { canGo: false }] }],
      runs: [{ orders: [{ id: two }] }],
    })
  })

  it('is planned with who gets an order, what to collect, and the riders of former runs by their newest names', async () => {
    const read = () => loadRuns(shop.context, '2026-11-21')
    const one = await readyOrder('560001', {}, { order: [customLine], amount: 0 })
    await putItems(shop, undefined, 'completed')
    const two = await readyOrder('560002', giftTo)
    const listed = [{ who: 'Asha Rao, collect ₹1,550' }, { who: 'Meena' }]
    expect(await read()).toMatchObject({ slots: [{ riders: [], orders: listed }] })

    await makeRun(one)
    shop.wait(minuteMs)
    await shop.post(
      '/runs/make',
      { riderName: 'Manu', riderMobile: '9876500001', orders: [two] },
      staff,
    )
    shop.wait(minuteMs)
    const three = await readyOrder()
    await shop.post('/runs/make', { ...rider, riderName: 'Ravi K', orders: [three] }, staff)
    expect((await read()).slots[0]?.riders).toEqual([
      { ...rider, riderName: 'Ravi K' },
      { riderName: 'Manu', riderMobile: '9876500001' },
    ])
  })
})

describe('the link', () => {
  it('works until two hours after the delivery’s time', async () => {
    const { token } = await makeRun(await readyOrder())
    const deliveryAt = new Date('2026-11-21T12:00:00Z').getTime()
    shop.wait(deliveryAt + 2 * hourMs - 1 - shop.context.clock.now().getTime())
    expect(await pageOf(token)).not.toBeNull()
    shop.wait(1)
    expect(await pageOf(token)).toBeNull()
  })

  it('of a run that is made late works for two hours', async () => {
    const order = await readyOrder()
    shop.wait(60 * hourMs)
    const { token } = await makeRun(order)
    shop.wait(2 * hourMs - minuteMs)
    expect(await pageOf(token)).not.toBeNull()
    shop.wait(minuteMs)
    expect((await send(token, order, { move: 'dispatch' })).status).toBe(404)
  })
})

describe('the rider’s page', () => {
  const gift = {
    recipientName: 'Meera Iyer',
    recipientMobile: '9000000001',
    isSurprise: true,
    giftMessage: 'With love',
    giftFrom: 'Asha',
    riderNote: 'Second gate',
    kitchenNote: 'No nuts',
  }

  it('has what is needed at the door, and nothing that is for others', async () => {
    const { token } = await makeRun(await readyOrder('560001', gift))
    const run = await pageOf(token)
    expect(run?.stops).toMatchObject([
      {
        name: 'Meera Iyer',
        address: '12 Church Street, 560001, Bengaluru',
        riderNote: 'Second gate',
        hours: 'Sat 21 Nov (tomorrow), 5:30 pm',
        askEarly: expect.stringMatching(/^This order is for Sat 21 Nov\. Leave today\?/),
        cashDue: 0,
      },
    ])
    const words = JSON.stringify(run, (key, value) => (/id$/i.test(key) ? undefined : value))
    expect(words).not.toMatch(/With love|Asha|nuts|Truffle|Ravi\b.*Happy|98765432|850|900/)
  })

  it('asks about leaving until its day has come', async () => {
    const { token } = await makeRun(await readyOrder())
    const asked = async () => (await stopsOf(token))[0]?.askEarly
    expect(await asked()).toContain('Sat 21 Nov')
    shop.wait(dayMs)
    expect(await asked()).toBe('')
  })

  it('has the number of a surprise only once it is out, and not when it is over', async () => {
    const order = await readyOrder('560001', gift)
    const { token } = await makeRun(order)
    const phone = async () => (await stopsOf(token))[0]?.phone
    expect(await phone()).toBeNull()
    await send(token, order, { move: 'dispatch' })
    expect(await phone()).toBe('9000000001')
    await send(token, order, handOver(order))
    expect(await phone()).toBeNull()
  })

  it('has the recipient’s number of another gift at once, and the customer’s of their own order', async () => {
    const open = await readyOrder('560001', { ...gift, isSurprise: false })
    const unknown = await readyOrder('560002', { ...gift, recipientMobile: '' })
    const own = await readyOrder('560003')
    const { token } = await makeRun(open, unknown, own)
    const phones = (await stopsOf(token)).map(({ phone }) => phone)
    expect(phones).toEqual(['9000000001', null, '9876543210'])
  })

  it('says the cash that is due', async () => {
    const order = await readyOrder('560001', {}, { order: [customLine], amount: 0 })
    await putItems(shop, undefined, 'completed')
    const { token } = await makeRun(order)
    expect((await stopsOf(token))[0]?.cashDue).toBe(1550)
  })

  it('has no order of which nothing is made any more', async () => {
    const order = await readyOrder()
    const { token } = await makeRun(order)
    await putItems(shop, undefined, 'cancelled')
    expect(await stopsOf(token)).toEqual([])
  })
})

describe('money at the door', () => {
  const reference = '123456789012'

  /** An order of two customised cakes, of which each is ₹1,500. */
  async function readyWithTwo() {
    const order = await readyOrder('560001', {}, { order: [customLine, customLine], amount: 0 })
    await putItems(shop, undefined, 'completed')
    return order
  }

  async function dropFirst(orderId: string) {
    const [item] = await itemsOf(shop.context.db, orderId)
    const body = { orderId, itemId: item?.id, reason: 'It fell down' }
    return shop.post('/orders/dropItem', body, staff)
  }

  async function expectConsistent() {
    const { db, clock } = shop.context
    expect(await findViolations(db, ledgerRules, clock.now())).toEqual([])
  }

  /** An order of a customised cake that is out, with ₹1,550 due. */
  async function outWithCash() {
    const order = await readyOrder('560001', {}, { order: [customLine], amount: 0 })
    await putItems(shop, undefined, 'completed')
    const { token } = await makeRun(order)
    await send(token, order, { move: 'dispatch' })
    return { order, token }
  }

  const hand = ({ order, token }: { order: string; token: string }, money?: object) =>
    send(token, order, { ...handOver(order), money })

  const moneyOf = async (order: string) => {
    const { money } = await loadRuns(shop.context, '2026-11-21')
    return money.lines.find(({ orderId }) => orderId === order)
  }

  it('is required where it is due, and nowhere else', async () => {
    Object.assign(shop.context.shop, { upiId: 'ovenly@okbank' })
    const door = await outWithCash()
    const { status, body } = await hand(door)
    expect([status, body.errors]).toEqual([422, { money: 'Please take ₹1,550.' }])
    expect(await statusOf(door.order)).toBe('out_for_delivery')
    const { number } = (await findOrder(shop.context.db, door.order)) ?? {}
    expect((await stopsOf(door.token))[0]?.upiLink).toBe(
      `upi://pay?pa=ovenly%40okbank&pn=Cakewala&am=1550.00&cu=INR&tn=Order%20${number}`,
    )
    expect((await hand(door, { method: 'cash', amount: 1550 })).status).toBe(200)
    expect(await moneyOf(door.order)).toMatchObject({ state: 'taken', takenPaise: 155_000 })
  })

  it.each([
    [{ method: 'cash', amount: 1550 }, '₹1,550 in cash to Ravi'],
    [{ method: 'cash', amount: 1500, reason: 'No change' }, '₹1,500 in cash to Ravi'],
    [{ method: 'cash', amount: 0, reason: 'A friend pays' }, '₹0 in cash to Ravi'],
    [{ method: 'upi', amount: 1550, reference: '123456789012' }, '₹1,550 by UPI to the shop'],
  ])('%o is told to the sender by mail and page, and not to the recipient', async (money, text) => {
    const door = await outWithCash()
    await shop.context.db
      .update(orders)
      .set({ ...giftTo, isSurprise: true })
      .where(eq(orders.id, door.order))
    await shop.runJobs()
    shop.mails.clear()
    expect((await hand(door, money)).status).toBe(200)
    await shop.runJobs()
    const mails = [...shop.mails.values()]
    const [toSender] = mails.filter(({ to }) => to === 'asha@example.in')
    expect(toSender?.subject).toMatch(/is delivered$/)
    expect(toSender?.text.replace(/\s+/g, ' ')).toContain(`Paid at the door: > ${text} `)
    const [toRecipient] = mails.filter(({ to }) => to === giftTo.recipientEmail)
    // The signature in a link may have any letters.
    expect(toRecipient?.text.replace(/https?:\S+/g, '')).not.toMatch(/₹|paid|cash|UPI/i)
    const order = await findOrder(shop.context.db, door.order)
    if (!order) throw new Error('no order')
    const seenBy = (audience: Audience) =>
      showTracked(shop.context, { order, audience, isGuests: false })
    expect(await seenBy('sender')).toMatchObject({ order: { paidAtDoor: text } })
    expect(JSON.stringify(await seenBy('recipient'))).not.toMatch(/₹|paid|cash|UPI|Ravi/i)
  })

  it('is told in View Orders as taken by staff and given back by the shop', async () => {
    const door = await outWithCash()
    const deliver = {
      orderId: door.order,
      move: 'deliver',
      moveId: crypto.randomUUID(),
      money: { method: 'cash', amount: 1500, reason: 'No change' },
    }
    expect((await shop.post('/orders/move', deliver, staff)).status).toBe(200)
    const settled = { order: door.order, amount: 50, method: 'upi', reference: '123456789012' }
    expect((await shop.post('/orders/settle-cash', settled, staff)).status).toBe(200)
    const order = await findOrder(shop.context.db, door.order)
    expect(order && showOrder(order).paidAtDoor).toBe(
      '₹1,500 in cash to the shop, ₹50 by UPI to the shop',
    )
  })

  it.each([
    ['more than is due', { method: 'cash', amount: 1551 }, ['money.amount']],
    ['less without a reason', { method: 'cash', amount: 1500 }, ['money.reason']],
    ['UPI without a reference', { method: 'upi', amount: 1550 }, ['money.reference']],
    ['half a reference', { method: 'upi', amount: 1550, reference: '123456' }, ['money.reference']],
    ['letters', { method: 'cash', amount: 'all' }, ['money.amount']],
  ])('%s is refused at the field, and nothing is delivered', async (_, money, fields) => {
    const door = await outWithCash()
    const { status, body } = await hand(door, money)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, fields])
    expect(await statusOf(door.order)).toBe('out_for_delivery')
    expect(await moneyOf(door.order)).toMatchObject({ state: 'due' })
  })

  it('that is short has a reason, and a manager waives the rest', async () => {
    const door = await outWithCash()
    await hand(door, { method: 'cash', amount: 1500, reason: 'No change' })
    expect(await moneyOf(door.order)).toMatchObject({
      state: 'short',
      payments: [{ reason: 'No change' }],
    })
    const waive = { order: door.order, reason: 'It is fine' }
    const counter = await shop.staff('counter')
    expect((await shop.post('/orders/waive-cash', waive, counter.token)).status).toBe(403)
    for (const status of [200, 200]) {
      expect((await shop.post('/orders/waive-cash', waive, staff)).status).toBe(status)
    }
    expect(await moneyOf(door.order)).toMatchObject({ state: 'waived', takenPaise: 150_000 })
    const { money } = await loadRuns(shop.context, '2026-11-21')
    expect(money).toMatchObject({ cashTakenPaise: 150_000, upiTakenPaise: 0, duePaise: 0 })
  })

  it('is waived only a few times in a quarter of an hour by one of the staff', async () => {
    const strict = await openTestShop({ limits: { attempts: 2 } })
    const { token } = await strict.admin()
    const waive = { order: crypto.randomUUID(), reason: 'It is fine' }
    const statuses = []
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await strict.post('/orders/waive-cash', waive, token)).status)
    }
    expect(statuses).toEqual([404, 404, 429])
    await strict.close()
  })

  it('that is waived is not required any more, and a payment of it is rejected', async () => {
    const door = await outWithCash()
    await shop.post('/orders/waive-cash', { order: door.order, reason: 'Our fault' }, staff)
    expect(await stopsOf(door.token)).toMatchObject([{ cashDue: 0 }])
    const { status, body } = await hand(door, { method: 'cash', amount: 1550 })
    expect([status, body.errors]).toEqual([
      409,
      { money: 'Nothing is due for order 1001 any more. Please give the money back.' },
    ])
    expect(await statusOf(door.order)).toBe('out_for_delivery')
    expect((await hand(door)).status).toBe(200)
    expect(await moneyOf(door.order)).toMatchObject({ state: 'waived', takenPaise: 0 })
  })

  it('that was taken is not required again', async () => {
    const door = await outWithCash()
    await hand(door, { method: 'cash', amount: 1550 })
    expect(await stopsOf(door.token)).toMatchObject([{ cashDue: 0 }])
  })

  it('is consistent where one cake was dropped and the other was paid', async () => {
    const order = await readyWithTwo()
    expect((await dropFirst(order)).status).toBe(200)
    const { token } = await makeRun(order)
    await send(token, order, { move: 'dispatch' })
    const { status } = await hand({ order, token }, { method: 'cash', amount: 1550 })
    expect(status).toBe(200)
    await expectConsistent()
  })

  it('is consistent where it was waived before a cake was dropped', async () => {
    const order = await readyWithTwo()
    await shop.post('/orders/waive-cash', { order, reason: 'Our fault' }, staff)
    expect((await dropFirst(order)).status).toBe(200)
    await expectConsistent()
  })

  it('a UPI reference counts for one order only, and for the same move sent again', async () => {
    const [one, two] = [await outWithCash(), await outWithCash()]
    const money = { method: 'upi', amount: 1550, reference }
    const again = { ...handOver(one.order), money, id: crypto.randomUUID() }
    for (const status of [200, 200]) {
      expect((await send(one.token, one.order, again)).status).toBe(status)
    }
    expect((await hand(two, money)).status).toBe(409)
    expect(await statusOf(two.order)).toBe('out_for_delivery')
  })
})

describe('at the door', () => {
  it('an order is out, and delivered with its code', async () => {
    const order = await readyOrder()
    const { token } = await makeRun(order)
    expect((await send(token, order, { move: 'dispatch' })).body.fulfilment).toBe(
      'out_for_delivery',
    )
    expect((await send(token, order, handOver(order))).body.fulfilment).toBe('delivered')
    const moves = await movesOf(shop.context.db, order)
    expect(moves).toMatchObject([
      { move: 'dispatch', by: 'rider', detail: '' },
      { move: 'deliver', by: 'rider', detail: 'The recipient' },
    ])
    expect((await stopsOf(token))[0]?.status).toBe('delivered')
  })

  it('a move that is sent twice counts once', async () => {
    const order = await readyOrder()
    const { token } = await makeRun(order)
    const [out, handed] = [crypto.randomUUID(), crypto.randomUUID()]
    const twice = async (id: string, more: object) => {
      const answers = [
        await send(token, order, { ...more, id }),
        await send(token, order, { ...more, id }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    await twice(out, { move: 'dispatch' })
    await twice(handed, handOver(order))
    expect(await movesOf(shop.context.db, order)).toHaveLength(2)
  })

  it('delivered before it is out is refused, and uses up no code', async () => {
    const order = await readyOrder()
    const { token } = await makeRun(order)
    const early = { ...handOver(order), code: wrongCode(order) }
    expect((await send(token, order, early)).status).toBe(409)
    expect((await stopsOf(token))[0]?.codesLeft).toBe(5)
  })

  it('takes five wrong codes, and then none', async () => {
    const { order, token } = await outForDelivery()
    const wrong = { ...handOver(order), code: wrongCode(order) }
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try', '0 tries']) {
      const { status, body } = await send(token, order, wrong)
      expect([status, body.errors]).toEqual([422, { code: `This is not the code. ${left} left.` }])
    }
    expect((await stopsOf(token))[0]?.codesLeft).toBe(0)
    expect((await send(token, order, handOver(order))).status).toBe(409)
    expect(await statusOf(order)).toBe('out_for_delivery')
    expect((await send(token, order, { move: 'fail', reason: 'nobody-in' })).status).toBe(200)
  })

  it('is delivered with a photo in place of the code, which its sender and staff see', async () => {
    const { order, token } = await outForDelivery()
    expect((await photograph(token, order)).status).toBe(200)
    expect(await statusOf(order)).toBe('out_for_delivery')
    expect((await send(token, order, byPhoto)).body.fulfilment).toBe('delivered')
    const ravi = await shop.customer('ravi@example.in')
    const kitchen = await shop.staff('kitchen')
    expect([
      ...[await seenBy(staff, order), await seenBy(customer, order)],
      ...[await seenBy(ravi.token, order), await seenBy(kitchen.token, order)],
    ]).toEqual([200, 200, 403, 403])
    const entries = await shop.context.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.action, 'photograph-door'))
    expect(entries).toEqual([{ after: { by: 'rider' } }])
  })

  it('is delivered with a photo after five wrong codes', async () => {
    const { order, token } = await outForDelivery()
    const wrong = { ...handOver(order), code: wrongCode(order) }
    for (let tries = 0; tries < 5; tries++) await send(token, order, wrong)
    await photograph(token, order)
    expect((await send(token, order, byPhoto)).status).toBe(200)
  })

  it('a photo that is not there, and one of an earlier try, prove nothing', async () => {
    const { order, token } = await outForDelivery()
    const errors = { photo: 'Please take a photo at the door.' }
    const first = await send(token, order, byPhoto)
    expect([first.status, first.body.errors]).toEqual([422, errors])
    await photograph(token, order)
    await send(token, order, { move: 'fail', reason: 'refused' })
    shop.wait(minuteMs)
    await send(token, order, { move: 'dispatch' })
    const second = await send(token, order, byPhoto)
    expect([second.status, second.body.errors]).toEqual([422, errors])
    expect((await stopsOf(token))[0]?.codesLeft).toBe(5)
  })

  it('a photo of an earlier try is not of the delivery, and staff alone see it, as what it is', async () => {
    const { order, token } = await outForDelivery()
    await photograph(token, order)
    expect(await staffPhotos(order)).toMatchObject({
      door: expect.any(String),
      isDoorOfEarlierTry: false,
    })
    await send(token, order, { move: 'fail', reason: 'nobody-in' })
    shop.wait(minuteMs)
    await send(token, order, { move: 'dispatch' })
    expect((await send(token, order, handOver(order))).body.fulfilment).toBe('delivered')
    const orders = [{ id: order, fulfilment: 'delivered' as const }]
    expect(await loadPhotos(shop.context.db, orders)).toEqual({})
    const tracking = (await trackingUrl(shop.context, order, 'sender')).split('/track/')[1]
    const tracked = await shop.api.request(`/orders/photo?token=${tracking}&kind=door`)
    expect([await seenBy(customer, order), tracked.status]).toEqual([404, 404])
    expect(await seenBy(staff, order)).toBe(200)
    expect(await staffPhotos(order)).toMatchObject({
      door: expect.any(String),
      isDoorOfEarlierTry: true,
    })
  })

  it('photo and move that are sent again under their id change nothing', async () => {
    const { order, token } = await outForDelivery()
    const id = crypto.randomUUID()
    const file = async () => (await findPhoto(shop.context.db, order, 'door'))?.file
    await photograph(token, order, { id })
    const first = await file()
    await photograph(token, order, { id })
    const second = await file()
    expect(second).not.toBe(first)
    expect(await shop.context.files.get(`order-photos/${first}.webp`)).toBeNull()
    await send(token, order, { ...byPhoto, id })
    expect((await photograph(token, order, { id })).status).toBe(200)
    expect((await send(token, order, { ...byPhoto, id })).status).toBe(200)
    expect(await file()).toBe(second)
    expect(await movesOf(shop.context.db, order)).toHaveLength(2)
    expect((await photograph(token, order)).status).toBe(409)
  })

  it('is photographed only while it is out, by the link of its own run', async () => {
    const waiting = await readyOrder()
    const { token } = await makeRun(waiting)
    const other = await outForDelivery()
    expect((await photograph(token, waiting)).status).toBe(409)
    expect((await photograph(token, other.order)).status).toBe(404)
    expect((await photograph('x', waiting)).status).toBe(404)
    expect(await findPhoto(shop.context.db, waiting, 'door')).toBeNull()
  })

  it('what failed says why, and goes out again', async () => {
    const { order, token } = await outForDelivery()
    await send(token, order, { move: 'fail', reason: 'wrong-address' })
    expect((await movesOf(shop.context.db, order)).at(-1)).toMatchObject({
      to: 'failed',
      detail: 'Wrong address',
    })
    expect((await send(token, order, { move: 'dispatch' })).status).toBe(200)
  })

  it('of two who say different things at once one wins', async () => {
    const { order, token } = await outForDelivery()
    const answers = await Promise.all([
      send(token, order, handOver(order)),
      send(token, order, { move: 'fail', reason: 'refused' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
