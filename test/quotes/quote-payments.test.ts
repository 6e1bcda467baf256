import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { recordDispute } from '#shop/paying/record-dispute.server.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import { adoptRefunds } from '#shop/refunds/adopt-refund.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import {
  buy,
  checkoutOf,
  customLine,
  newCard,
  pay,
  payByLink,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { token: string }
let admin: { token: string }

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
beforeEach(() => deposit(0))
afterAll(() => shop.close())

function deposit(percent: number) {
  Object.assign(shop.context.shop, { depositPercent: percent })
}

/** A customised cake for ₹5,000 that waits for its answer. */
async function quoted(more: object = {}, token = asha.token) {
  const checkoutId = crypto.randomUUID()
  const wanted = { order: [customLine], amount: 0, checkoutId, ...more }
  const { orderId } = await buy(shop, token, wanted)
  const item = (await itemsOf(shop.context.db, orderId)).find(({ customize }) => customize)
  const answer = { order: orderId, suborder: item?.id, data: 1, msg: 5000 }
  expect((await shop.post('/orders/confirmOrder', answer, admin.token)).status).toBe(200)
  const quote = (await quotesOfOrder(shop.context.db, orderId)).at(-1)
  if (!quote) throw new Error('no quote')
  return { orderId, token: shop.context.quoteTokens.sign(quote.id) }
}

const accept = (token: string) =>
  shop.post<{ status: string; link?: string }>('/quotes/answer', { token, answer: 'accept' })

/** The link that pays the quote of a link. */
const toPay = (token: string) => {
  const quoteId = shop.context.quoteTokens.read(token)
  return quoteId ? shop.context.payTokens.sign(quoteId) : token
}

async function begin(token: string, more: object = {}) {
  const paymentMethodId = newCard()
  return shop.post<Started>('/payments/start', { token: toPay(token), paymentMethodId, ...more })
}

const comeBack = (token: string) =>
  shop.post<{ state: string }>('/payments/confirm', { token: toPay(token) })

async function paid(token: string, more: object = {}) {
  const { body } = await begin(token, more)
  await pay(shop, body)
  return (await comeBack(token)).body.state
}

async function standingOf(orderId: string) {
  const order = await findOrder(shop.context.db, orderId)
  if (!order) throw new Error('no order')
  const { duePaise } = doorStanding(order)
  const item = order.items.find(({ customize }) => customize)
  return { status: item?.status, paidPaise: order.paidPaise, duePaise }
}

const papersOf = (orderId: string) =>
  shop.context.db.select().from(orderPapers).where(eq(orderPapers.orderId, orderId))

const gift = {
  recipient: { name: 'Meena', mobile: '9812345678', email: '', surprise: true },
}

