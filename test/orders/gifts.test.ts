import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { begin, buy, ordersOf, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let token: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  token = (await shop.customer()).token
})
afterAll(() => shop.close())

const gift = {
  recipient: { name: 'Meera Rao', mobile: '+91 98123 45678', surprise: true },
  riderNote: 'Second gate,\nring twice',
  giftMessage: 'Happy birthday, Meera!\n\nMay all be \u202egood 🎂 👨‍👩‍👧',
  giftFrom: 'Ravi & Asha',
}
const another = () => ({ checkoutId: crypto.randomUUID() })
const onlyPhone = {
  address: ',560001,Bengaluru',
  recipient: { name: 'Meera Rao', mobile: '9812345678' },
}

const viewed = async (orderId: string) =>
  (await ordersOf(shop, { email: 'asha@example.in', token })).find(({ id }) => id === orderId)

describe('an order for somebody else', () => {
  it('keeps whom it is for and what goes with it, tidied, and shows it to its customer', async () => {
    const { orderId } = await buy(shop, token, { ...another(), ...gift })
    expect(await viewed(orderId)).toMatchObject({
      user: { name: 'Asha Rao' },
      riderNote: 'Second gate, ring twice',
      gift: {
        recipient: { name: 'Meera Rao', mobile: '9812345678', email: '', surprise: true },
        message: 'Happy birthday, Meera!\n\nMay all be good 🎂 👨‍👩‍👧',
        from: 'Ravi & Asha',
      },
    })
  })

  it('has as many letters as people see, in any script', async () => {
    const letters = (count: number) => 'क्षि'.repeat(count)
    const texts = { riderNote: letters(140), giftMessage: letters(200), giftFrom: letters(60) }
    const [line, address] = [{ ...truffleLine, bname: letters(60) }, `${letters(400)},560001,मुंबई`]
    const { orderId } = await buy(shop, token, { ...another(), ...texts, address, order: [line] })
    expect(await viewed(orderId)).toMatchObject({
      address,
      riderNote: texts.riderNote,
      gift: { message: texts.giftMessage, from: texts.giftFrom },
      order: [{ bname: line.bname }],
    })
  })

  it('may have a phone for its street', async () => {
    const { orderId } = await buy(shop, token, { ...another(), ...onlyPhone })
    expect((await viewed(orderId))?.address).toBe(',560001,Bengaluru')
    await shop.runJobs()
    expect(shop.mails.get(`order-placed-${orderId}`)?.text).toContain('560001, Bengaluru')
  })

  it('is for its customer without a recipient, who may still leave a note', async () => {
    const { orderId } = await buy(shop, token, { ...another(), riderNote: 'Ring twice' })
    const order = await viewed(orderId)
    expect([order?.riderNote, order?.gift]).toEqual(['Ring twice', undefined])
  })

  it('is the same order when it is sent again, and another one with another gift', async () => {
    const checkout = { ...another(), ...gift }
    const send = (more: object = {}) => begin(shop, token, { ...checkout, ...more })
    const first = await send()
    expect((await send()).body.orderId).toBe(first.body.orderId)
    const changes = [
      { recipient: { ...gift.recipient, surprise: false } },
      { recipient: null },
      { riderNote: '' },
      { giftMessage: 'Hello' },
      { giftFrom: 'Ravi' },
    ]
    const others = await Promise.all(changes.map((change) => send(change)))
    const ids = new Set([first, ...others].map(({ body }) => body.orderId))
    expect(ids.size).toBe(1 + changes.length)
  })
})

it.each([
  ['a recipient', { recipient: { name: 'Meera Rao', mobile: '9812345678' } }, 'recipient'],
  ['a note for the rider', { riderNote: 'Ring twice' }, 'riderNote'],
])('what is picked up has not %s', async (_, more, field) => {
  const before = (await shop.context.db.select().from(orders)).length
  const { status, body } = await begin(shop, token, { ...another(), pickup: true, ...more })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  expect(await shop.context.db.select().from(orders)).toHaveLength(before)
})
