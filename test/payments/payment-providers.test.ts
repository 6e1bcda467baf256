import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#platform/app-error.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import {
  lateCapturesHandler,
  lateCaptureWindowMs,
  reconcile,
  reconcilePaymentsHandler,
  refundRetriesMs,
} from '#shop/paying/reconcile-payments.job.server.ts'
import { type PaymentEvent, RefundDelayed } from '#shop/payments/payment-provider.ts'
import { makeRefund } from '#shop/refunds/refund-payment.server.ts'
import {
  begin as beginAtSandbox,
  buy,
  checkoutOf,
  pay as payAtSandbox,
  type Started,
} from '../support/checkout-steps.ts'
import { storedRefunds } from '../support/ledger.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import { createFakeProvider } from './fake-provider.ts'

let shop: TestShop
let fake: ReturnType<typeof createFakeProvider>
let asha: { email: string; token: string }
beforeEach(async () => {
  fake = createFakeProvider()
  shop = await openTestShop({ payments: () => fake.provider })
  await shop.addCake()
  asha = await shop.customer()
})
afterEach(() => shop.close())

/** Orders without a card: the provider's own pages will ask for it. */
async function begin(more: object = {}) {
  const { status, body } = await shop.post<Started>(
    '/orders/process-payment',
    checkoutOf(more),
    asha.token,
  )
  expect(status).toBe(200)
  return body
}

const comeBack = (orderId: string, signedReturn?: Record<string, string>) =>
  shop.post<{ state: string }>('/orders/confirm-payment', { orderId, signedReturn }, asha.token)

/** The provider's word of something, as its webhook brings it. */
function report(event: Partial<PaymentEvent>) {
  const whole = {
    id: `evt_${crypto.randomUUID()}`,
    type: 'payment',
    refundId: null,
    ...event,
  }
  return shop.api.request('/payments/webhook/razorpay', {
    method: 'POST',
    body: JSON.stringify(whole),
  })
}

async function paidOrder() {
  const { orderId, client_secret } = await begin()
  const paymentId = client_secret ?? ''
  fake.pay(paymentId)
  expect((await comeBack(orderId)).body.state).toBe('placed')
  return { orderId, paymentId }
}

const stateOf = async (orderId: string) =>
  (await shop.context.db.select().from(orders)).find(({ id }) => id === orderId)?.state

describe('a provider whose own pages ask for the card', () => {
  it('needs none beforehand', async () => {
    const { client_secret, placed } = await begin()
    expect(client_secret).toBe('fake_1')
    expect(placed).toBe(false)
  })

  it('gets one payment for one order, though two tabs start it at once', async () => {
    const answers = await Promise.all([begin(), begin(), begin()])
    const [first] = answers
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(new Set(answers.map(({ client_secret }) => client_secret)).size).toBe(1)
    expect((await begin()).client_secret).toBe(first?.client_secret)
    fake.pay(first?.client_secret ?? '')
    expect((await comeBack(first?.orderId ?? '')).body.state).toBe('placed')
  })

  it('reports nothing that counts of a payment that lost against the first', async () => {
    const { orderId, client_secret } = await begin()
    const other = await fake.provider.startPayment({
      key: 'lost',
      paymentId: null,
      paymentMethodId: null,
      amountPaise: 90_000,
      currency: 'INR',
      orderNumber: 1042,
      reference: fake.begun()[0]?.reference ?? '',
      customer: { name: 'Asha Rao', email: asha.email },
      address: '12 Church Street,560001,Bengaluru',
    })
    fake.pay(other.id)
    expect((await report({ paymentId: other.id })).status).toBe(204)
    expect(await stateOf(orderId)).toBe('awaiting_payment')
    fake.pay(client_secret ?? '')
    expect((await report({ paymentId: client_secret ?? '' })).status).toBe(204)
    expect(await stateOf(orderId)).toBe('placed')
  })
})

describe('what the browser brings back', () => {
  it('is checked against the provider, which is called all the same', async () => {
    const { orderId, client_secret } = await begin()
    const word = `paid ${client_secret}`
    expect((await comeBack(orderId, { word })).body.state).toBe('awaiting_payment')
    fake.pay(client_secret ?? '')
    expect((await comeBack(orderId, { word })).body.state).toBe('placed')
  })

  it('is refused when it is not the word of the provider, and changes nothing', async () => {
    const { orderId, client_secret } = await begin()
    fake.pay(client_secret ?? '')
    const before = await tableContents(shop.context.db)
    expect((await comeBack(orderId, { word: 'paid fake_2' })).status).toBe(400)
    expect((await comeBack(orderId, {})).status).toBe(400)
    expect(await tableContents(shop.context.db)).toEqual(before)
  })
})

