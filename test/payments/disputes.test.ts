import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { countToDo, listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { allOrders } from '#shop/admin-orders/order-search.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { findOrderDisputes } from '#shop/orders/disputes/disputes.store.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { truffleLine } from '../support/checkout-steps.ts'
import { moneyOf } from '../support/ledger.ts'
import { openAccount, openProviderShop, type ProviderAccount } from '../support/provider-shop.ts'
import { tableContents } from '../support/table-contents.ts'

/** A shop with an account, and what was warned of. */
async function openShop(name: keyof typeof openAccount) {
  const account: ProviderAccount = await openAccount[name]()
  const warnings: unknown[][] = []
  const log = { ...createLog('silent'), warn: (...line: unknown[]) => void warnings.push(line) }
  const opened = await openProviderShop(account, log)
  const { shop } = opened
  const { db } = shop.context

  /** A paid order, and what is known of it. */
  async function buy(more: object = {}) {
    const order = await opened.buy(more)
    const { orderId, number } = order
    return {
      ...order,
      /** How its money stands; at a `paidPaise` of 0 nothing is left to make. */
      async money() {
        const { state, refundedPaise } = await moneyOf(db, orderId)
        return { state, refundedPaise, paidPaise: (await findOrder(db, orderId))?.paidPaise }
      },
      disputes: () => findOrderDisputes(db, orderId),
      /** Refunds, and losses that were not won again. */
      async refunds() {
        const rows = (await findOrder(db, orderId))?.payments ?? []
        const went = rows.filter(({ cause }) => cause === 'refund' || cause === 'dispute')
        const same = Map.groupBy(went, ({ id, cause, providerId }) =>
          cause === 'dispute' ? providerId : id,
        )
        return [...same.values()].flatMap((of) => {
          const paise = of.reduce((sum, one) => sum - one.paise, 0)
          return paise === 0 ? [] : [[paise, of[0]?.status, of[0]?.reason]]
        })
      },
      /** What its invoices charge, and its credit notes take off. */
      papers: async () =>
        (await papersOf(db, [orderId])).map(({ kind, totalPaise }) =>
          kind === 'invoice' ? totalPaise : -totalPaise,
        ),
      actions: async () =>
        (await listAuditLog(db, { subject: 'order', id: orderId, limit: 20 }))
          .map(({ action }) => action)
          .reverse(),
      /** Subjects of what the owner was mailed about it. */
      mails: () =>
        [...shop.mails.values()]
          .filter(
            ({ to, subject }) =>
              to === shop.context.shop.email &&
              /^(?!New).*order/.test(subject) &&
              subject.includes(`${number}`),
          )
          .map(({ subject }) => subject)
          .sort(),
    }
  }

  /** The webhooks about disputes so far, or about one, in order. */
  const aboutDisputes = (id = '') =>
    account.deliveries().filter(({ name, body }) => name.includes('dispute') && body.includes(id))

  return {
    ...opened,
    warnings,
    token: opened.asha.token,
    buy,
    aboutDisputes,
    sendAll: () => opened.sendAll(aboutDisputes()),
  }
}

const gaveBack = 'The bank gave it back after the order had become less'

describe.each(['stripe', 'razorpay'] as const)('a dispute at %s', (name) => {
  let opened: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    opened = await openShop(name)
  })
  afterAll(() => opened.close())

  it('is stored, mailed once with its last day, and noted; repeating it changes nothing', async () => {
    const { shop, account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    await sendAll()
    const [stored] = await order.disputes()
    expect(stored).toMatchObject({
      provider: name,
      providerDisputeId: id,
      amountPaise: 90_000,
      status: 'open',
      isRefundable: false,
      reason: expect.stringContaining('not_received'),
    })
    expect(order.mails()).toEqual([expect.stringMatching(/, answer by \d+ \w+ 20\d\d$/)])
    expect(await order.actions()).toEqual(['place-order', 'open-dispute'])
    const before = await tableContents(shop.context.db)
    await sendAll()
    expect(await tableContents(shop.context.db)).toEqual(before)
    expect(await findings()).toEqual([])
  })

  it('that is lost counts as a refund, and the owner hears of it', async () => {
    const { account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    account.review(id)
    account.end(id, 'lost')
    await sendAll()
    expect(await order.money()).toMatchObject({
      state: 'placed',
      refundedPaise: 90_000,
      paidPaise: 0,
    })
    expect(await order.refunds()).toEqual([[90_000, 'succeeded', 'Lost dispute']])
    expect(order.mails()).toEqual([
      `Dispute lost: order ${order.number}`,
      expect.stringMatching(/^Payment disputed/),
    ])
    expect(await order.actions()).toEqual([
      'place-order',
      'open-dispute',
      'change-dispute',
      'change-dispute',
    ])
    expect(await findings()).toEqual([])
  })

  it('is on the page of its order and among what is to do, until it is answered', async () => {
    const { shop, account, buy, sendAll } = opened
    const order = await buy()
    const { db, clock } = shop.context
    const read = { db, now: clock.now() }
    const before = (await countToDo(read)).dispute.items
    const found = async () =>
      (await listOrders(read, { ...allOrders, todo: 'dispute' }, 50)).map(({ number }) => number)
    const id = account.openDispute(order.paymentId)
    await sendAll()
    expect((await countToDo(read)).dispute.items).toBe(before + 1)
    expect(await found()).toContain(order.number)
    const detail = await loadOrderDetail(db, order.number)
    expect(detail?.disputes).toMatchObject([
      { id, status: 'open', amountPaise: 900_00, lostPaise: 0 },
    ])

    account.end(id, 'lost')
    await sendAll()
    expect((await countToDo(read)).dispute.items).toBe(before)
    expect(await found()).not.toContain(order.number)
    const ended = await loadOrderDetail(db, order.number)
    expect(ended).toMatchObject({ refunds: [], disputes: [{ status: 'lost', lostPaise: 900_00 }] })
    expect(ended?.order.refundedPaise).toBe(900_00)
    expect(ended?.history.map(({ did }) => did)).toEqual(
      expect.arrayContaining(['was told of a dispute', 'was told how a dispute stands']),
    )
  })

  it('that is won leaves the money where it is', async () => {
    const { account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    account.review(id)
    account.end(id, 'won')
    await sendAll()
    expect(await order.money()).toMatchObject({ refundedPaise: 0, paidPaise: 90_000 })
    expect(await order.refunds()).toEqual([])
    expect(order.mails()).toContain(`Dispute won: order ${order.number}`)
    expect(await findings()).toEqual([])
  })

  it('ends the same whatever comes first, and however often', async () => {
    const { shop, account, buy, send, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    account.review(id)
    account.askAgain(id, Math.floor(Date.now() / 1000) + 1_000_000)
    account.review(id)
    account.end(id, 'lost')
    const all = opened.aboutDisputes(id)
    for (const delivery of [...all.toReversed(), ...all]) expect(await send(delivery)).toBe(204)
    await shop.runJobs()
    expect(await order.disputes()).toMatchObject([{ status: 'lost' }])
    expect(await order.refunds()).toEqual([[90_000, 'succeeded', 'Lost dispute']])
    expect(order.mails()).toEqual([`Dispute lost: order ${order.number}`])
    expect(await findings()).toEqual([])
  })

  it('that came at the same moment as its end is the same', async () => {
    const { shop, account, buy, send, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    account.end(id, 'lost')
    const all = opened.aboutDisputes(id)
    const statuses = await Promise.all([...all, ...all].map(send))
    expect(new Set(statuses)).toEqual(new Set([204]))
    await shop.runJobs()
    expect(await order.disputes()).toMatchObject([{ status: 'lost' }])
    expect(await order.money()).toMatchObject({ refundedPaise: 90_000 })
    expect(await findings()).toEqual([])
  })

  it('that asks for another answer is mailed again with the new day', async () => {
    const { account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    await sendAll()
    account.review(id)
    account.askAgain(id, Date.UTC(2027, 0, 5, 6) / 1000)
    await sendAll()
    expect(order.mails()).toHaveLength(2)
    expect(order.mails()).toContain(`Payment disputed: order ${order.number}, answer by 5 Jan 2027`)
    expect(await findings()).toEqual([])
  })

  it('that was lost and is won in the end gives the money back to the shop', async () => {
    const { account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    account.end(id, 'lost')
    await sendAll()
    account.end(id, 'won')
    await sendAll()
    expect(await order.money()).toMatchObject({ refundedPaise: 0, paidPaise: 90_000 })
    expect(await order.refunds()).toEqual([])
    expect(await findings()).toEqual([])
  })

  it('that is lost with nothing left to take back takes nothing, and gives nothing back when it is won', async () => {
    const { shop, account, admin, buy, sendAll, findings } = opened
    const order = await buy()
    const { orderId, paymentId } = order
    const refund = { orderId, amount: 900, reason: 'Dented', key: crypto.randomUUID() }
    expect((await shop.post('/orders/refund', refund, admin)).status).toBe(200)
    await shop.runJobs()
    const id = account.openDispute(paymentId)
    for (const end of ['lost', 'won'] as const) {
      account.end(id, end)
      await sendAll()
      expect(await order.money()).toMatchObject({ refundedPaise: 90_000, paidPaise: 0 })
      expect(await order.refunds()).toEqual([[90_000, 'succeeded', 'Dented']])
      expect(await findings()).toEqual([])
    }
  })

  it('that takes the rest after a refund and a dropped cake leaves nothing to make, until it is won', async () => {
    const { shop, account, admin, buy, sendAll, findings } = opened
    const order = await buy({ order: [truffleLine, truffleLine], amount: 1750 })
    const { orderId, paymentId } = order
    const refund = { orderId, amount: 900, reason: 'Dented', key: crypto.randomUUID() }
    expect((await shop.post('/orders/refund', refund, admin)).status).toBe(200)
    const [first] = await itemsOf(shop.context.db, orderId)
    const drop = { orderId, itemId: first?.id, reason: 'It fell down' }
    expect((await shop.post('/orders/dropItem', drop, admin)).status).toBe(200)
    await shop.runJobs()
    // The fallen cake cost 850 less its share of what was refunded; its fellow and the delivery keep theirs.
    const droppedPaise = 85_000 - Math.round((90_000 * 85) / 175)
    const before = { refundedPaise: 90_000 + droppedPaise, paidPaise: 85_000 - droppedPaise }
    expect(await order.money()).toMatchObject(before)
    const id = account.openDispute(paymentId)
    for (const [end, left, refunds] of [
      ['lost', { refundedPaise: 175_000, paidPaise: 0 }, 3],
      ['won', before, 2],
    ] as const) {
      account.end(id, end)
      await sendAll()
      expect(await order.money()).toMatchObject(left)
      expect(await order.refunds()).toHaveLength(refunds)
      expect(await findings()).toEqual([])
    }
  })

  it('that is lost, and won after the order was cancelled, is refunded then', async () => {
    const { shop, account, token, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    account.end(id, 'lost')
    await sendAll()
    const cancel = { email: 'asha@example.in', orderId: order.orderId }
    expect((await shop.post('/orders/cancelOrders', cancel, token)).status).toBe(200)
    await sendAll()
    expect(await order.refunds()).toEqual([[90_000, 'succeeded', 'Lost dispute']])
    expect(await findings()).toEqual([])
    account.end(id, 'won')
    await sendAll()
    expect(await order.money()).toMatchObject({ refundedPaise: 90_000, paidPaise: 0 })
    expect(await order.refunds()).toEqual([[90_000, 'succeeded', gaveBack]])
    expect(await order.papers()).toEqual([90_000, -90_000])
    expect(await findings()).toEqual([])
    const before = await tableContents(shop.context.db)
    await sendAll()
    expect(await tableContents(shop.context.db)).toEqual(before)
  })

  it('of a part, lost, leaves the rest to be refunded, and is refunded too once it is won', async () => {
    const { shop, account, admin, buy, sendAll, findings } = opened
    const order = await buy()
    const { orderId, paymentId } = order
    const id = account.openDispute(paymentId, { amount: 30_000 })
    account.end(id, 'lost')
    await sendAll()
    const [item] = await itemsOf(shop.context.db, orderId)
    const drop = { orderId, itemId: item?.id, reason: 'It fell down' }
    const dropped = () => shop.post('/orders/dropItem', drop, admin)
    if (name === 'stripe') {
      // Stripe refunds nothing of a payment whose dispute is lost.
      expect(await dropped()).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/bank disputes this payment/) },
      })
      expect(await order.money()).toMatchObject({ refundedPaise: 30_000, paidPaise: 60_000 })
    } else {
      expect((await dropped()).status).toBe(200)
      await sendAll()
      expect(await order.money()).toMatchObject({ refundedPaise: 90_000, paidPaise: 0 })
    }
    expect(await findings()).toEqual([])
    account.end(id, 'won')
    await sendAll()
    if (name === 'stripe') {
      expect((await dropped()).status).toBe(200)
      await sendAll()
      expect(await order.refunds()).toEqual([[90_000, 'succeeded', expect.any(String)]])
    } else {
      expect(await order.refunds()).toEqual([
        [60_000, 'succeeded', expect.any(String)],
        [30_000, 'succeeded', gaveBack],
      ])
    }
    expect(await order.money()).toMatchObject({ refundedPaise: 90_000, paidPaise: 0 })
    expect(await order.papers()).toEqual([90_000, -90_000])
    expect(await findings()).toEqual([])
  })

  it('of a part counts as that part', async () => {
    const { account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId, { amount: 30_000 })
    account.end(id, 'lost')
    await sendAll()
    expect(await order.money()).toMatchObject({ refundedPaise: 30_000 })
    expect(await findings()).toEqual([])
  })

  it('of the whole after a part was refunded counts as the rest', async () => {
    const { shop, account, admin, buy, sendAll, findings } = opened
    const order = await buy()
    const { orderId, paymentId } = order
    const refund = { orderId, amount: 200, reason: 'Dented', key: crypto.randomUUID() }
    expect((await shop.post('/orders/refund', refund, admin)).status).toBe(200)
    await shop.runJobs()
    account.end(account.openDispute(paymentId, { amount: 90_000 }), 'lost')
    await sendAll()
    expect(await order.money()).toMatchObject({ refundedPaise: 90_000 })
    expect(await order.refunds()).toEqual([
      [20_000, 'succeeded', 'Dented'],
      [70_000, 'succeeded', 'Lost dispute'],
    ])
    expect(await findings()).toEqual([])
  })

  it('forbids refunds and cancelling in words while the bank has the money, and an inquiry does not', async () => {
    const { shop, account, token, admin, buy, sendAll, findings } = opened
    const disputed = await buy()
    const bought = await buy()
    account.openDispute(disputed.paymentId)
    account.openDispute(bought.paymentId, { isInquiry: true })
    await sendAll()
    const refund = (orderId: string) =>
      shop.post(
        '/orders/refund',
        { orderId, amount: 100, reason: 'Sorry', key: crypto.randomUUID() },
        admin,
      )
    const refused = {
      status: 409,
      body: { detail: expect.stringMatching(/bank disputes this payment/) },
    }
    const cancel = { email: 'asha@example.in', orderId: disputed.orderId }
    expect(await refund(disputed.orderId)).toMatchObject(refused)
    expect(await shop.post('/orders/cancelOrders', cancel, token)).toMatchObject(refused)
    expect((await refund(bought.orderId)).status).toBe(200)
    await shop.runJobs()
    expect(await bought.refunds()).toEqual([[10_000, 'succeeded', 'Sorry']])
    expect(await findings()).toEqual([])
  })

  it('of a payment of no order here is logged, and answered all the same', async () => {
    const { shop, account, warnings, send } = opened
    const before = await tableContents(shop.context.db)
    const elsewhere = await account.provider.startPayment({
      key: 'elsewhere',
      paymentId: null,
      paymentMethodId: await account.enterCard(),
      amountPaise: 90_000,
      currency: 'INR',
      orderNumber: 1042,
      reference: 'elsewhere',
      customer: { name: 'Ravi', email: 'ravi@example.in' },
      address: '12 Church Street,560001,Bengaluru',
    })
    await account.pay(elsewhere.clientSecret)
    account.openDispute(elsewhere.id)
    for (const delivery of opened.aboutDisputes()) expect(await send(delivery)).toBe(204)
    expect(warnings).toContainEqual([
      expect.objectContaining({ paymentId: elsewhere.id }),
      'a dispute of no payment here',
    ])
    expect(await tableContents(shop.context.db)).toEqual(before)
  })

  it('that goes on without the shop hearing of it is found by comparing', async () => {
    const { account, buy, sendAll, findings } = opened
    const order = await buy()
    const id = account.openDispute(order.paymentId)
    await sendAll()
    account.end(id, 'lost')
    expect(await findings()).toEqual([
      expect.stringContaining(`dispute ${id} is lost there, open here`),
    ])
  })
})
