import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { comparePaymentsHandler } from '#shop/consistency/compare-payments.job.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { addPayment } from '#shop/orders/money/ledger.store.server.ts'
import { duePaise } from '#shop/orders/money/ledger.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { reconcile, refundRetriesMs } from '#shop/paying/reconcile-payments.job.server.ts'
import { makeRefund } from '#shop/refunds/refund-payment.server.ts'
import {
  openAccount,
  openProviderShop,
  openRazorpayAccount,
  openStripeAccount,
  type ProviderAccount,
} from '../support/provider-shop.ts'
import { tableContents } from '../support/table-contents.ts'

async function openShop<Of extends ProviderAccount>(account: Of) {
  const opened = await openProviderShop(account)
  const { shop, asha } = opened
  const { context } = shop
  return {
    ...opened,
    /** Each twice. */
    deliverAll: () => opened.sendAll([...account.deliveries(), ...account.deliveries()]),
    async compareAtNight() {
      await comparePaymentsHandler(context).run({})
      await shop.runJobs()
    },
    /** Payments of the order after the first: how much, how it stands, by whom. */
    async rows(orderId: string) {
      const order = await findOrder(context.db, orderId)
      return (order?.payments.slice(1) ?? []).map(({ paise, status, by }) => [paise, status, by])
    },
    async standing(orderId: string) {
      const order = await findOrder(context.db, orderId)
      return order && { due: duePaise(order), paid: order.paidPaise }
    },
    papers: async (orderId: string) =>
      (await papersOf(context.db, [orderId])).map(({ kind, totalPaise }) => [kind, totalPaise]),
    toOwner: () =>
      [...shop.mails.values()]
        .filter(({ to }) => to === context.shop.email)
        // Besides the order itself, and that its customer cancels it.
        .filter(({ subject }) => !/^New order|is cancelled$/.test(subject))
        .map(({ subject }) => subject.replace(/ \d+$/, '')),
    async refundedForCustomer(orderId: string) {
      const { email, token } = asha
      const { body } = await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, token)
      return body.find(({ id }) => id === orderId)?.refunded
    },
  }
}

/** A shop at Razorpay, where an order may be paid by several tries. */
async function openRazorpayShop() {
  const opened = await openShop(await openRazorpayAccount())
  const { razorpay } = opened.account
  return {
    ...opened,
    /** An order that was paid; another try of before is captured when `secondTry` is called. */
    async buyWithSecondTry() {
      let secondTry = () => {}
      const order = await opened.buy({
        async pay(orderId) {
          razorpay.pay(orderId, { outcome: 'authorized' })
          razorpay.pay(orderId)
          const [first] = razorpay.ledger.paymentsOf(orderId)
          secondTry = () => razorpay.capture(first?.id ?? '')
        },
      })
      return { ...order, secondTry }
    },
  }
}

const inDashboard = 'Refund in the dashboard: order'
const tooOld = 'The payment is more than 6 months old'