describe('money that comes after the order is over', () => {
  it('is given back, and the shop is told', async () => {
    const { orderId, client_secret } = await begin()
    shop.wait(unpaidOrderLifetimeMs)
    await reconcilePaymentsHandler(shop.context).run({})
    expect(await stateOf(orderId)).toBe('expired')
    fake.pay(client_secret ?? '')
    await report({ paymentId: client_secret ?? '' })
    await shop.runJobs()
    expect(await stateOf(orderId)).toBe('expired')
    expect(await storedRefunds(shop.context.db)).toMatchObject([
      { amountPaise: 90_000, status: 'succeeded' },
    ])
    expect([...shop.mails.values()].map(({ subject }) => subject).sort()).toEqual([
      'Order 1001: your payment is refunded',
      'Payment refunded: order 1001',
    ])
  })

  it('or for one that a fault of the shop keeps from being placed, too', async () => {
    const { orderId, client_secret } = await begin()
    fake.pay(client_secret ?? '')
    const { db } = shop.context
    await db.execute(
      sql`alter table orders add constraint fault check (state <> 'placed') not valid`,
    )
    expect((await report({ paymentId: client_secret ?? '' })).status).toBe(204)
    await db.execute(sql`alter table orders drop constraint fault`)
    await shop.runJobs()
    expect(await stateOf(orderId)).toBe('expired')
    expect(await storedRefunds(db)).toMatchObject([{ amountPaise: 90_000, status: 'succeeded' }])
    expect([...shop.mails.values()].map(({ to }) => to).sort()).toEqual([
      asha.email,
      shop.context.shop.email,
    ])
  })

  it('is found within the hour where no webhook tells of it', async () => {
    const { orderId, client_secret } = await begin()
    shop.wait(unpaidOrderLifetimeMs)
    await reconcilePaymentsHandler(shop.context).run({})
    const { run } = lateCapturesHandler(shop.context)
    const ended = await tableContents(shop.context.db)
    shop.wait(60_000)
    await run({})
    expect(await tableContents(shop.context.db)).toEqual(ended)
    fake.pay(client_secret ?? '')
    await run({})
    await run({})
    await shop.runJobs()
    expect(await stateOf(orderId)).toBe('expired')
    expect(fake.refunds.size).toBe(1)
  })

  it('is not looked for for ever', async () => {
    await begin()
    shop.wait(unpaidOrderLifetimeMs)
    await reconcilePaymentsHandler(shop.context).run({})
    shop.wait(lateCaptureWindowMs - unpaidOrderLifetimeMs)
    const { getPayment } = fake.provider
    const requestedIds: string[] = []
    fake.provider.getPayment = (id) => {
      requestedIds.push(id)
      return getPayment(id)
    }
    const { run } = lateCapturesHandler(shop.context)
    shop.wait(-1)
    await run({})
    expect(requestedIds).toEqual(['fake_1'])
    shop.wait(1)
    await run({})
    expect(requestedIds).toEqual(['fake_1'])
  })

  it.each([
    ['amount', { amountPaise: 100 }],
    ['currency', { currency: 'USD' }],
  ])('or of another %s, too', async (_, lie) => {
    const { orderId, client_secret } = await begin()
    fake.pay(client_secret ?? '', lie)
    expect((await comeBack(orderId)).body.state).toBe('expired')
    await shop.runJobs()
    expect(fake.refunds.size).toBe(1)
  })
})

describe('a payment of none of our orders', () => {
  it.each(['', 'invoice 7', crypto.randomUUID()])('(%j) changes nothing', async (reference) => {
    fake.payElsewhere(reference)
    const before = await tableContents(shop.context.db)
    expect((await report({ paymentId: 'elsewhere' })).status).toBe(204)
    expect(await tableContents(shop.context.db)).toEqual(before)
  })
})