describe('a customised cake', () => {
  it('is paid at the door, as the specification has it, and may be paid at once', async () => {
    const { orderId, token } = await quoted()
    expect((await accept(token)).body.status).toBe('accepted')
    const door = { status: 'accepted', paidPaise: 0, duePaise: 505_000 }
    expect(await standingOf(orderId)).toMatchObject(door)

    // The page of the link shows all of it, as nothing is required.
    for (const choice of [{ all: true }, {}]) {
      const other = await quoted()
      expect(await paid(other.token, choice)).toBe('placed')
      const ahead = { status: 'accepted', paidPaise: 505_000, duePaise: 0 }
      expect(await standingOf(other.orderId)).toEqual(ahead)
    }
  })

  it('of a deposit is accepted by paying it; the rest is due at the door, and the invoice has both', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    const asked = await accept(token)
    expect(asked.body).toMatchObject({ status: 'payment', link: `/quote?token=${token}` })
    expect(await standingOf(orderId)).toMatchObject({ status: 'quoted', paidPaise: 0 })

    expect(await paid(token)).toBe('placed')
    const left = { status: 'accepted', paidPaise: 150_000, duePaise: 355_000 }
    expect(await standingOf(orderId)).toEqual(left)
    const [invoice] = await papersOf(orderId)
    expect(invoice?.content).toMatchObject({ total: { total: 505_000 }, paidByCard: 150_000 })
  })

  it('keeps what came for it, whatever a bank takes back of the other cakes', async () => {
    const both = { order: [truffleLine, customLine], amount: 900 }
    const { orderId, token } = await quoted(both)
    expect(await paid(token, { all: true })).toBe('placed')
    const order = await findOrder(shop.context.db, orderId)
    const paymentId = order?.payments.find(({ buys }) => buys?.kind === 'order')?.providerId ?? ''
    await recordDispute(shop.context, {
      ...{ provider: 'sandbox', paymentId },
      report: {
        ...{ id: 'du_all', amountPaise: 590_000, reason: 'general', status: 'lost' },
        ...{ isRefundable: true, answerBy: null, reportedAt: shop.context.clock.now() },
      },
    })
    expect(await standingOf(orderId)).toMatchObject({ paidPaise: 500_000, duePaise: 0 })
  })

  it('as a surprise costs its recipient nothing', async () => {
    const { orderId, token } = await quoted(gift)
    expect((await accept(token)).body.status).toBe('payment')
    expect(await paid(token)).toBe('placed')
    expect(await standingOf(orderId)).toMatchObject({ paidPaise: 505_000, duePaise: 0 })
  })

  it('of a guest is paid when it is accepted', async () => {
    const person = { name: 'Manu', email: 'manu@example.in', mobileno: '9876543210' }
    const guest = (await shop.context.accounts.startGuest(person)).token
    const { token } = await quoted({}, guest)
    expect((await accept(token)).body.status).toBe('payment')
    expect(await paid(token)).toBe('placed')
  })

  it('beside cakes that are paid takes its own share alone; cancelling gives all back', async () => {
    deposit(20)
    const { orderId, token } = await quoted({ order: [truffleLine, customLine], amount: 900 })
    expect(await paid(token)).toBe('placed')
    expect(await standingOf(orderId)).toMatchObject({ paidPaise: 190_000, duePaise: 400_000 })
    const cancelled = await shop.post(
      '/orders/cancelOrders',
      { email: 'asha@example.in', orderId },
      asha.token,
    )
    expect(cancelled.status).toBe(200)
    expect(await standingOf(orderId)).toMatchObject({ paidPaise: 0, duePaise: 0 })
  })
})

