import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { reconcile, refundRetriesMs } from '#shop/paying/reconcile-payments.job.server.ts'
import { refundPaymentHandler } from '#shop/refunds/refund-payment.server.ts'
import {
  begin,
  buy,
  checkOut,
  comeBack,
  customLine,
  moveOrder,
  pay,
  truffleLine,
} from '../support/checkout-steps.ts'
import { sandboxRefunds, storedRefunds } from '../support/ledger.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, soleProvider, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
})
afterEach(() => shop.close())

const view = (who: { email: string; token?: string }, path = '/orders/viewOrders') =>
  shop.post<ApiOrder[]>(path, { email: who.email }, who.token)

const cancel = (who: { email: string; token?: string }, orderId: string) =>
  shop.post<{ message: string }>('/orders/cancelOrders', { email: who.email, orderId }, who.token)

const setStatus = (position: number, status: ItemStatus) =>
  putItems(shop, eq(orderItems.position, position), status)

const statuses = async () => {
  const items = await shop.context.db.select().from(orderItems).orderBy(orderItems.position)
  return items.map(({ status }) => status)
}

async function orderCustomCake(lines: object[] = [customLine]) {
  const { body } = await checkOut(shop, asha.token, { order: lines, amount: 0 })
  return body.orderId
}

describe('View Orders', () => {
  it('answers what was ordered, with amounts in rupees', async () => {
    const { orderId, number } = await buy(shop, asha.token, {
      order: [
        { ...truffleLine, wt: '0.5', amount: 3, egg: 'Egg' },
        { ...customLine, egg: 'Egg' },
      ],
      amount: 1275 + 50,
    })
    const { body } = await view(asha)
    expect(body).toEqual([
      {
        id: orderId,
        number,
        created_at: '2026-11-20T04:30:00.000Z',
        time: '2026-11-21T12:00:00.000Z',
        address: '12 Church Street,560001,Bengaluru',
        user: { name: 'Asha Rao', mobileno: '9876543210', email: 'asha@example.in' },
        subtotal: 1275,
        shipping: 50,
        paidByCard: 1325,
        dueInCash: 0,
        refunded: 0,
        canCancel: true,
        fulfilment: 'placed',
        // 24 hours for the customised cake.
        locksAt: '2026-11-20T12:00:00.000Z',
        riderNote: '',
        documents: [
          {
            id: expect.any(String),
            kind: 'invoice',
            serial: 'CW/26-27/0000001',
            issuedAt: '2026-11-20T04:30:00.000Z',
            total: 1325,
          },
        ],
        order: [
          {
            id: expect.any(String),
            cakeid: 'truffle',
            name: 'Truffle Cake',
            category: 'Chocolate',
            flavour: 'Cocoa',
            wt: '0.5',
            egg: 'Eggless',
            chosen: [],
            amount: 3,
            bname: 'Happy Birthday Ravi',
            detail: '',
            customize: false,
            image: [],
            isConfirmed: 'processing',
            preparedAt: null,
            price: 850,
            subtotal: 1275,
            problem: '',
            quote: null,
          },
          {
            id: expect.any(String),
            cakeid: null,
            name: 'Customized Cake',
            category: 'Customized Cake',
            flavour: 'Mango',
            wt: '2',
            egg: 'Egg',
            chosen: [],
            amount: 1,
            bname: '',
            detail: 'A blue elephant',
            customize: true,
            image: [],
            isConfirmed: 'processing',
            preparedAt: null,
            price: 0,
            subtotal: 0,
            problem: '',
            quote: null,
          },
        ],
      },
    ])
  })

  it('shows placed orders only: none that waits for its card or has expired', async () => {
    await begin(shop, asha.token)
    expect((await view(asha)).body).toEqual([])
    await shop.context.db.update(orders).set({ state: 'expired' })
    expect((await view(asha)).body).toEqual([])
  })

  it('shows the newest first, 50 at a time, and older ones than a number', async () => {
    await buy(shop, asha.token)
    const [kept] = await shop.context.db.select().from(orders)
    const { number: _number, ...first } = kept as typeof orders.$inferSelect
    const more = Array.from({ length: 52 }, (_, i) => ({
      ...first,
      id: crypto.randomUUID(),
      checkoutKey: `key ${i}`,
    }))
    await shop.context.db.insert(orders).values(more)
    const newest = (await view(asha)).body.map(({ number }) => number)
    expect(newest).toEqual(Array.from({ length: 50 }, (_, i) => 1053 - i))
    const older = await view(asha, `/orders/viewOrders?before=${newest.at(-1)}`)
    expect(older.body.map(({ number }) => number)).toEqual([1003, 1002, 1001])
    expect((await view(asha, '/orders/viewOrders?before=1001')).body).toEqual([])
  })

  it('knows the e-mail in any case', async () => {
    await buy(shop, asha.token)
    expect((await view({ ...asha, email: 'ASHA@Example.in' })).body).toHaveLength(1)
  })

  it('shows any customer’s to an administrator', async () => {
    await buy(shop, asha.token)
    const { token } = await shop.admin()
    expect((await view({ email: asha.email, token })).body).toHaveLength(1)
    expect((await view({ email: 'nobody@example.in', token })).body).toEqual([])
  })

  it('follows the account when its e-mail changes, and keeps the details of the order', async () => {
    await buy(shop, asha.token)
    await shop.context.db.update(users).set({ email: 'asha.rao@example.in' })
    const { body } = await view({ ...asha, email: 'asha.rao@example.in' })
    expect(body.map(({ user }) => user.email)).toEqual(['asha@example.in'])
  })
})