describe.each(['stripe', 'razorpay'] as const)('at %s', (name) => {
  let opened: Awaited<ReturnType<typeof openShop<ProviderAccount>>>
  beforeEach(async () => {
    opened = await openShop<ProviderAccount>(await openAccount[name]())
  })
  afterEach(() => opened.close())

  it('a refund of the dashboard is adopted once, with its credit note, and the rest can be refunded', async () => {
    const { account, shop, buy, cancel, deliverAll, rows, standing, papers } = opened
    const { orderId, paymentId } = await buy()
    account.refundInDashboard(paymentId, 300_00)
    await deliverAll()
    expect(await rows(orderId)).toEqual([[-300_00, 'succeeded', 'provider']])
    expect(await standing(orderId)).toEqual({ due: 0, paid: 600_00 })
    expect(await papers(orderId)).toEqual([
      ['invoice', 900_00],
      ['credit-note', 300_00],
    ])
    expect(opened.toOwner()).toEqual([inDashboard])
    expect(await opened.findings()).toEqual([])
    const before = await tableContents(shop.context.db)
    await deliverAll()
    await opened.compareAtNight()
    const { order_charges, order_papers } = before
    expect(await tableContents(shop.context.db)).toMatchObject({ order_charges, order_papers })

    expect((await cancel(orderId)).body).toMatchObject({
      message: expect.stringContaining('₹600'),
    })
    await shop.runJobs()
    await deliverAll()
    expect(account.refundsOf(paymentId)).toEqual([300_00, 600_00])
    expect(await standing(orderId)).toEqual({ due: 0, paid: 0 })
    expect(opened.toOwner()).toEqual([inDashboard])
    expect(await opened.findings()).toEqual([])
  })

  it('cancelled before the shop hears of it, the order’s refund is lowered to what is left', async () => {
    const { account, shop, buy, cancel, deliverAll, rows } = opened
    const { orderId, paymentId } = await buy()
    account.refundInDashboard(paymentId, 300_00)
    await cancel(orderId)
    await shop.runJobs()
    expect(account.refundsOf(paymentId)).toEqual([300_00, 600_00])
    expect(await rows(orderId)).toEqual([
      [-600_00, 'succeeded', 'shop'],
      [-300_00, 'succeeded', 'provider'],
    ])
    await deliverAll()
    expect(opened.toOwner()).toEqual([inDashboard])
    expect(await opened.refundedForCustomer(orderId)).toBe(900)
    expect(await opened.findings()).toEqual([])
  })

  it('a refund of the dashboard may be all that was to be refunded', async () => {
    const { account, shop, buy, cancel, deliverAll, rows } = opened
    const { orderId, paymentId } = await buy()
    await cancel(orderId)
    account.refundInDashboard(paymentId, 900_00)
    await deliverAll()
    await shop.runJobs()
    expect(account.refundsOf(paymentId)).toEqual([900_00])
    expect(await rows(orderId)).toEqual([[-900_00, 'succeeded', 'provider']])
    expect(await opened.findings()).toEqual([])
  })

  it('where no webhook comes, the night’s comparison adopts it, and what was kept of the payment', async () => {
    const { account, buy, rows, compareAtNight, findings } = opened
    const { orderId, paymentId } = await buy()
    account.refundInDashboard(paymentId, 300_00)
    expect(await findings()).toEqual([
      expect.stringContaining('a refund of ₹300 is made there, not known here'),
    ])
    await compareAtNight()
    await compareAtNight()
    expect(await rows(orderId)).toEqual([[-300_00, 'succeeded', 'provider']])
    expect(opened.toOwner()).toEqual([inDashboard])
    expect(await findings()).toEqual([])
    const order = await findOrder(opened.shop.context.db, orderId)
    expect(order?.payments[0]?.feePaise).toBe(name === 'stripe' ? 27_00 : 21_24)
  })

  it('a refund that is refused for good fails, once, and the customer reads the truth', async () => {
    const { account, shop, buy, cancel, rows } = opened
    const { orderId, paymentId } = await buy()
    account.refuse(tooOld)
    await cancel(orderId)
    await shop.runJobs()
    expect(await rows(orderId)).toEqual([[-900_00, 'failed', 'shop']])
    for (let day = 0; day < 3; day++) {
      shop.wait(dayMs + refundRetriesMs)
      await reconcile(shop.context)
      await shop.runJobs()
    }
    expect(account.countRefunds()).toBe(1)
    expect(opened.toOwner()).toEqual(['A refund failed: order'])
    const [mail] = [...shop.mails.values()].filter(({ subject }) => subject.startsWith('A refund'))
    expect(mail?.text).toContain(tooOld)
    expect(await opened.refundedForCustomer(orderId)).toBe(0)
    expect(await opened.findings()).toEqual([expect.stringMatching(/^Notice refund-failed/)])

    // The owner does what the mail says.
    account.refuse(null)
    account.refundInDashboard(paymentId, 900_00)
    await opened.deliverAll()
    expect(await rows(orderId)).toEqual([[-900_00, 'succeeded', 'provider']])
    expect(await opened.refundedForCustomer(orderId)).toBe(900)
    expect(await opened.findings()).toEqual([])
  })

  it('a part of what failed may go back in the dashboard', async () => {
    const { account, shop, buy, cancel, rows } = opened
    const { orderId, paymentId } = await buy()
    account.refuse(tooOld)
    await cancel(orderId)
    await shop.runJobs()
    account.refuse(null)
    account.refundInDashboard(paymentId, 500_00)
    await opened.deliverAll()
    expect(await rows(orderId)).toEqual([
      [-400_00, 'failed', 'shop'],
      [-500_00, 'succeeded', 'provider'],
    ])
    expect(await opened.refundedForCustomer(orderId)).toBe(500)
    expect(await opened.findings()).toEqual([expect.stringMatching(/^Notice refund-failed.*₹400/)])
  })

  it('a goodwill refund that is refused leaves its credit, and the money with the shop', async () => {
    const { account, shop, admin, buy, rows, standing } = opened
    const { orderId } = await buy()
    account.refuse(tooOld)
    const refund = { orderId, amount: 100, reason: 'Dented', key: crypto.randomUUID() }
    await shop.post('/orders/refund', refund, admin)
    await shop.runJobs()
    expect(await rows(orderId)).toEqual([[-100_00, 'failed', 'shop']])
    expect(await standing(orderId)).toEqual({ due: 0, paid: 800_00 })
  })
})

