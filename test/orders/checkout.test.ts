import { count, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditLog, isChange } from '#shop/audit-log/audit-log.tables.server.ts'
import { orderPayments, paymentEvents } from '#shop/orders/money/ledger.tables.server.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { settleEvent, settlePayment } from '#shop/paying/settle-payment.server.ts'
import { sandboxIntents } from '#shop/payments/sandbox/sandbox.tables.server.ts'
import {
  begin,
  buy,
  checkOut,
  checkoutOf,
  comeBack,
  customLine,
  moveOrder,
  newCard,
  pay,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { storedPayments } from '../support/ledger.ts'
import { openTestShop, type TestShop, truffle } from '../support/test-shop.ts'

let shop: TestShop
let token: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  await shop.addCake({
    id: 'brownie',
    name: 'Brownie',
    category: 'pestry',
    price: 120,
    weight: ['0.12'],
  })
  token = (await shop.customer()).token
})
afterEach(() => shop.close())

const rows = async (table: typeof orders | typeof orderItems) =>
  shop.context.db.select().from(table)

async function counts() {
  const of = async (table: typeof orders | typeof sandboxIntents) =>
    (await shop.context.db.select({ n: count() }).from(table))[0]?.n
  return {
    orders: await of(orders),
    payments: (await storedPayments(shop.context.db)).length,
    intents: await of(sandboxIntents),
  }
}

const inAMinute = { now: () => new Date(shop.context.clock.now().getTime() + 60_000) }

