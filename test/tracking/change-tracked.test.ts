import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { changeableParts, changeError, orderParts } from '#shop/changes/changeable-parts.ts'
import type { DeliveryOptions } from '#shop/delivery/delivery.schema.ts'
import { moveOrder } from '#shop/handling/fulfilment/move-order.server.ts'
import { showTracked } from '#shop/order-pages/view-orders.server.ts'
import { requireTracked, trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { raiseLinkVersion } from '#shop/orders/links/tracking-links.store.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: { token: string }
let guest: { token: string; userId: string }
let orderId: string

beforeEach(() => start())
afterEach(() => shop.close())

async function start(options?: Parameters<typeof openTestShop>[0]) {
  shop = await openTestShop(options)
  await shop.addCake({ leadHours: 3, flavours: ['Cocoa', 'Mocha'] })
  owner = await shop.admin()
  const person = { name: 'Manu', email: 'manu@example.in', mobileno: '9876543210' }
  guest = await shop.context.accounts.startGuest(person)
}

const afternoon = { startMinute: 16 * 60, endMinute: 18 * 60 }
const evening = { startMinute: 18 * 60, endMinute: 20 * 60, surchargePaise: 9900 }
const late = { startMinute: 20 * 60, endMinute: 22 * 60, surchargePaise: 19_900 }
const slots = [...everyDay(afternoon), ...everyDay(evening), ...everyDay(late)]

const open = (more: object = {}) =>
  saveSettings(shop, owner.token, settings({ zones: [newZone()], slots, ...more }))

/** A guest's gift, on Saturday from 6 to 8 pm. */
async function buyGift(more: object = {}) {
  ;({ orderId } = await buy(shop, guest.token, {
    time: '2026-11-21T19:00',
    amount: 1009,
    recipient: { name: 'Meena Iyer', mobile: '9812345678' },
    giftMessage: 'Many returns',
    riderNote: 'The blue gate',
    ...more,
  }))
}

const linkTo = async (audience: Audience) =>
  (await trackingUrl(shop.context, orderId, audience)).split('/track/')[1] ?? ''
const change = async (changes: object) =>
  shop.post<{ message: string }>('/orders/changeOrder', {
    token: await linkTo('sender'),
    ...changes,
  })
/** The order as its sender's page shows it, and what it lets them change. */
async function page() {
  const tracked = await requireTracked(shop.context, await linkTo('sender'))
  const shown = await showTracked(shop.context, tracked)
  if (shown.audience !== 'sender') throw new Error('not the sender’s')
  const { order, isInAccount } = shown
  const now = shop.context.clock.now()
  return {
    ...{ isInAccount, order, parts: changeableParts(order, now) },
    why: changeError(order, now),
  }
}
const slotsBy = async (token: string) =>
  shop.get<DeliveryOptions>(`/orders/slots?token=${token}&from=2026-11-21&days=2`)
const move = (what: 'bake' | 'prepare' | 'dispatch' | 'deliver') =>
  shop.context.db.transaction(async (tx) =>
    moveOrder(shop.context, tx, await lockPlacedOrder(tx, orderId), { move: what, by: 'shop' }),
  )
const orderNow = async () => {
  const [row] = await shop.context.db.select().from(orders).where(eq(orders.id, orderId))
  return row
}

async function unchanged<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  const before = await tableContents(shop.context.db)
  const reply = await ask()
  expect(await tableContents(shop.context.db)).toEqual(before)
  return reply
}