describe('Cancel Order', () => {
  it('cancels every item, gives the card its money back and writes a mail', async () => {
    const { orderId, number } = await buy(shop, asha.token)
    await shop.runJobs()
    shop.mails.clear()
    const { status, body } = await cancel(asha, orderId)
    expect([status, body.message]).toEqual([
      200,
      'Your order is cancelled. We’ve refunded ₹900. It will reach you in 5 to 7 working days, the way you paid.',
    ])
    expect(await statuses()).toEqual(['cancelled'])
    expect((await shop.runJobs()).sort()).toEqual([
      ...['refund-payment', 'send-mail', 'send-mail', 'settle-event'],
    ])
    expect(await storedRefunds(shop.context.db)).toMatchObject([
      { amountPaise: 90_000, status: 'succeeded' },
    ])
    expect(await sandboxRefunds(shop.context.db)).toMatchObject([{ amountPaise: 90_000 }])
    expect([...shop.mails.values()]).toMatchObject([
      { to: 'asha@example.in', subject: `Your order ${number} is cancelled` },
      { to: shop.context.shop.email, subject: `Order ${number} is cancelled` },
    ])
    expect([...shop.mails.values()][0]?.text).toContain('₹900')
    expect((await view(asha)).body).toMatchObject([
      { id: orderId, refunded: 900, canCancel: false, order: [{ isConfirmed: 'cancelled' }] },
    ])
  })

  it('is done once, however often it is pressed', async () => {
    const { orderId } = await buy(shop, asha.token)
    await shop.runJobs()
    const replies = await Promise.all(Array.from({ length: 4 }, () => cancel(asha, orderId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.detail).toBe(
      `Nothing in this order is left to cancel. Call us on ${shop.context.shop.phone} and we will help.`,
    )
    const ran = await shop.runJobs()
    expect(ran.filter((name) => name !== 'settle-event').sort()).toEqual([
      ...['refund-payment', 'send-mail', 'send-mail'],
    ])
    expect(await sandboxRefunds(shop.context.db)).toHaveLength(1)
    expect((await shop.unchanged(() => cancel(asha, orderId))).status).toBe(409)
  })

  it('asks the payment provider again after a lost response, and is refunded once', async () => {
    const { orderId } = await buy(shop, asha.token)
    await cancel(asha, orderId)
    const [refund] = await storedRefunds(shop.context.db)
    const { active } = shop.context.payments
    const losing = soleProvider({
      ...active,
      async refund(request) {
        await active.refund(request)
        throw new Error('the answer was lost')
      },
    })
    const job = { refundId: refund?.id }
    await expect(
      refundPaymentHandler({ ...shop.context, payments: losing }).run(job),
    ).rejects.toThrow('lost')
    await refundPaymentHandler(shop.context).run(job)
    await refundPaymentHandler(shop.context).run(job)
    expect(await sandboxRefunds(shop.context.db)).toHaveLength(1)
    expect(await storedRefunds(shop.context.db)).toMatchObject([{ status: 'succeeded' }])
  })

  it.each([
    ['all of it', ['completed', 'completed']],
    ['a part of it', ['processing', 'completed']],
  ] as const)('is refused once %s is prepared', async (_, [first, second]) => {
    const { orderId } = await buy(shop, asha.token, {
      order: [truffleLine, { ...truffleLine, bname: '' }],
      amount: 1750,
    })
    await setStatus(0, first)
    await setStatus(1, second)
    const { status, body } = await shop.unchanged(() => cancel(asha, orderId))
    expect([status, body.detail]).toEqual([
      409,
      `This order is ready, so it cannot be cancelled. Call us on ${shop.context.shop.phone} and we will help.`,
    ])
    expect((await view(asha)).body[0]?.canCancel).toBe(false)
  })

  it('is for the shop alone from the lock on, which says why', async () => {
    const { orderId, number } = await buy(shop, asha.token)
    const [order] = (await view(asha)).body
    const waitUntil = (at = '') =>
      shop.wait(new Date(at).getTime() - shop.context.clock.now().getTime())
    const help = `Call us on ${shop.context.shop.phone} and we will help.`
    waitUntil(order?.locksAt)
    const locked = await shop.unchanged(() => cancel(asha, orderId))
    expect([locked.status, locked.body.detail]).toEqual([
      409,
      `This order could be cancelled until 21 Nov 2026, 2:30 pm. Our kitchen is at work on it now. ${help}`,
    ])
    expect((await view(asha)).body[0]?.canCancel).toBe(false)
    waitUntil(order?.time)
    expect((await shop.unchanged(() => cancel(asha, orderId))).body.detail).toBe(
      `The delivery time has passed, so this order cannot be cancelled. ${help}`,
    )

    const { token } = await shop.admin()
    const byShop = (reason?: string) =>
      shop.post('/orders/cancelOrders', { email: asha.email, orderId, reason }, token)
    const without = await shop.unchanged(() => byShop())
    expect([without.status, Object.keys(without.body.errors ?? {})]).toEqual([422, ['reason']])
    expect((await byShop('Our oven broke')).status).toBe(200)
    await shop.runJobs()
    expect(shop.mails.get(`order-cancelled-${orderId}`)?.text).toContain('Our oven broke')
    const page = await loadOrderDetail(shop.context.db, number)
    expect(page?.history).toContainEqual(
      expect.objectContaining({ detail: '1 item, ₹900 refunded, “Our oven broke”' }),
    )
  })

  it('is for the shop alone once it is baked, and for nobody once it has left', async () => {
    const { orderId } = await buy(shop, asha.token)
    const { token } = await shop.admin()
    const move = (move: string) => moveOrder(shop, { orderId, move, token })
    const byShop = (reason: string) =>
      shop.post('/orders/cancelOrders', { email: asha.email, orderId, reason }, token)
    await move('bake')
    expect((await shop.unchanged(() => cancel(asha, orderId))).body.detail).toMatch(
      /^We are already baking this order/,
    )
    const [item] = (await view(asha)).body[0]?.order ?? []
    await shop.post('/orders/confirmOrder', { order: orderId, suborder: item?.id, data: '' }, token)
    await move('dispatch')
    const { status, body } = await shop.unchanged(() => byShop('Too late'))
    expect([status, body.detail]).toEqual([
      409,
      'This order is out for delivery, so it cannot be cancelled.',
    ])
  })

  it('takes a prepared order back from being ready', async () => {
    const { orderId } = await buy(shop, asha.token)
    const { token } = await shop.admin()
    const [item] = (await view(asha)).body[0]?.order ?? []
    await shop.post('/orders/confirmOrder', { order: orderId, suborder: item?.id, data: '' }, token)
    const body = { email: asha.email, orderId, reason: 'It fell down' }
    expect((await shop.post('/orders/cancelOrders', body, token)).status).toBe(200)
    expect((await view(asha)).body[0]).toMatchObject({ fulfilment: 'placed', refunded: 900 })
    expect(await statuses()).toEqual(['cancelled'])
  })

  it('gives the money back by the reconciler when the refund was tried in vain for hours', async () => {
    const { orderId } = await buy(shop, asha.token)
    await cancel(asha, orderId)
    const made = () => sandboxRefunds(shop.context.db)
    shop.wait(refundRetriesMs)
    await reconcile(shop.context)
    expect(await made(), 'its own job may still be trying').toHaveLength(0)
    shop.wait(1)
    await reconcile(shop.context)
    await reconcile(shop.context)
    await shop.runJobs()
    expect(await made()).toMatchObject([{ amountPaise: 90_000 }])
    expect(await storedRefunds(shop.context.db)).toMatchObject([{ status: 'succeeded' }])
  })

  it('moves customised cakes as their states allow', async () => {
    const lines = Array.from({ length: 5 }, (_, i) => ({ ...customLine, cakeid: `custom-${i}` }))
    const orderId = await orderCustomCake(lines)
    const before: ItemStatus[] = ['processing', 'quoted', 'accepted', 'declined', 'rejected']
    for (const [position, status] of before.entries()) await setStatus(position, status)
    expect((await cancel(asha, orderId)).status).toBe(200)
    expect(await statuses()).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'declined',
      'rejected',
    ])
  })

  it('has nothing to do when every customised cake was declined or rejected', async () => {
    const orderId = await orderCustomCake()
    await setStatus(0, 'declined')
    const { status, body } = await shop.unchanged(() => cancel(asha, orderId))
    expect([status, body.detail]).toEqual([
      409,
      `Nothing in this order is left to cancel. Call us on ${shop.context.shop.phone} and we will help.`,
    ])
  })

  it('gives nothing back for an order that was due in cash', async () => {
    const orderId = await orderCustomCake()
    await shop.runJobs()
    expect((await cancel(asha, orderId)).body.message).toBe('Your order is cancelled.')
    expect(await shop.runJobs()).toEqual(['send-mail', 'send-mail'])
    expect(await storedRefunds(shop.context.db)).toEqual([])
  })

  it('gives back the ready-made part of a mixed order, shipping with it', async () => {
    const { orderId } = await buy(shop, asha.token, { order: [truffleLine, customLine] })
    await cancel(asha, orderId)
    expect(await storedRefunds(shop.context.db)).toMatchObject([{ amountPaise: 90_000 }])
    expect(await statuses()).toEqual(['cancelled', 'cancelled'])
  })

  it('may be done by an administrator for the customer, who gets the mail', async () => {
    const { orderId } = await buy(shop, asha.token)
    await shop.runJobs()
    shop.mails.clear()
    const { token } = await shop.admin()
    const none = await shop.unchanged(() =>
      cancel({ email: asha.email, token }, crypto.randomUUID()),
    )
    expect([none.status, none.body.detail]).toEqual([404, 'There is no such order.'])
    expect((await cancel({ email: asha.email, token }, orderId)).status).toBe(200)
    await shop.runJobs()
    expect([...shop.mails.values()]).toMatchObject([{ to: 'asha@example.in' }])
  })

  it('stays done when the payment of before is reported again', async () => {
    const { orderId, clientSecret } = await buy(shop, asha.token)
    await cancel(asha, orderId)
    await shop.runJobs()
    await shop.unchanged(async () => {
      await pay(shop, { client_secret: clientSecret })
      await comeBack(shop, asha.token, orderId)
      shop.wait(60_000)
      await reconcile(shop.context)
    })
  })
})

it('the same cart again is a new order once the first is cancelled, also for a client without checkout ids', async () => {
  const first = await buy(shop, asha.token, { checkoutId: undefined })
  await cancel(asha, first.orderId)
  const second = await buy(shop, asha.token, { checkoutId: undefined })
  expect(second.orderId).not.toBe(first.orderId)
  expect(second.state).toBe('placed')
})