describe('a card payment', () => {
  it('becomes a placed order, its mail and nothing twice', async () => {
    const started = await begin(shop, token)
    expect(started.status).toBe(200)
    expect(started.body).toMatchObject({ placed: false })
    expect((await pay(shop, started.body)).body.status).toBe('succeeded')
    const back = await comeBack(shop, token, started.body.orderId)
    expect(back.body.state).toBe('placed')
    await shop.runJobs()
    expect([...shop.mails.keys()]).toEqual(
      ['order-placed', 'new-order'].map((kind) => `${kind}-${started.body.orderId}`),
    )
    const mail = shop.mails.get(`order-placed-${started.body.orderId}`)
    expect(mail).toMatchObject({ to: 'asha@example.in' })
    expect(mail?.text).toContain('₹900')
    expect(mail?.text).toContain('Happy Birthday Ravi')
    expect(await counts()).toEqual({ orders: 1, payments: 1, intents: 1 })
  })

  it.each([
    ['the browser comes back', (orderId: string) => comeBack(shop, token, orderId)],
    ['the provider reports it', () => shop.runJobs()],
    ['nobody does, and the shop asks', () => reconcile({ ...shop.context, clock: inAMinute })],
  ])('is placed by its customer in the audit log when %s', async (_, settle) => {
    const { body } = await begin(shop, token)
    await pay(shop, body)
    await settle(body.orderId)
    expect(await shop.context.db.select().from(auditLog).where(isChange)).toMatchObject([
      { action: 'place-order', actor: 'customer', actorEmail: 'asha@example.in' },
    ])
  })

  it('keeps what was ordered with the prices of the catalogue', async () => {
    await buy(shop, token, {
      order: [
        { ...truffleLine, wt: '0.5', amount: 3 },
        { ...truffleLine, cakeid: 'brownie', wt: '0.12', price: 120, amount: 2, bname: '' },
      ],
      amount: 1275 + 240 + 50,
    })
    const [order] = await shop.context.db.select().from(orders)
    expect(order).toMatchObject({
      state: 'placed',
      chargedPaise: 156_500,
      paidPaise: 156_500,
      customerName: 'Asha Rao',
      customerMobile: '9876543210',
      deliveryAt: new Date('2026-11-21T12:00:00Z'),
    })
    const items = await shop.context.db.select().from(orderItems).orderBy(orderItems.position)
    expect(
      items.map(({ name, unitPaise, pricePaise, amount }) => [name, unitPaise, pricePaise, amount]),
    ).toEqual([
      ['Truffle Cake', 42_500, 85_000, 3],
      ['Brownie', 12_000, 12_000, 2],
    ])
  })

  it('is one order and one charge when sent twice at once, and again after the answer was lost', async () => {
    const paymentMethodId = newCard()
    const body = checkoutOf({ paymentMethodId })
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => shop.post<Started>('/orders/process-payment', body, token)),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(sent.map((one) => one.body.orderId)).size).toBe(1)
    expect(new Set(sent.map((one) => one.body.client_secret)).size).toBe(1)
    await pay(shop, sent[0]?.body as Started)
    await comeBack(shop, token, sent[0]?.body.orderId as string)
    const again = await shop.post<Started>('/orders/process-payment', body, token)
    expect(again.body).toMatchObject({ orderId: sent[0]?.body.orderId, placed: true })
    expect(await counts()).toEqual({ orders: 1, payments: 1, intents: 1 })
  })

  it('leaves out half a letter, which a browser may cut off', async () => {
    await begin(shop, token, { order: [{ ...customLine, detail: 'Blue \ud83c' }], amount: 0 })
    expect(await rows(orderItems)).toMatchObject([{ detail: 'Blue' }])
  })

  it('is moved with half a letter too', async () => {
    const { orderId } = await buy(shop, token)
    const admin = await shop.admin()
    const move = { orderId, move: 'bake', token: admin.token, detail: 'Blue \ud83c' }
    expect((await moveOrder(shop, move)).status).toBe(200)
  })

  it('makes another order for another checkout, and for the same one with other contents', async () => {
    await begin(shop, token)
    await begin(shop, token, { checkoutId: '00000000-0000-4000-8000-000000000002' })
    await begin(shop, token, { order: [{ ...truffleLine, amount: 2 }], amount: 1750 })
    expect((await counts()).orders).toBe(3)
  })

  it('can be tried with another card after a refusal, on the same order', async () => {
    const refused = await begin(shop, token, { paymentMethodId: newCard('declined') })
    const answer = await pay(shop, refused.body)
    expect(answer.body.error).toMatch(/declined/i)
    expect((await comeBack(shop, token, refused.body.orderId)).body.state).toBe('awaiting_payment')
    const again = await begin(shop, token)
    expect(again.body.orderId).toBe(refused.body.orderId)
    await pay(shop, again.body)
    expect((await comeBack(shop, token, again.body.orderId)).body.state).toBe('placed')
    expect(await counts()).toEqual({ orders: 1, payments: 1, intents: 1 })
  })

  it('is refused to a thief who tries one card after another on it', async () => {
    const strict = await openTestShop({ limits: { attempts: 2 } })
    await strict.addCake()
    const thief = (await strict.customer()).token
    const statuses = []
    for (let n = 0; n < 4; n += 1) {
      const paymentMethodId = newCard('declined')
      const { status, body } = await begin(strict, thief, { paymentMethodId })
      if (status === 200) await pay(strict, body)
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    await strict.close()
  })

  it('survives a payment provider that fails between the order and its payment', async () => {
    let fails = 1
    const flaky = await openTestShop({
      payments: (real) => ({
        ...real,
        async startPayment(start) {
          const started = await real.startPayment(start)
          if (fails-- > 0) throw new Error('the answer was lost')
          return started
        },
      }),
    })
    try {
      await flaky.addCake()
      const customer = await flaky.customer()
      expect((await begin(flaky, customer.token)).status).toBe(500)
      const bought = await buy(flaky, customer.token)
      expect(bought.state).toBe('placed')
      const all = await flaky.context.db.select().from(sandboxIntents)
      expect(all).toHaveLength(1)
    } finally {
      await flaky.close()
    }
  })

  it('gives nobody the way to pay an order that expired during the call of the provider', async () => {
    const expiring = await openTestShop({
      payments: (provider) => ({
        ...provider,
        async startPayment(start) {
          const begun = await provider.startPayment(start)
          const { db } = expiring.context
          const its = eq(orderPayments.key, start.key)
          await db.update(orderPayments).set({ status: 'cancelled' }).where(its)
          return begun
        },
      }),
    })
    await expiring.addCake()
    const sent = await begin(expiring, (await expiring.customer()).token)
    await expiring.close()
    expect([sent.status, sent.body.client_secret]).toEqual([409, undefined])
  })
})