describe('a payment of a quote', () => {
  it('is one, however often it is begun', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    const [first, second] = [await begin(token), await begin(token)]
    expect(second.body.client_secret).toBe(first.body.client_secret)
    await pay(shop, first.body)
    expect([(await comeBack(token)).body.state, (await comeBack(token)).body.state]).toEqual([
      'placed',
      'placed',
    ])
    expect((await begin(token)).status).toBe(409)
    expect(await standingOf(orderId)).toMatchObject({ paidPaise: 150_000 })
  })

  it('is asked about where it stands, after all, the deposit and all again were begun', async () => {
    deposit(30)
    const { token } = await quoted()
    await begin(token, { all: true })
    await begin(token)
    expect(await paid(token, { all: true })).toBe('placed')
  })

  it('whose browser never came back accepts the quote all the same', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    await pay(shop, (await begin(token)).body)
    shop.wait(11_000)
    await reconcile(shop.context)
    expect(await standingOf(orderId)).toMatchObject({ status: 'accepted', paidPaise: 150_000 })
  })

  it('that nobody makes lapses, and may be begun again', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    const { body: left } = await begin(token)
    shop.wait(unpaidOrderLifetimeMs)
    await reconcile(shop.context)
    const again = await begin(token)
    expect(again.status).toBe(200)
    expect(again.body.client_secret).not.toBe(left.client_secret)
    await pay(shop, again.body)
    expect((await comeBack(token)).body.state).toBe('placed')
    expect(await standingOf(orderId)).toMatchObject({ paidPaise: 150_000 })
  })

  it('for a quote that expired meanwhile goes back, and a mail says so', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    const { body } = await begin(token)
    await expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01T00:00:00Z') } })
    await pay(shop, body)
    await reconcile(shop.context)
    await shop.runJobs()
    expect(await standingOf(orderId)).toMatchObject({ status: 'expired', paidPaise: 0 })
    const mails = [...shop.mails.values()].map(({ subject }) => subject)
    expect(mails).toContainEqual(expect.stringMatching(/your payment is refunded/))
  })

  it('for a quote that was accepted at the door meanwhile goes back when the browser returns', async () => {
    const { orderId, token } = await quoted()
    const { body } = await begin(token, { all: true })
    expect((await accept(token)).body.status).toBe('accepted')
    expect((await comeBack(token)).body.state).toBe('placed')
    await pay(shop, body)
    for (const _ of ['at once', 'again']) expect((await comeBack(token)).body.state).toBe('expired')
    await shop.runJobs()
    const door = { status: 'accepted', paidPaise: 0, duePaise: 505_000 }
    expect(await standingOf(orderId)).toMatchObject(door)
  })

  it('whose cake cannot be had for a fault of the shop goes back, and both are told', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    const { body } = await begin(token)
    await pay(shop, body)
    const { db } = shop.context
    await db.execute(
      sql`alter table quotes add constraint fault check (status <> 'accepted') not valid`,
    )
    expect((await comeBack(token)).body.state).toBe('expired')
    await db.execute(sql`alter table quotes drop constraint fault`)
    expect((await comeBack(token)).body.state).toBe('expired')
    await shop.runJobs()
    expect(await standingOf(orderId)).toMatchObject({ status: 'quoted', paidPaise: 0 })
    const order = await findOrder(db, orderId)
    expect(order?.payments).toMatchObject([
      { returned: 'not-had', paise: 150_000 },
      { cause: 'refund', paise: -150_000, status: 'succeeded' },
    ])
    const subjects = [...shop.mails.values()].map(({ subject }) => subject)
    expect(subjects).toContain(`Order ${order?.number}: your payment is refunded`)
    expect(subjects).toContain(`Payment refunded: order ${order?.number}`)
    // Another try is another payment.
    expect(await paid(token)).toBe('placed')
  })

  it('that the database cannot store now is settled later', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    await pay(shop, (await begin(token)).body)
    const { db } = shop.context
    await db.execute(sql`create function busy() returns trigger language plpgsql as
      $$ begin raise exception 'busy' using errcode = '55P03'; end $$`)
    await db.execute(sql`create trigger busy before update on quotes execute function busy()`)
    expect((await comeBack(token)) as object).toMatchObject({ status: 503 })
    await db.execute(sql`drop function busy cascade`)
    expect((await comeBack(token)).body.state).toBe('placed')
    expect(await standingOf(orderId)).toMatchObject({ status: 'accepted', paidPaise: 150_000 })
  })

  it('that goes back in the provider’s dashboard lowers the price, and is not collected at the door', async () => {
    deposit(30)
    const { orderId, token } = await quoted()
    expect(await paid(token)).toBe('placed')
    const { payments = [] } = (await findOrder(shop.context.db, orderId)) ?? {}
    const { provider, providerId } = payments.find(({ buys }) => buys?.kind === 'quote') ?? {}
    if (!provider || !providerId) throw new Error('no deposit')
    const refund = { id: 're_dashboard', paymentId: providerId, amountPaise: 50_000 }
    await adoptRefunds(shop.context, { provider, paymentId: providerId }, [
      { ...refund, key: null, status: 'made' },
    ])
    const left = { paidPaise: 100_000, duePaise: 355_000 }
    expect(await standingOf(orderId)).toMatchObject(left)
  })

  it('is not of another’s making: a token that we did not sign pays nothing', async () => {
    const paymentMethodId = newCard()
    const { status } = await shop.post('/payments/start', { token: 'x.y', paymentMethodId })
    expect(status).toBe(404)
    expect((await comeBack('x.y')) as object).toMatchObject({ status: 404 })
  })
})

it('leaves every ledger in agreement', async () => {
  await shop.runJobs()
  expect(await contradictions(shop)).toEqual([])
})