describe('a refund for which the balance is too low', () => {
  it('is tried again; the shop is told once, and the page of the order says it', async () => {
    const { orderId } = await paidOrder()
    fake.emptyBalance(4)
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    const [refund] = await storedRefunds(shop.context.db)
    for (const attempts of [1, 2, 3, 4]) {
      await expect(makeRefund(shop.context, refund?.id ?? '')).rejects.toThrow(RefundDelayed)
      const [row] = await storedRefunds(shop.context.db)
      expect(row).toMatchObject({ status: 'requested', attempts })
    }
    const { number } = (await shop.context.db.select().from(orders))[0] ?? { number: 0 }
    const detail = await loadOrderDetail(shop.context.db, number)
    expect(detail?.refunds).toMatchObject([{ status: 'delayed' }])

    await makeRefund(shop.context, refund?.id ?? '')
    expect(fake.refunds.size).toBe(1)
    await shop.runJobs()
    const subjects = [...shop.mails.values()].map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('A refund is waiting'))).toHaveLength(1)
  })

  it('is left alone by the reconciler until its job has given up since the last attempt', async () => {
    const { orderId } = await paidOrder()
    fake.emptyBalance(1)
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    const [refund] = await storedRefunds(shop.context.db)
    shop.wait(refundRetriesMs)
    await expect(makeRefund(shop.context, refund?.id ?? '')).rejects.toThrow(RefundDelayed)
    await reconcile(shop.context)
    expect(fake.refunds.size).toBe(0)
    shop.wait(refundRetriesMs + 1)
    await reconcile(shop.context)
    expect(fake.refunds.size).toBe(1)
  })
})

describe('a refund that never reaches the card', () => {
  async function refunded() {
    const { orderId, paymentId } = await paidOrder()
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)
    return { orderId, paymentId }
  }
  const row = async () => (await storedRefunds(shop.context.db))[0]
  const failed = (paymentId: string, refundId: string) =>
    report({ type: 'refund', paymentId, refundId })

  it('is noted, and the shop is told, once', async () => {
    const { paymentId } = await refunded()
    await shop.runJobs()
    const refundId = (await row())?.providerId ?? ''
    fake.failRefund(refundId)
    expect((await failed(paymentId, refundId)).status).toBe(204)
    expect((await failed(paymentId, refundId)).status).toBe(204)
    await shop.runJobs()
    expect(await row()).toMatchObject({ status: 'failed' })
    const told = [...shop.mails.values()].filter(({ to }) => to === 'shop@cakewala.test')
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Order \d+ is cancelled$/),
      expect.stringMatching(/^A refund failed: order \d+$/),
    ])
  })

  it('is believed only when the provider says so itself', async () => {
    const { paymentId } = await refunded()
    await shop.runJobs()
    const refundId = (await row())?.providerId ?? ''
    await failed(paymentId, refundId)
    expect(await row()).toMatchObject({ status: 'succeeded' })
  })

  it('is to be told again when its id is not yet known here', async () => {
    const { paymentId } = await refunded()
    const refundId = `back_${(await row())?.key}`
    fake.failRefund(refundId)
    expect((await failed(paymentId, refundId)).status).toBe(503)
    await shop.runJobs()
    expect((await failed(paymentId, refundId)).status).toBe(204)
    expect(await row()).toMatchObject({ status: 'failed' })
  })

  it('of somebody else is nothing to us', async () => {
    const { paymentId } = await paidOrder()
    fake.failRefund('back_other')
    expect((await failed(paymentId, 'back_other')).status).toBe(204)
  })
})

describe('a shop that has gone over to another provider', () => {
  it('has what the former took settled and given back by the former', async () => {
    const former = await openTestShop()
    await former.addCake()
    const ravi = await former.customer('ravi@example.in')
    const { orderId } = await buy(former, ravi.token)
    const { active } = former.context.payments
    Object.assign(former.context.payments, {
      active: fake.provider,
      all: [active, fake.provider],
    })
    await former.post('/orders/cancelOrders', { email: ravi.email, orderId }, ravi.token)
    await former.runJobs()
    expect(await storedRefunds(former.context.db)).toMatchObject([
      { status: 'succeeded', providerId: expect.stringMatching(/^re_/) },
    ])
    expect(fake.refunds.size).toBe(0)
    await former.close()
  })

  describe('and a checkout that was begun at the former', () => {
    let former: TestShop
    let ravi: { email: string; token: string }
    let begun: Started
    beforeEach(async () => {
      former = await openTestShop()
      await former.addCake()
      ravi = await former.customer('ravi@example.in')
      begun = (await beginAtSandbox(former, ravi.token)).body
    })
    afterEach(() => former.close())

    const goOver = () => {
      const all = [former.context.payments.active, fake.provider]
      Object.assign(former.context.payments, { active: fake.provider, all })
    }
    const again = async () =>
      (await former.post<Started>('/orders/process-payment', checkoutOf(), ravi.token)).body
    const states = async () =>
      new Map((await former.context.db.select().from(orders)).map(({ id, state }) => [id, state]))

    it('has it ended there and begins it again', async () => {
      goOver()
      const restarted = await again()
      expect(restarted).toMatchObject({ client_secret: 'fake_1', placed: false })
      expect(await states()).toEqual(
        new Map([
          [begun.orderId, 'expired'],
          [restarted.orderId, 'awaiting_payment'],
        ]),
      )
      await payAtSandbox(former, begun)
      await former.runJobs()
      expect((await states()).get(begun.orderId)).toBe('expired')
    })

    it('answers what was paid there', async () => {
      await payAtSandbox(former, begun)
      goOver()
      expect(await again()).toMatchObject({ orderId: begun.orderId, placed: true })
      expect(fake.begun()).toEqual([])
    })
  })

  it('fails loudly for a provider whose keys are gone, and keeps what is to be given back', async () => {
    await paidOrder()
    await shop.context.db
      .update(orderPayments)
      .set({ provider: 'stripe' })
      .where(eq(orderPayments.cause, 'online'))
    const [order] = await shop.context.db.select().from(orders)
    await shop.post('/orders/cancelOrders', { email: asha.email, orderId: order?.id }, asha.token)
    await expect(shop.runJobs()).rejects.toThrow(
      "the settings of the payment provider 'stripe' are gone",
    )
    expect(await storedRefunds(shop.context.db)).toMatchObject([{ status: 'requested' }])
  })
})

