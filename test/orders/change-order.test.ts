import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from '#platform/mail/mailer.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import {
  buy,
  checkOut,
  customLine,
  moveOrder,
  ordersOf,
  refundOrder,
  truffleLine,
} from '../support/checkout-steps.ts'
import { newZone, saveSettings, settings } from '../support/delivery.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

const order = async () => (await ordersOf(shop, asha))[0] as ApiOrder

/** Buys a gift for somebody who can be called. */
async function buyGift(more: object = {}) {
  const { orderId } = await buy(shop, asha.token, more)
  await shop.context.db
    .update(orders)
    .set({ recipientName: 'Ravi Iyer', recipientMobile: '9123456780', giftMessage: 'Many returns' })
    .where(eq(orders.id, orderId))
}

async function change(changes: object, token = asha.token) {
  const { id: orderId } = await order()
  return shop.post<{ message: string }>('/orders/changeOrder', { orderId, ...changes }, token)
}

const changeMail = () =>
  [...shop.mails.values()].find(({ subject }) => /is changed|has a new time/.test(subject))

/** What the mail of a change says that is new: 'Flavour: Cocoa → Mocha'. */
function changesIn(mail: Mail | undefined): string[] {
  const lines = mail?.text.split('\n').filter((line) => line !== '') ?? []
  return lines.flatMap((line, index) =>
    line.includes(' → ') ? line.replace(/^> /, `${lines[index - 1]} `) : [],
  )
}

const bake = async () =>
  moveOrder(shop, { orderId: (await order()).id, move: 'bake', token: admin.token })