describe('all of a quote is paid ahead, where nothing may be due at the hand-over', () => {
  let owner: string
  const place = { time: '2026-11-24T17:30', address: '12 Church Street,560001,Bengaluru' }
  const midnight = '2026-11-24T23:30'

  beforeAll(async () => {
    shop = await openTestShop()
    await shop.addCake()
    admin = await shop.admin()
    owner = admin.token
    const slots = [
      ...everyDay(),
      ...everyDay({ kind: 'midnight', startMinute: 1380, endMinute: 1440 }),
    ]
    const usual = { ...settings().usual, cashLimitPaise: 200_000 }
    const zones = [newZone({ takesCash: true }), newZone({ name: 'East', pincodes: ['560037'] })]
    await saveSettings(shop, owner, settings({ zones, slots, usual }))
  })
  afterAll(async () => {
    expect(await contradictions(shop)).toEqual([])
    await shop.close()
  })

  let customers = 0
  async function customer(isConfirmed: boolean) {
    customers += 1
    return shop.customer(`ahead${customers}@example.in`, { isConfirmed })
  }
  const bySession = async (token: string, orderId: string) => {
    const quote = (await quotesOfOrder(shop.context.db, orderId)).at(-1)?.id
    return shop.post<{ status: string }>('/orders/answerQuote', { quote, answer: 'accept' }, token)
  }
  const dueOf = async (orderId: string) => (await standingOf(orderId)).duePaise
  const trackingToken = (orderId: string) => shop.context.trackingTokens.sign(`${orderId}-s1`)

  it.each(['session', 'link'])(
    'of an account whose email is not confirmed, by its %s',
    async (way) => {
      const { token } = await customer(false)
      const { orderId, token: link } = await quoted(place, token)
      const answer = way === 'link' ? await accept(link) : await bySession(token, orderId)
      expect(answer.body.status).toBe('payment')
      expect(await standingOf(orderId)).toMatchObject({ status: 'quoted' })
      expect(await paid(link)).toBe('placed')
      expect(await dueOf(orderId)).toBe(0)
    },
  )

  it.each(['its session', 'its link', 'staff'])(
    'once it moves to midnight, by %s, and only then',
    async (way) => {
      const { token } = await customer(true)
      const { orderId } = await quoted(place, token)
      expect((await bySession(token, orderId)).body.status).toBe('accepted')
      expect(await dueOf(orderId)).toBe(506_000)
      const change = { time: midnight, ...(way === 'staff' && { reason: 'You called us' }) }
      const { status, body } =
        way === 'its link'
          ? await shop.post<{ message: string }>('/orders/changeOrder', {
              token: trackingToken(orderId),
              ...change,
            })
          : await shop.post<{ message: string }>(
              '/orders/changeOrder',
              { orderId, ...change },
              way === 'staff' ? owner : token,
            )
      expect([status, body.message]).toEqual([200, expect.stringMatching(/waits .* ₹5,060/)])
      expect((await findOrder(shop.context.db, orderId))?.deliveryAt.toISOString()).toBe(
        '2026-11-24T12:00:00.000Z',
      )
      const settled = await payByLink(shop, payPath(shop.context, orderId))
      expect(settled.state).toBe('placed')
      const moved = await findOrder(shop.context.db, orderId)
      expect(moved?.deliveryAt.toISOString()).toBe('2026-11-24T18:00:00.000Z')
      expect(await dueOf(orderId)).toBe(0)
    },
  )

  it('of a cake that is not agreed yet nothing is paid before its quote is accepted', async () => {
    const { token } = await customer(true)
    const { orderId, token: link } = await quoted(place, token)
    const move = { orderId, time: midnight }
    expect(
      (await shop.post<{ message: string }>('/orders/changeOrder', move, token)).body.message,
    ).toBe('Your order is changed.')
    expect((await accept(link)).body.status).toBe('payment')
  })

  it('of an order that staff took may be due, but not at midnight', async () => {
    const take = (checkout: object, more: object = {}) =>
      shop.post<{ orderId: string }>(
        '/orders/take',
        {
          customer: { name: 'Meera', mobileno: '9876500001', email: 'meera@example.in' },
          paid: null,
          checkout: checkoutOf({ checkoutId: crypto.randomUUID(), ...place, ...checkout }),
          ...more,
        },
        owner,
      )
    const late = await take({ time: midnight, amount: 910 })
    expect([late.status, late.body]).toMatchObject([409, { errors: { paid: /midnight/ } }])
    expect((await take({ time: midnight, amount: 910 }, { paid: { method: 'cash' } })).status).toBe(
      200,
    )
    const { orderId } = (await take({ amount: 910 })).body
    const { body } = await shop.post<{ message: string }>('/orders/changeOrder', {
      token: trackingToken(orderId),
      time: midnight,
    })
    expect(body.message).toMatch(/waits .* ₹910/)
    const more = await shop.post<{ message: string }>('/orders/changeOrder', {
      token: trackingToken(orderId),
      time: '2026-11-25T17:30',
    })
    expect(more.body.message).toBe('Your order is changed.')
    expect(await dueOf(orderId)).toBe(91_000)
  })
})