describe('two captures of one order at Razorpay', () => {
  const second = [
    [900_00, 'succeeded', 'provider'],
    [-900_00, 'succeeded', 'shop'],
  ]

  it('are one payment, and the second goes back by its own id', async () => {
    const opened = await openRazorpayShop()
    const { account, deliverAll } = opened
    const { razorpay } = account
    const { orderId, paymentId } = await opened.buy({
      async pay(id) {
        razorpay.pay(id, { outcome: 'authorized' })
        razorpay.pay(id, { outcome: 'authorized' })
        for (const tried of razorpay.ledger.paymentsOf(id)) razorpay.capture(tried.id)
      },
    })
    await deliverAll()
    await deliverAll()
    expect(await opened.rows(orderId)).toEqual(second)
    expect(account.refundsOf(paymentId)).toEqual([900_00])
    expect(opened.toOwner()).toEqual(['Payment refunded: order'])
    expect(await opened.findings()).toEqual([])
    // The order's own money is still there to be refunded.
    await opened.cancel(orderId)
    await opened.shop.runJobs()
    await deliverAll()
    expect(account.refundsOf(paymentId)).toEqual([900_00, 900_00])
    expect(await opened.standing(orderId)).toEqual({ due: 0, paid: 0 })
    expect(await opened.findings()).toEqual([])
    await opened.close()
  })

  it('one after the other are told by the second’s webhook', async () => {
    const opened = await openRazorpayShop()
    const { account, deliverAll } = opened
    const { orderId, paymentId, secondTry } = await opened.buyWithSecondTry()
    await deliverAll()
    expect(await opened.rows(orderId)).toEqual([])
    secondTry()
    await deliverAll()
    expect(await opened.rows(orderId)).toEqual(second)
    expect(account.refundsOf(paymentId)).toEqual([900_00])
    await opened.close()
  })

  it('after the order was cancelled and refunded leave both refunded', async () => {
    const opened = await openRazorpayShop()
    const { account } = opened
    const { orderId, paymentId, secondTry: firstTry } = await opened.buyWithSecondTry()
    await opened.cancel(orderId)
    await opened.deliverAll()
    firstTry()
    await opened.deliverAll()
    await opened.compareAtNight()
    expect(account.refundsOf(paymentId)).toEqual([900_00, 900_00])
    expect(await opened.standing(orderId)).toEqual({ due: 0, paid: 0 })
    expect(await opened.findings()).toEqual([])
    await opened.close()
  })

  it('are found at night where no webhook tells', async () => {
    const opened = await openRazorpayShop()
    const { orderId, secondTry } = await opened.buyWithSecondTry()
    secondTry()
    await opened.compareAtNight()
    await opened.compareAtNight()
    expect(await opened.rows(orderId)).toEqual(second)
    expect(await opened.findings()).toEqual([])
    await opened.close()
  })

  it('go back also if another payment of the order, such as a deposit, has come between them', async () => {
    const opened = await openRazorpayShop()
    const { account, shop } = opened
    const { orderId, paymentId, secondTry } = await opened.buyWithSecondTry()
    await opened.deliverAll()
    await addPayment(shop.context.db, orderId, {
      ...{ paise: 500_00, method: 'provider', cause: 'online', status: 'succeeded' },
      ...{ provider: 'razorpay', providerId: 'order_deposit', paymentId: null, reference: null },
      ...{
        buys: { kind: 'quote', quoteId: orderId },
        key: 'quote-1-1',
        reason: '',
        by: 'shop',
        now: shop.context.clock.now(),
      },
    })
    secondTry()
    await opened.deliverAll()
    expect(account.refundsOf(paymentId)).toEqual([900_00])
    await opened.close()
  })

  it('of which the owner has refunded one by hand before are one payment', async () => {
    const opened = await openRazorpayShop()
    const { account } = opened
    const { orderId, paymentId, secondTry } = await opened.buyWithSecondTry()
    secondTry()
    account.refundInDashboard(paymentId, 900_00)
    await opened.deliverAll()
    await opened.compareAtNight()
    expect(account.refundsOf(paymentId)).toEqual([900_00])
    expect(await opened.rows(orderId)).toEqual([])
    expect(await opened.standing(orderId)).toEqual({ due: 0, paid: 900_00 })
    expect(await opened.findings()).toEqual([])
    await opened.close()
  })

  it('of which the owner refunds one by hand are refunded once', async () => {
    const opened = await openRazorpayShop()
    const { account } = opened
    const { orderId, paymentId, secondTry } = await opened.buyWithSecondTry()
    secondTry()
    for (const delivery of account.deliveries()) await opened.send(delivery)
    const stored = await findOrder(opened.shop.context.db, orderId)
    const { ledger } = account.razorpay
    const second = ledger.payments.get(stored?.payments[1]?.providerId ?? '')
    if (!second) throw new Error('no second try')
    ledger.refundInDashboard(second, second.amount)
    await opened.deliverAll()
    expect(account.refundsOf(paymentId)).toEqual([900_00])
    expect(await opened.rows(orderId)).toEqual([
      [900_00, 'succeeded', 'provider'],
      [-900_00, 'succeeded', 'provider'],
    ])
    expect(await opened.findings()).toEqual([])
    await opened.close()
  })
})

