import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockGuest } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { deliveryLoads } from '#shop/delivery/delivery.tables.server.ts'
import { releaseLapsedPlaces, reservePlace } from '#shop/delivery/places.server.ts'
import { kitchenLoad } from '#shop/delivery/slot-options.ts'
import {
  findCheckoutPayment,
  insertPaymentEvent,
  lockPayment,
  storeSettledEvent,
} from '#shop/orders/money/payments.store.server.ts'
import { itemsOf, setItemStatus } from '#shop/orders/orders.store.server.ts'
import { begin, buy, customLine, ordersOf, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

// The embedded database does one thing after the other.
describe.runIf(process.env.TEST_DATABASE_URL)('at the same moment', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
    await shop.addCake()
  })
  afterAll(() => shop.close())

  /** How many wait for what another transaction has locked. */
  async function waiting() {
    const { rows } = await shop.context.db.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }

  it('lets a cake be deleted while an order of it is changed: neither waits for the other', async () => {
    const { db } = shop.context
    const { token } = await shop.customer()
    const admin = await shop.admin()
    const { orderId } = await buy(shop, token, {
      amount: 1750,
      order: [truffleLine, { ...truffleLine, bname: 'Asha' }],
    })
    const items = await itemsOf(db, orderId)
    const ids = items.map(({ id }) => id)

    const deleted = await db.transaction(async (tx) => {
      await setItemStatus(tx, ids, 'cancelled')
      return shop.post('/cakes/deletecake', { id: 'truffle' }, admin.token)
    })
    expect(deleted).toMatchObject({ status: 200 })
    expect(await itemsOf(db, orderId)).toEqual(
      items.map((item) => ({ ...item, status: 'cancelled' })),
    )
    const body = await ordersOf(shop, { email: 'asha@example.in', token })
    expect(body[0]?.order.map(({ cakeid }) => cakeid)).toEqual([null, null])
  })

  it('lets guests of one e-mail ask for custom cakes: who waits for another holds nobody up', async () => {
    const { db } = shop.context
    const person = { email: 'guests@example.in', mobileno: '9811111111' }
    const tokens: Record<string, string> = {}
    for (const name of ['Asha', 'Ravi']) {
      const { body } = await shop.post<{ token: string }>('/auth/guest', { ...person, name })
      tokens[name] = body.token
    }
    const inOrder = db.select().from(users).where(eq(users.guestEmail, person.email))
    const [first, last] = await inOrder.orderBy(users.id)
    if (!first || !last) throw new Error('there are no two guests')
    const { pending } = await db.transaction(async (tx) => {
      await lockGuest(tx, first.id)
      const pending = begin(shop, tokens[last.name] ?? '', { order: [customLine], amount: 0 })
      await expect.poll(waiting).toBe(1)
      await tx.select().from(users).where(eq(users.id, last.id)).for('update', { noWait: true })
      return { pending }
    })
    expect((await pending).status).toBe(200)
  })

  it('gives lapsed places back before their minutes of the kitchen: who waits for one holds no other up', async () => {
    const { db, clock } = shop.context
    const [first = '', last = ''] = [crypto.randomUUID(), crypto.randomUUID()].sort()
    const day = '2026-12-01'
    const place = {
      day,
      productionDay: day,
      kitchenMinutes: 30,
      state: 'held' as const,
      network: null,
    }
    const limits = { places: null, kitchenMinutes: null }
    for (const slotId of [first, last]) {
      await reservePlace(db, { ...place, slotId, heldUntil: new Date(0) }, limits)
    }
    const loadOf = (what: string) =>
      and(eq(deliveryLoads.day, day), eq(deliveryLoads.resource, what))
    const { released } = await db.transaction(async (tx) => {
      await tx.select().from(deliveryLoads).where(loadOf(last)).for('update')
      const released = releaseLapsedPlaces(db, clock.now())
      await expect.poll(waiting).toBe(1)
      const kitchen = tx.select().from(deliveryLoads).where(loadOf(kitchenLoad))
      await kitchen.for('update', { noWait: true })
      return { released }
    })
    expect(await released).toBe(2)
    const left = db.select().from(deliveryLoads).where(eq(deliveryLoads.day, day))
    expect((await left).map(({ taken }) => taken)).toEqual([0, 0, 0])
  })

  it('stores a webhook that comes again while it is settled: who waits for the payment holds no event', async () => {
    const { db, clock } = shop.context
    await shop.addCake()
    const { token } = await shop.customer('ravi@example.in')
    const { orderId } = await buy(shop, token)
    const { id, providerId } = (await findCheckoutPayment(db, orderId)) ?? {}
    if (!id || !providerId) throw new Error('there is no payment')
    const now = clock.now()
    const [provider, eventId] = ['sandbox', 'evt_again']
    const { again } = await db.transaction(async (tx) => {
      await lockPayment(tx, id)
      const again = storeSettledEvent(db, { provider, paymentId: providerId, eventId, now })
      await expect.poll(waiting).toBe(1)
      const event = { provider, providerEventId: eventId, type: 'succeeded', receivedAt: now }
      await insertPaymentEvent(tx, { paymentId: id, ...event })
      return { again }
    })
    expect(await again).toMatchObject({ returned: null })
  })

  it('gives the last piece of a day to one of twenty', async () => {
    const { accounts } = shop.context
    await shop.editCake({ piecesADay: 1 })
    const tries = Array.from({ length: 20 }, async (_, index) => {
      const [email, mobileno] = [`last${index}@example.in`, `98000000${10 + index}`]
      const { token } = await accounts.startGuest({ name: 'Ravi', email, mobileno })
      return begin(shop, token, { time: '2026-11-29T17:30' })
    })
    const answers = (await Promise.all(tries)).map(({ body }) => body.errors?.time ?? 'had')
    const gone = 'Truffle Cake is sold out on Sun 29 Nov. Please choose another day or cake.'
    expect(answers.sort()).toEqual([...Array(19).fill(gone), 'had'])
    await shop.editCake({ piecesADay: null })
  })

  it('gives the last use of a coupon to one of twenty', async () => {
    const { accounts } = shop.context
    const limits = { maxUses: '1', maxEach: '', startsOn: '', endsOn: '' }
    const coupon = { code: 'LAST', off: '10%', from: '', categories: '', isForFirstOrder: 'no' }
    await shop.post('/coupons', { ...coupon, ...limits }, (await shop.admin()).token)
    const tries = Array.from({ length: 20 }, async (_, index) => {
      const [email, mobileno] = [`last${index}@example.in`, `98000000${10 + index}`]
      const { token } = await accounts.startGuest({ name: 'Ravi', email, mobileno })
      return begin(shop, token, { coupon: 'LAST', amount: 815 })
    })
    const answers = (await Promise.all(tries)).map(({ body }) => body.errors?.coupon ?? 'had')
    expect(answers.sort()).toEqual([...Array(19).fill('Coupon LAST is used up.'), 'had'])
  })
})