describe('the server prices the cart', () => {
  const refused = (more: object, errors: object) => async () => {
    const answer = await begin(shop, token, more)
    expect(answer.status).toBe(409)
    expect(answer.body.errors).toEqual(errors)
    expect(answer.body.detail).toMatch(/\S/)
    expect(await counts()).toEqual({ orders: 0, payments: 0, intents: 0 })
  }

  it('refuses a changed amount of a checkout it knows, and charges what it was begun with', async () => {
    const first = await begin(shop, token)
    const changed = await begin(shop, token, { amount: 1 })
    expect(changed.status).toBe(409)
    expect(changed.body.errors).toEqual({ amount: 'The total is now ₹900.' })
    expect((await begin(shop, token)).body.orderId).toBe(first.body.orderId)
    expect(await counts()).toEqual({ orders: 1, payments: 1, intents: 1 })
  })

  it(
    'refuses a stale price, and says what the line comes to, as the cart does',
    refused(
      {
        order: [
          { ...truffleLine, price: 800 },
          { ...truffleLine, price: 800, wt: '0.5' },
          { ...truffleLine, price: 800, wt: '0.5', amount: 2 },
          { ...truffleLine, cakeid: 'brownie', wt: '0.12', price: 100 },
          { ...truffleLine, cakeid: 'brownie', wt: '0.12', price: 100, amount: 3 },
        ],
        amount: 850,
      },
      {
        'order.0': 'The price of Truffle Cake is now ₹850 per kg, ₹850 for 1 kg.',
        'order.1': 'The price of Truffle Cake is now ₹850 per kg, ₹425 for 0.5 kg.',
        'order.2': 'The price of Truffle Cake is now ₹850 per kg, ₹850 for 2 × 0.5 kg.',
        'order.3': 'The price of Brownie is now ₹120 each.',
        'order.4': 'The price of Brownie is now ₹120 each, ₹360 for 3.',
      },
    ),
  )

  it(
    'refuses a cake that is gone, a flavour and a weight that are not made, and more than can be ordered',
    refused(
      {
        order: [
          { ...truffleLine, cakeid: 'gone' },
          { ...truffleLine, flavour: 'Garlic' },
          { ...truffleLine, wt: '7' },
          { ...truffleLine, amount: 6 },
        ],
        amount: 10_000,
      },
      {
        'order.0': 'This cake is no longer in our shop. Please remove it.',
        'order.1': 'Truffle Cake is no longer made in Garlic. Please choose another flavour.',
        'order.2': 'Truffle Cake is no longer made in 7 kg. Please choose another weight.',
        'order.3': 'Only 5 can be ordered at once',
      },
    ),
  )

  it(
    'refuses more than can be ordered when it comes in several lines, whatever name is piped',
    refused(
      {
        order: [
          { ...truffleLine, amount: 3 },
          { ...truffleLine, amount: 3, bname: 'Asha', flavour: 'Truffle cream' },
        ],
        amount: 5150,
      },
      {
        'order.0': 'Only 5 can be ordered at once',
        'order.1': 'Only 5 can be ordered at once',
      },
    ),
  )
})

it('bad input changes nothing refuses an unknown card without a charge', async () => {
  const answer = await begin(shop, token, { paymentMethodId: 'pm_made_up' })
  expect(answer.status).toBe(409)
  expect(
    (await shop.context.db.select().from(sandboxIntents)).every(
      ({ status }) => status !== 'succeeded',
    ),
  ).toBe(true)
})

describe('customised cakes', () => {
  it('need the hours of the setting, and so does what is delivered with them', async () => {
    shop.context.shop.customLeadHours = 48
    const lines = { order: [truffleLine, customLine] }
    const early = await begin(shop, token, { ...lines, time: '2026-11-22T09:59' })
    expect(early.body.errors).toEqual({
      time: 'We need at least 48 hours to bake and deliver your cake. Please choose 22 Nov 2026, 10:00 am or later.',
    })
    expect(await counts()).toEqual({ orders: 0, payments: 0, intents: 0 })
    expect((await begin(shop, token, { ...lines, time: '2026-11-22T10:00' })).status).toBe(200)
  })

  it('alone are placed at once, with the shipping due in cash', async () => {
    const answer = await checkOut(shop, token, { order: [customLine], amount: 0 })
    expect(answer.body).toMatchObject({ client_secret: null, placed: true })
    const [order] = await shop.context.db.select().from(orders)
    expect(order).toMatchObject({ state: 'placed', chargedPaise: 5_000, paidPaise: 0 })
    expect(await shop.runJobs()).toEqual(['send-mail', 'send-mail'])
    expect(await storedPayments(shop.context.db)).toEqual([])
  })

  it('beside ready-made ones leave the card the ready-made lines and the shipping', async () => {
    await buy(shop, token, { order: [truffleLine, customLine] })
    const [order] = await shop.context.db.select().from(orders)
    expect(order).toMatchObject({ state: 'placed', chargedPaise: 90_000, paidPaise: 90_000 })
  })
})