it.each([
  ['razorpay', { feePaise: 21_24, untold: 0 }, { feePaise: 21_24, untold: 0 }],
  ['stripe', { feePaise: 0, untold: 1 }, { feePaise: 27_00, untold: 0 }],
] as const)('the month says what %s keeps, once it is told', async (name, then, later) => {
  const opened = await openShop<ProviderAccount>(await openAccount[name]())
  await opened.buy()
  const { context } = opened.shop
  const payments = async () =>
    (await loadMonth(context, new URLSearchParams('month=2026-11'))).payments
  expect(await payments()).toMatchObject([then])
  await opened.compareAtNight()
  expect(await payments()).toMatchObject([later])
  await opened.close()
})

it('makes a refund of a payment that is not there an error, not a failure', async () => {
  const opened = await openShop(await openStripeAccount())
  const { orderId } = await opened.buy()
  const { db } = opened.shop.context
  await opened.cancel(orderId)
  const [, refund] = (await findOrder(db, orderId))?.payments ?? []
  const lost = { ...opened.account.provider, refund: () => Promise.reject(new Error('no such')) }
  const payments = { active: lost, all: [lost] }
  await expect(makeRefund({ ...opened.shop.context, payments }, refund?.id ?? '')).rejects.toThrow(
    'no such',
  )
  expect(await opened.rows(orderId)).toEqual([[-900_00, 'requested', 'shop']])
  await opened.close()
})