describe('an order that ends while its payment is being begun', () => {
  it('is not told how it could be paid', async () => {
    const { startPayment } = fake.provider
    fake.provider.startPayment = () => Promise.reject(new AppError('unavailable', 'Away.'))
    await shop.post('/orders/process-payment', checkoutOf(), asha.token)
    fake.provider.startPayment = async (start) => {
      shop.wait(unpaidOrderLifetimeMs)
      await reconcilePaymentsHandler(shop.context).run({})
      return startPayment(start)
    }
    const { status, body } = await shop.post<Started>(
      '/orders/process-payment',
      checkoutOf(),
      asha.token,
    )
    expect(status).toBe(409)
    expect(body.client_secret).toBeUndefined()
  })
})

it('a browser that comes back to a placed order hears so, though the provider is away', async () => {
  const { orderId } = await paidOrder()
  fake.provider.getPayment = () => Promise.reject(new AppError('unavailable', 'Away.'))
  expect((await comeBack(orderId)).body.state).toBe('placed')
})

describe('the reconciler', () => {
  it('is not kept from the others by a payment that the provider chokes on', async () => {
    const bad = await begin()
    const good = await begin({ checkoutId: crypto.randomUUID() })
    fake.pay(good.client_secret ?? '')
    const { getPayment } = fake.provider
    Object.assign(fake.provider, {
      getPayment: (id: string) =>
        id === bad.client_secret ? Promise.reject(new Error('choked')) : getPayment(id),
    })
    shop.wait(30_000)
    await reconcilePaymentsHandler(shop.context).run({})
    expect(await stateOf(good.orderId)).toBe('placed')
  })

  it('asks less and less often about a payment that was left, and at the end of its life', async () => {
    await begin()
    const askedAt: number[] = []
    const { getPayment } = fake.provider
    let seconds = 0
    fake.provider.getPayment = (id) => {
      askedAt.push(seconds)
      return getPayment(id)
    }
    const { run } = reconcilePaymentsHandler(shop.context)
    for (; seconds < 3600; seconds += 15) {
      await run({ isFollowUp: true })
      shop.wait(15_000)
    }
    expect(askedAt.slice(0, 5)).toEqual([15, 30, 45, 60, 75])
    expect(askedAt.length).toBeLessThan(30)
    for (const [index, at] of askedAt.slice(1).entries()) {
      const before = askedAt[index] ?? 0
      expect(at - before).toBeLessThanOrEqual(before / 4 + 15)
    }
    await run({ isFollowUp: true })
    expect(askedAt.at(-1)).toBe(3600)
    const [order] = await shop.context.db.select().from(orders)
    expect(order?.state).toBe('expired')
  })

  it('does not pile up while a provider is slow', async () => {
    const { client_secret } = await begin()
    shop.wait(30_000)
    const answer = Promise.withResolvers<void>()
    const { getPayment } = fake.provider
    let requests = 0
    fake.provider.getPayment = async (id) => {
      requests += 1
      await answer.promise
      return getPayment(id)
    }
    const { run } = reconcilePaymentsHandler(shop.context)
    const first = run({})
    await expect.poll(() => requests).toBe(1)
    await Promise.all([run({}), run({ isFollowUp: true })])
    answer.resolve()
    await first
    expect(requests).toBe(1)
    fake.pay(client_secret ?? '')
    shop.wait(15_000)
    await run({})
    expect(requests).toBe(2)
  })
})