describe('a guest whose session is over', () => {
  beforeEach(async () => {
    await open()
    await buyGift()
    shop.wait(13 * hourMs)
    const seen = await shop.post('/orders/viewOrders', { email: 'manu@example.in' }, guest.token)
    expect(seen.status).toBe(401)
  })

  it('changes every part by the link, and it is written down as theirs', async () => {
    const shown = await page()
    expect(shown.parts).toEqual(orderParts)
    expect(shown.order).toMatchObject({
      giftMessage: 'Many returns',
      address: '12 Church Street,560001,Bengaluru',
    })
    const [item] = shown.order.items
    const slots = await slotsBy(await linkTo('sender'))
    expect(slots.body.days.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22'])
    const { status, body } = await change({
      recipientMobile: '+91 98765 00000',
      riderNote: 'Gate 2',
      giftMessage: 'Happy birthday',
      giftFrom: 'Manu',
      address: { address: '7 Hill Road', pincode: '560002' },
      time: '2026-11-22T16:00',
      items: [{ id: item?.id, bname: 'Meena', flavour: 'Mocha' }],
    })
    expect([status, body.message]).toEqual([
      200,
      expect.stringContaining('Your order is changed. We’ve refunded ₹99.'),
    ])
    expect(await orderNow()).toMatchObject({
      recipientMobile: '9876500000',
      riderNote: 'Gate 2',
      giftMessage: 'Happy birthday',
      giftFrom: 'Manu',
      address: '7 Hill Road,560002,Bengaluru',
      slotStartsAt: new Date('2026-11-22T10:30Z'),
      paidPaise: 91_000,
    })
    expect((await page()).order.items).toMatchObject([{ bname: 'Meena', flavour: 'Mocha' }])
    const [entry] = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'change-order'))
    expect(entry).toMatchObject({ actorId: guest.userId, subjectId: orderId })
    await shop.runJobs()
    const told = [...shop.mails.values()].find(({ subject }) => subject.includes('new time'))
    expect(told?.to).toBe('manu@example.in')
  })

  it('changes what they sent, and not what another page changed', async () => {
    await change({ giftMessage: 'Happy birthday' })
    await change({ riderNote: 'Gate 2' })
    await shop.post('/orders/whereTo', {
      token: await linkTo('recipient'),
      address: '7 Rose Lane',
    })
    await change({ address: { city: 'Bangalore' } })
    expect(await orderNow()).toMatchObject({
      giftMessage: 'Happy birthday',
      riderNote: 'Gate 2',
      address: '7 Rose Lane,560001,Bangalore',
    })
  })

  it.each([
    ['a number with letters', { recipientMobile: '98abc' }, 422, 'recipientMobile'],
    ['a message without end', { giftMessage: 'x'.repeat(201) }, 422, 'giftMessage'],
    [
      'an address in no zone',
      { address: { pincode: '110001', city: 'Delhi' } },
      409,
      'address.pincode',
    ],
    ['an address without a pincode', { address: { pincode: '' } }, 422, 'address.pincode'],
    ['a time between slots', { time: '2026-11-21T15:00' }, 422, 'time'],
  ])('is told of %s at its field', async (_, wrong, status, field) => {
    const token = await linkTo('sender')
    const before = await orderNow()
    const reply = await shop.post('/orders/changeOrder', { token, ...wrong })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([status, [field]])
    expect(await orderNow()).toEqual(before)
  })

  it('is not led to View Orders, where they cannot log in', async () => {
    expect(await page()).toMatchObject({ isInAccount: false })
  })
})

describe('a link', () => {
  it('changes its order so often, and then not for a while', async () => {
    await shop.close()
    await start({ limits: { attempts: 2 } })
    await buyGift({ time: '2026-11-21T17:30', amount: 900 })
    const statuses: number[] = []
    for (const riderNote of ['1', '2', '3']) statuses.push((await change({ riderNote })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await orderNow())?.riderNote).toBe('2')
  })

  it('of the recipient, an older or a revoked one shows nothing and changes nothing', async () => {
    await buyGift({ time: '2026-11-21T17:30', amount: 900 })
    const older = await linkTo('sender')
    await raiseLinkVersion(shop.context.db, orderId, 'sender')
    for (const token of [await linkTo('recipient'), older, 'x']) {
      const body = { token, giftMessage: 'Mine' }
      expect((await unchanged(() => shop.post('/orders/changeOrder', body))).status).toBe(404)
      expect((await slotsBy(token)).status).toBe(404)
    }
    shop.wait(40 * dayMs)
    expect((await change({ giftMessage: 'Mine' })).status).toBe(404)
  })
})

describe('from the lock on', () => {
  it.each([
    [
      'has arrived',
      async () => {
        await move('prepare')
        await move('dispatch')
        await move('deliver')
      },
    ],
    [
      'is cancelled',
      async () => shop.post('/orders/cancelOrders', { token: await linkTo('sender') }),
    ],
  ])('nothing is changed of one that %s', async (_, end) => {
    await buyGift({ time: '2026-11-21T17:30', amount: 900 })
    await end()
    expect((await page()).parts).toEqual([])
    expect((await change({ riderNote: 'Gate 2' })).status).toBe(409)
  })
})
