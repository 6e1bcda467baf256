import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { orderMarks } from '#shop/admin-orders/list/list-orders.server.ts'
import { loadCustomersOrders, showTracked } from '#shop/order-pages/view-orders.server.ts'
import { keepReadyText } from '#shop/orders/mails/order-mail.server.tsx'
import type { Audience } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { loadRuns } from '#shop/riders/plan/plan-runs.server.ts'
import { aCharge, anOrder } from '../support/an-order.ts'
import { buy, moveOrder } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let staff: string
let orderId: string

const recipient = { recipientName: 'Meena', recipientEmail: 'meena@example.in' }
const porter = { name: 'Porter', link: 'https://porter.in/track/42', note: 'Fare ₹140' }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  staff = (await shop.admin()).token
  orderId = (await buy(shop, (await shop.customer()).token)).orderId
  await change({ fulfilment: 'ready', ...recipient })
})
afterEach(() => shop.close())

const change = (changes: Partial<typeof orders.$inferInsert>) =>
  shop.context.db.update(orders).set(changes).where(eq(orders.id, orderId))

const say = (courier: unknown, order = orderId) =>
  shop.post('/orders/courier', { order, courier }, staff)

async function read() {
  const order = await findOrder(shop.context.db, orderId)
  if (!order) throw new Error('no order')
  return order
}

async function pages() {
  const order = await read()
  const page = (audience: Audience) =>
    showTracked(shop.context, { order, audience, isGuests: false })
  const [card] = await loadCustomersOrders(shop.context, [order])
  return [
    await page('sender'),
    await page('recipient'),
    { ...card, ...card?.order, code: card?.code },
  ]
}

async function newMails() {
  await shop.runJobs()
  const sent = [...shop.mails.values()]
  shop.mails.clear()
  return sent
}

const makeRun = () =>
  shop.post<{ id: string; detail: string }>(
    '/runs/make',
    { riderName: 'Ravi', riderMobile: '9876500000', orders: [orderId] },
    staff,
  )

describe('a courier in place of a rider', () => {
  it('is on the pages of customer and recipient with the link, without a code or the note', async () => {
    for (const page of await pages()) {
      expect(page).toMatchObject({ courier: null, code: expect.stringMatching(/^\d{4}$/) })
    }
    expect((await say(porter)).status).toBe(200)
    const { note, ...shown } = porter
    for (const page of await pages()) {
      expect(page).toMatchObject({ courier: shown, code: null })
      expect(JSON.stringify(page)).not.toContain(note)
    }
    await moveOrder(shop, { orderId, move: 'dispatch', token: staff })
    await moveOrder(shop, { orderId, move: 'deliver', token: staff })
    for (const page of await pages()) expect(page).toMatchObject({ courier: null })
  })

  it('is in the mails that it is on its way, with the link', async () => {
    await say(porter)
    await newMails()
    await moveOrder(shop, { orderId, move: 'dispatch', token: staff })
    const mails = await newMails()
    expect(mails.map(({ to }) => to).sort()).toContain('meena@example.in')
    expect(mails).toHaveLength(2)
    for (const { text, html } of mails) {
      expect(text).toMatch(
        /A courier brings it:\s+> Porter\s+See where it is \S*porter\.in\/track\/42/,
      )
      expect(html).toContain('href="https://porter.in/track/42"')
      expect(text + html).not.toMatch(/140|asks for this code/)
    }
  })

  it('is known to staff, with the note, in lists, runs and the history', async () => {
    await say(porter)
    const order = await read()
    expect(orderMarks(order).map(({ text }) => text)).toContain('By Porter')
    const [slot] = (await loadRuns(shop.context, '2026-11-21')).slots
    expect(slot?.orders).toMatchObject([{ who: 'Meena, by Porter', canGo: false }])
    const detail = await loadOrderDetail(shop.context.db, order.number)
    expect(detail?.courier).toEqual(porter)
    expect(detail?.history.at(-1)).toMatchObject({
      did: 'said which courier brings the order',
      detail: 'Porter, “Fare ₹140”',
    })
    expect(JSON.stringify(detail?.history)).not.toContain('porter.in')
  })

  it('and a rider’s run never have the same order', async () => {
    await say(porter)
    const refused = await makeRun()
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'A courier brings order 1001: Porter.' },
    })
    expect((await say(null)).status).toBe(200)
    const made = await makeRun()
    expect(made.status).toBe(200)
    expect((await say(porter)).status).toBe(409)
    await shop.post('/runs/leave', { run: made.body.id, order: orderId }, staff)
    expect((await say(porter)).status).toBe(200)
  })

  it.each(['http://porter.in/1', 'javascript:alert(1)', 'porter.in/1', 'https://'])(
    'has no link such as %s',
    async (link) => {
      expect((await say({ ...porter, link })).status).toBe(422)
      expect((await read()).courier).toBeNull()
    },
  )

  it('brings nothing that has arrived or is picked up, and only staff who edit orders say so', async () => {
    const kitchen = await shop.staff('kitchen')
    const body = { order: orderId, courier: porter }
    expect((await shop.post('/orders/courier', body, kitchen.token)).status).toBe(403)
    expect((await say(porter, crypto.randomUUID())).status).toBe(404)
    await change({ fulfilment: 'delivered', arrivedAt: shop.context.clock.now() })
    expect(await say(porter)).toMatchObject({
      status: 409,
      body: { detail: 'Order 1001 is delivered: no courier brings it.' },
    })
  })

  it('takes no money at the door: what is due is to be paid to the shop', () => {
    const order = anOrder({ charges: [aCharge(40_000)] })
    expect(keepReadyText(order)).toBe('Please keep ₹400 ready in cash.')
    expect(keepReadyText({ ...order, courier: porter })).toBe(
      '₹400 is still to be paid, to us and not to the courier.',
    )
  })
})