describe('before the lock', () => {
  it('the texts, the number, the address and the cakes are changed, and the price is not', async () => {
    await buyGift({ order: [truffleLine, customLine] })
    const before = await order()
    const [cake] = before.order
    const { status, body } = await change({
      recipientMobile: '+91 98765 00000',
      riderNote: 'Gate 2',
      giftMessage: '',
      giftFrom: 'Asha',
      address: { address: '7 Hill Road' },
      items: [{ id: cake?.id, bname: 'Happy Birthday Raj', detail: 'In blue' }],
    })
    expect([status, body.message]).toEqual([200, 'Your order is changed.'])
    const after = await order()
    expect(after).toMatchObject({
      gift: {
        recipient: { name: 'Ravi Iyer', mobile: '9876500000', email: '', surprise: false },
        message: '',
        from: 'Asha',
      },
      riderNote: 'Gate 2',
    })
    expect(after.address).toBe('7 Hill Road,560001,Bengaluru')
    expect(after.order[0]).toMatchObject({ bname: 'Happy Birthday Raj', detail: 'In blue' })
    const { subtotal, shipping, paidByCard, refunded } = before
    expect(after).toMatchObject({ subtotal, shipping, paidByCard, refunded })
    const entries = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'change-order'))
    const parts = ['recipientMobile', 'riderNote', 'giftMessage', 'giftFrom', 'address', 'items']
    expect(entries.map(({ after }) => after)).toEqual([{ parts, change: expect.any(String) }])
  })

  it('the customer is mailed what was changed, and nothing where nothing was', async () => {
    await buyGift()
    await shop.runJobs()
    const mailsBefore = shop.mails.size
    await change({ riderNote: 'Gate 2', giftFrom: 'Asha' })
    await change({ riderNote: 'Gate 2' })
    await shop.runJobs()
    const [mail, ...others] = [...shop.mails.values()]
      .slice(mailsBefore)
      .filter(({ to }) => to !== shop.context.shop.email)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Your order \d+ is changed$/)
    expect(mail?.text).toContain('you have changed the note for the rider and who the card is from')
  })

  it('the mail names the new address', async () => {
    await buyGift()
    await change({ address: { address: '7 Hill Road' } })
    await shop.runJobs()
    expect(changesIn(changeMail())).toEqual([
      'Address: 12 Church Street, 560001, Bengaluru → 7 Hill Road, 560001, Bengaluru',
    ])
  })

  it('the mail says what is new, with what it was: names on cakes first', async () => {
    await buyGift({ order: [truffleLine, { ...truffleLine, wt: '0.5', bname: '' }], amount: 1325 })
    const [first, second] = (await order()).order
    await change({
      giftMessage: '',
      time: '2026-11-22T17:30',
      items: [
        { id: first?.id, bname: 'Happy Birthday Raj', flavour: 'Truffle cream', wt: '0.5' },
        { id: second?.id, bname: 'Ravi' },
      ],
    })
    await shop.runJobs()
    expect(changesIn(changeMail())).toEqual([
      'Cake 1, Truffle Cake: name on cake: Happy Birthday Ravi → Happy Birthday Raj',
      'Cake 1, Truffle Cake: flavour: Cocoa → Truffle cream',
      'Cake 1, Truffle Cake: weight: 1 kg → 0.5 kg',
      'Cake 2, Truffle Cake: name on cake: none → Ravi',
      'Gift message: Many returns → none',
      'Delivery time: Sat 21 Nov, 5:30 pm → Sun 22 Nov, 5:30 pm.',
    ])
  })

  it('of a change that is paid later the mail says what is changed already', async () => {
    await buyGift({ order: [{ ...truffleLine, wt: '0.5' }], amount: 475 })
    const [cake] = (await order()).order
    await change({ items: [{ id: cake?.id, bname: 'Raj', wt: '1' }] })
    await shop.runJobs()
    expect(changesIn(changeMail())).toEqual(['Name on cake: Happy Birthday Ravi → Raj'])
  })

  it('the same again changes nothing', async () => {
    await buyGift()
    await change({ riderNote: 'Gate 2' })
    const again = await shop.unchanged(() => change({ riderNote: 'Gate 2' }))
    expect([again.status, again.body.message]).toEqual([200, 'Nothing was changed.'])
  })

  it('a cake is made in another of its flavours, and in no other', async () => {
    await shop.addCake({ id: 'opera', name: 'Opera Cake', flavours: ['Coffee', 'Mocha'] })
    const line = { ...truffleLine, cakeid: 'opera', flavour: 'Coffee' }
    await buyGift({ order: [line] })
    const [cake] = (await order()).order
    const other = await shop.unchanged(() => change({ items: [{ id: cake?.id, flavour: 'Tar' }] }))
    expect([other.status, other.body.errors]).toEqual([
      422,
      { items: 'Opera Cake does not come in Tar.' },
    ])
    await change({ items: [{ id: cake?.id, flavour: 'Mocha' }] })
    expect((await order()).order[0]).toMatchObject({ flavour: 'Mocha', subtotal: 850 })
  })

  describe('to another state', () => {
    const inMumbai = { address: { pincode: '400050', city: 'Mumbai' } }
    /** Invoices first: the clock of these tests stands still. */
    const papers = async () => {
      const found = await papersOf(shop.context.db, [(await order()).id])
      return found.map(({ serial, content: { total, state, credits } }) => [
        serial,
        state.code,
        total.total,
        total.igst,
        ...(credits ? [credits.serial, credits.reason] : []),
      ])
    }

    it('its invoice is credited and written again, and nobody pays more or less', async () => {
      await buy(shop, asha.token)
      const before = await order()
      const { status, body } = await change(inMumbai)
      expect([status, body.message]).toEqual([
        200,
        'Your order is changed. Your invoice is credited and written again for Maharashtra.',
      ])
      // 850 × 5 ÷ 105 = 40.48 and 50 × 5 ÷ 105 = 2.38.
      expect(await papers()).toEqual([
        ['CW/26-27/0000001', '29', 900_00, 0],
        ['CW/26-27/0000002', '27', 900_00, 42_86],
        [
          'CN/26-27/0000001',
          '29',
          900_00,
          0,
          'CW/26-27/0000001',
          'Delivered to Maharashtra: charged again on a new invoice',
        ],
      ])
      const { paidByCard, dueInCash } = await order()
      expect([paidByCard, dueInCash]).toEqual([before.paidByCard, before.dueInCash])
      expect(await contradictions(shop)).toEqual([])
    })

    it('what is refunded later is credited on the new one', async () => {
      const { orderId } = await buy(shop, asha.token)
      await refundOrder(shop, { orderId, amount: 90, token: admin.token })
      await change(inMumbai)
      await refundOrder(shop, { orderId, amount: 300, token: admin.token })
      const all = await papers()
      expect(all.map(([serial, , paise]) => [serial, paise])).toEqual([
        ['CW/26-27/0000001', 900_00],
        ['CW/26-27/0000002', 810_00],
        ['CN/26-27/0000001', 90_00],
        ['CN/26-27/0000002', 810_00],
        ['CN/26-27/0000003', 300_00],
      ])
      expect(all.at(-1)?.[4]).toBe('CW/26-27/0000002')
      expect(await contradictions(shop)).toEqual([])
    })

    it('and back again is as it was', async () => {
      await buy(shop, asha.token)
      await change(inMumbai)
      await change({ address: { pincode: '560001', city: 'Bengaluru' } })
      expect((await papers()).map(([serial, code]) => [serial, code])).toEqual([
        ['CW/26-27/0000001', '29'],
        ['CW/26-27/0000002', '27'],
        ['CW/26-27/0000003', '29'],
        ['CN/26-27/0000001', '29'],
        ['CN/26-27/0000002', '27'],
      ])
      expect(await contradictions(shop)).toEqual([])
    })

    it('an order without a paper has its first one for that state', async () => {
      await checkOut(shop, asha.token, { order: [customLine], amount: 0 })
      expect((await change(inMumbai)).body.message).toBe('Your order is changed.')
      await putItems(shop, eq(orderItems.customize, true), 'accepted')
      expect((await papers()).map(([serial, code]) => [serial, code])).toEqual([
        ['CW/26-27/0000001', '27'],
      ])
    })

    it('a shop that may not sell there refuses it', async () => {
      await buyGift()
      Object.assign(shop.context.shop, { gst: 'composition' })
      const { status, body } = await shop.unchanged(() => change(inMumbai))
      expect([status, body.errors]).toEqual([
        409,
        { 'address.pincode': 'We deliver only within Karnataka.' },
      ])
      expect((await change({ address: { pincode: '560002' } })).status).toBe(200)
    })
  })

  it('the address is where the shop delivers', async () => {
    const zones = [newZone(), newZone({ name: 'Far', pincodes: ['5601'], active: false })]
    await saveSettings(shop, admin.token, settings({ zones }))
    await buyGift({ time: '2026-11-21T17:00', amount: 910 })
    const far = await shop.unchanged(() => change({ address: { pincode: '560100' } }))
    expect([far.status, far.body.errors]).toEqual([
      409,
      { 'address.pincode': 'We don’t deliver to 560100 yet.' },
    ])
    expect((await change({ address: { pincode: '560002' } })).status).toBe(200)
  })

  it('the address is one line, however it was typed', async () => {
    await buyGift()
    await change({ address: { address: '7 Hill Road,\nnear the temple\n' } })
    expect((await order()).address).toBe('7 Hill Road, near the temple,560001,Bengaluru')
  })

  it('the rider can still find the door', async () => {
    await buyGift()
    const { status, body } = await shop.unchanged(() =>
      change({ address: { address: '' }, recipientMobile: '' }),
    )
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['recipientMobile']])
  })
})

it.each([
  ['it is baked', bake],
  ['its lead has begun', () => shop.wait(29 * 60 * 60_000)],
])('after the lock because %s, only what the rider needs is changed', async (_, lock) => {
  await buyGift()
  await lock()
  const { status, body } = await shop.unchanged(() => change({ giftMessage: 'Later' }))
  expect(status).toBe(409)
  expect(body.detail).toMatch(/Only what the rider needs can still be changed\. Call us on /)
  expect((await change({ riderNote: 'Gate 2', recipientMobile: '9876500000' })).status).toBe(200)
  expect((await order()).riderNote).toBe('Gate 2')
})