describe('settling', () => {
  it('comes by the event when the browser vanished, once however often it is reported', async () => {
    const started = await begin(shop, token)
    await pay(shop, started.body)
    expect((await shop.runJobs()).sort()).toEqual(['send-mail', 'send-mail', 'settle-event'])
    const [event] = await shop.context.db.select().from(paymentEvents)
    const again = { paymentId: idOf(started.body), eventId: event?.providerEventId ?? '' }
    for (let times = 0; times < 3; times++)
      await settleEvent(shop.context, { provider: 'sandbox', refundId: null, ...again })
    expect(await shop.runJobs()).toEqual([])
    expect(await shop.context.db.select().from(paymentEvents)).toHaveLength(1)
    expect(await orderStates()).toEqual(['placed'])
  })

  it('comes with the same checkout, sent again after it was paid', async () => {
    const { body } = await begin(shop, token)
    await pay(shop, body)
    const again = await begin(shop, token)
    expect(again.body).toMatchObject({ orderId: body.orderId, placed: true, secondsToPay: 0 })
    expect(await rows(orders)).toMatchObject([{ state: 'placed' }])
    expect((await comeBack(shop, token, body.orderId)).body.state).toBe('placed')
  })

  it('by return, webhook and reconciler at once places the order once', async () => {
    const started = await begin(shop, token)
    await pay(shop, started.body)
    const paymentId = idOf(started.body)
    await Promise.all([
      comeBack(shop, token, started.body.orderId),
      comeBack(shop, token, started.body.orderId),
      settlePayment(shop.context, { provider: 'sandbox', paymentId, eventId: 'evt_a' }),
      settlePayment(shop.context, { provider: 'sandbox', paymentId, eventId: 'evt_a' }),
      settlePayment(shop.context, { provider: 'sandbox', paymentId }),
    ])
    expect((await shop.runJobs()).filter((name) => name === 'send-mail')).toHaveLength(2)
  })

  it("is not done for another customer's order", async () => {
    const started = await begin(shop, token)
    const other = await shop.customer('other@example.in')
    const answer = await comeBack(shop, other.token, started.body.orderId)
    expect(answer.status).toBe(403)
  })

  it('says how long an order awaits its payment', async () => {
    expect((await begin(shop, token)).body).toMatchObject({ secondsToPay: 3600 })
    shop.wait(20 * 60_000)
    expect((await begin(shop, token)).body).toMatchObject({ secondsToPay: 2400 })
  })

  it('ends an order left unpaid for an hour, so that it cannot be paid any more', async () => {
    const started = await begin(shop, token)
    shop.wait(unpaidOrderLifetimeMs - 1)
    await reconcile(shop.context)
    expect(await orderStates()).toEqual(['awaiting_payment'])
    shop.wait(1)
    await reconcile(shop.context)
    expect(await orderStates()).toEqual(['expired'])
    expect((await pay(shop, started.body)).body.status).not.toBe('succeeded')
    const fresh = await begin(shop, token)
    expect(fresh.body.orderId).not.toBe(started.body.orderId)
  })

  it('ends an order the payment provider never heard of', async () => {
    await begin(shop, token)
    await shop.context.db.update(orderPayments).set({ providerId: null })
    shop.wait(unpaidOrderLifetimeMs)
    await reconcile(shop.context)
    expect(await orderStates()).toEqual(['expired'])
  })

  it('keeps an order that is paid at the very last moment', async () => {
    const started = await begin(shop, token)
    await pay(shop, started.body)
    shop.wait(unpaidOrderLifetimeMs)
    await reconcile(shop.context)
    expect(await orderStates()).toEqual(['placed'])
  })
})

it('the catalogue changes while a customer pays charges what the order says', async () => {
  const started = await begin(shop, token)
  const { cakes } = await import('#shop/cakes/cakes.tables.server.ts')
  await shop.context.db.update(cakes).set({ pricePaise: 99_900 }).where(eq(cakes.id, truffle.id))
  await pay(shop, started.body)
  expect((await comeBack(shop, token, started.body.orderId)).body.state).toBe('placed')
  const [order] = await shop.context.db.select().from(orders)
  expect(order?.paidPaise).toBe(90_000)
})

const orderStates = async () =>
  (await shop.context.db.select().from(orders)).map(({ state }) => state)

const idOf = ({ client_secret }: Started) => client_secret?.split('_secret_')[0] ?? ''
