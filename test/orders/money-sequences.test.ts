import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#platform/durations.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { findOrderByNumber } from '#shop/admin-orders/admin-orders.store.server.ts'
import type { TakenOrder } from '#shop/admin-orders/new/new-order.endpoints.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { recordDispute } from '#shop/orders/disputes/record-dispute.server.ts'
import { refundLate } from '#shop/orders/late/refund-late.job.server.ts'
import { payPath } from '#shop/orders/links/pay-link.server.ts'
import {
  collectPaise,
  counts,
  givenBackPaise,
  openPaise,
  refundedPaise,
  takenPaise,
} from '#shop/orders/money/ledger.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/orders/papers/papers.store.server.ts'
import { expireQuotes } from '#shop/orders/quotes/expire-quotes.job.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { adoptRefunds } from '#shop/orders/refunds/adopt-refund.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import {
  checkoutOf,
  customLine,
  payByLink,
  payQuote,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let customer: string
let email: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake({ weight: ['0.5', '1', '2'], stock: 3 })
  owner = (await shop.admin()).token
  await saveSettings(
    shop,
    owner,
    settings({
      zones: [newZone(), newZone({ name: 'Suburbs', pincodes: ['5601'], feePaise: 15_000 })],
      slots: [
        ...everyDay({ surchargePaise: 9900 }),
        ...everyDay({ startMinute: 19 * 60, endMinute: 21 * 60 }),
      ],
    }),
  )
})
afterAll(() => shop.close())

const position = fc.integer({ min: 0, max: 2 })
const rupees = fc.integer({ min: 1, max: 3000 })

/** What may happen to an order; what may not happen at its moment is refused by the shop. */
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('agree' as const), position, rupees }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('prepare' as const) }) },
  fc.record({ does: fc.constantFrom('decline' as const, 'drop' as const), position }),
  fc.record({
    does: fc.constant('refund' as const),
    rupees,
    method: fc.constantFrom('provider', 'cash'),
  }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('waive' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('dispatch' as const) }) },
  fc.record({ does: fc.constantFrom('fail' as const, 'close' as const, 'cancel' as const) }),
  fc.record({ does: fc.constant('late' as const), minutes: fc.constantFrom(-40, 20, 35, 70) }),
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('deliver' as const),
      /** Of what is due, in per cent; null waives it. */
      part: fc.constantFrom(100, 100, 60, 0, 'before it was late', null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('accept by paying' as const),
      position,
      rupees,
      all: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('size' as const),
      size: fc.constantFrom({ amount: 1 }, { amount: 2 }, { wt: '0.5' }, { wt: '2' }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('zone' as const),
      pincode: fc.constantFrom('560001', '560100'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('pay for it' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refund elsewhere' as const), rupees }) },
  fc.record({ does: fc.constant('slot' as const), hour: fc.constantFrom('16:00', '19:00') }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('dispute' as const),
      status: fc.constantFrom('open' as const, 'lost' as const, 'won' as const),
      rupees,
    }),
  },
)
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never

type Quoted = Extract<Step, { does: 'accept by paying' }>

const slotOfDay = (day: number) => new Date(Date.UTC(2026, 10, 21 + day, 12, 30))

/** Lets a step happen to an order that is due in its slot's hours. */
function happen(order: string, slotEndsAt: Date) {
  const orders = cashOrders(shop, { customer, owner })
  let wasDue = 0
  const dueNow = async () =>
    (await shop.get<{ due: number }>(`/orders/door-money?order=${order}`, owner)).body.due

  async function deliver(part: Extract<Step, { does: 'deliver' }>['part']) {
    const due = await dueNow()
    if (part === null) return orders.move(order, 'deliver', { waive: 'Our fault' })
    const amount = typeof part === 'number' ? Math.floor((due * part) / 100) : wasDue
    const money = { method: 'cash', amount, reason: 'No change' }
    return orders.move(order, 'deliver', amount + due === 0 ? {} : { money })
  }

  async function settle() {
    for (const sign of [1, -1]) {
      const { body } = await shop.post(
        '/orders/settle-cash',
        {
          order,
          amount: sign * 1_000_000,
          method: 'cash',
        },
        owner,
      )
      const open = /^(-?)₹([\d,.]+)/.exec(body.errors?.amount ?? '')
      if (!open) return
      const amount = Number(`${open[1]}${open[2]?.replaceAll(',', '')}`)
      await shop.post('/orders/settle-cash', { order, amount, method: 'cash' }, owner)
    }
  }

  async function dispute(status: 'open' | 'lost' | 'won', amountPaise: number) {
    const { payments = [] } = (await findOrder(shop.context.db, order)) ?? {}
    const paymentId = payments.find(({ buys }) => buys?.kind === 'order')?.providerId
    if (!paymentId) return
    shop.wait(1000)
    await recordDispute(shop.context, {
      provider: 'sandbox',
      paymentId,
      report: {
        id: `du_${order}`,
        amountPaise,
        reason: 'general',
        status,
        isRefundable: status !== 'open',
        answerBy: null,
        reportedAt: shop.context.clock.now(),
      },
    })
  }

  async function acceptByPaying({ rupees, position, all }: Quoted) {
    await orders.quote(order, rupees, position)
    const item = (await itemsOf(shop.context.db, order))[position]?.id
    const quotes = await quotesOfOrder(shop.context.db, order)
    const open = quotes.find(({ itemId, status }) => itemId === item && status === 'open')
    if (open) await payQuote(shop, open.id, { all })
  }

  /** Of the first cake; of a customised one it is refused. */
  async function resize(size: object) {
    const [item] = await itemsOf(shop.context.db, order)
    const items = [{ id: item?.id, ...size }]
    return shop.post('/orders/changeOrder', { orderId: order, items }, customer)
  }

  /** In the provider's dashboard, which gives back no more than is left of a payment. */
  async function refundElsewhere(paise: number) {
    const { payments = [] } = (await findOrder(shop.context.db, order)) ?? {}
    const paid = payments.find(
      ({ buys, status }) => buys && buys.kind !== 'order' && status === 'succeeded',
    )
    const payment = paid ?? payments.find(({ buys }) => buys?.kind === 'order')
    if (!payment?.providerId) return
    const of = payments.filter(({ id, paymentId }) => [id, paymentId].includes(payment.id))
    const left = of.reduce((sum, row) => sum + row.paise, 0)
    const amountPaise = Math.min(paise, left)
    if (amountPaise <= 0) return
    const { providerId: paymentId } = payment
    const refund = { id: `re_${crypto.randomUUID()}`, paymentId, amountPaise, key: null }
    const refunds = [{ ...refund, status: 'made' as const }]
    await adoptRefunds(shop.context, { provider: 'sandbox', paymentId }, refunds)
  }

  return async (step: Step) => {
    switch (step.does) {
      case 'accept by paying':
        return acceptByPaying(step)
      case 'size':
        return resize(step.size)
      case 'zone': {
        const address = { pincode: step.pincode }
        return shop.post('/orders/changeOrder', { orderId: order, address }, customer)
      }
      case 'pay for it':
        return payByLink(shop, payPath(shop.context, order))
      case 'refund elsewhere':
        return refundElsewhere(step.rupees * 10)
      case 'slot': {
        const time = `${slotEndsAt.toISOString().slice(0, 10)}T${step.hour}`
        return shop.post('/orders/changeOrder', { orderId: order, time }, customer)
      }
      case 'dispute':
        return dispute(step.status, step.rupees * 100)
      case 'agree':
        return orders.agree(order, step.rupees, step.position)
      case 'decline':
        await orders.quote(order, 500, step.position)
        return orders.answer(order, 'decline', step.position)
      case 'drop':
        return orders.drop(order, step.position)
      case 'prepare':
        for (const place of [0, 1, 2]) await orders.prepare(order, place)
        return
      case 'refund': {
        const { rupees, method } = step
        const more = { amount: rupees / 10, method, reason: 'Squashed', key: crypto.randomUUID() }
        return shop.post('/orders/refund', { orderId: order, ...more }, owner)
      }
      case 'waive':
        return orders.waive(order)
      case 'dispatch':
      case 'close':
        return orders.move(order, step.does)
      case 'fail':
        return orders.move(order, 'fail', { reason: 'damaged' })
      case 'cancel':
        return shop.post(
          '/orders/cancelOrders',
          { email, orderId: order, reason: 'No flour' },
          owner,
        )
      case 'late': {
        wasDue = await dueNow()
        const ms = slotEndsAt.getTime() + step.minutes * minuteMs
        return shop.wait(Math.max(0, ms - shop.context.clock.now().getTime()))
      }
      case 'deliver':
        return deliver(step.part)
      case 'settle':
        return settle()
    }
  }
}

/** What customer, staff and ledger say of an order, and that they say the same. */
async function expectAgreement(orderId: string) {
  expect(await contradictions(shop)).toEqual([])
  const order = await findOrder(shop.context.db, orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  const { charges, chargedPaise, paidPaise, payments } = order
  const sum = (rows: readonly { paise: number }[]) =>
    rows.reduce((all, { paise }) => all + paise, 0)
  expect([sum(charges), sum(payments.filter(counts))]).toEqual([chargedPaise, paidPaise])
  const papers = await papersOf(shop.context.db, [orderId])
  const printed = charges.filter(({ paperId }) => paperId !== null)
  expect(
    papers.reduce((all, { kind, totalPaise: of }) => all + (kind === 'invoice' ? of : -of), 0),
  ).toBe(sum(printed))
  const { body: theirs } = await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, customer)
  const { body: ours } = await shop.get<ApiOrder[]>('/orders/adminOrders?q=asha', owner)
  const money = ({ paidByCard, dueInCash, waived, refunded }: Partial<ApiOrder>) => ({
    paidByCard,
    dueInCash,
    waived,
    refunded,
  })
  const shown = theirs.find(({ id }) => id === orderId)
  const listed = Array.isArray(ours) ? ours.find(({ id }) => id === orderId) : undefined
  if (listed) expect(money(listed)).toEqual(money(shown ?? {}))
  expect(toPaise(shown?.dueInCash ?? 0)).toBe(collectPaise(order))
  expect(await exportedMoney(order.number)).toEqual({
    shipping: toPaise(shown?.shipping ?? 0),
    paid: toPaise(shown?.paidByCard ?? 0),
    refunded: refundedPaise(order) + givenBackPaise(order),
    taken: takenPaise(order) + givenBackPaise(order),
    printed: sum(printed),
  })
  const rider = await shop.get<DoorMoney>(`/orders/door-money?order=${orderId}`, owner)
  const { due, late } = rider.body
  // Where nothing is made, or the order is not handed over any more, nothing is collected.
  if (due > 0) expect(toPaise(due)).toBe(openPaise(order) - toPaise(late?.less ?? 0))
}

interface DoorMoney {
  due: number
  late: { less: number } | null
}

/** The amounts of an order in the CSV export: its first row has them. */
async function exportedMoney(number: number) {
  const reply = await shop.api.request(`/orders/export?q=${number}`, {
    headers: { authorization: `Bearer ${owner}` },
  })
  const rows: Record<string, string>[] = parse(await reply.text(), { bom: true, columns: true })
  const row = rows.find(({ Order: of }) => of === `${number}`)
  const sumOf = (...headings: string[]) =>
    headings.reduce((sum, heading) => sum + toPaise(Number(row?.[heading])), 0)
  return {
    shipping: sumOf('Shipping'),
    paid: sumOf('Paid by card'),
    refunded: sumOf('Refunded'),
    taken: sumOf('Cash taken', 'UPI taken'),
    printed: sumOf('Taxable value', 'CGST', 'SGST/UTGST', 'IGST'),
  }
}

const paidAtTheCounter = [truffleLine]
const paidByLink = [truffleLine, customLine]

/** Staff take an order of the customer, who pays at once. */
async function take(
  order: object[],
  method: 'cash' | 'link',
  more: { time: string; amount: number },
) {
  const { db } = shop.context
  const [buyer] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const checkout = checkoutOf({ ...more, order, checkoutId: crypto.randomUUID() })
  const taken = { customer: { id: buyer?.id, mobileno: '9876543210' }, checkout }
  const { body } = await shop.post<TakenOrder>(
    '/orders/take',
    { ...taken, paid: { method } },
    owner,
  )
  if (body.toPay) await payByLink(shop, body.toPay.link)
  return (await findOrderByNumber(db, body.number))?.id ?? ''
}

it('whatever happens, in any order and twice, the ledger, its papers and all who read it agree', async () => {
  const carts = fc.constantFrom<object[]>(
    [customLine, customLine],
    [truffleLine, customLine, customLine],
    [customLine, customLine, customLine],
    paidAtTheCounter,
    paidByLink,
  )
  const deposits = fc.constantFrom(0, 0, 30)
  const some = fc.array(steps, { minLength: 2, maxLength: 7 })
  let day = 0
  await fc.assert(
    fc.asyncProperty(carts, deposits, some, some, async (cart, deposit, inTheShop, onTheWay) => {
      // The customised cakes of the next order take a day.
      day += 2
      const slotEndsAt = slotOfDay(day)
      // Days go by between two orders, and sessions end.
      owner = (await shop.admin()).token
      email = `asha${day}@example.in`
      customer = (await shop.customer(email)).token
      const orders = cashOrders(shop, { customer, owner })
      const time = `${slotEndsAt.toISOString().slice(0, 10)}T16:00`
      const amount = cart.includes(truffleLine) ? 1009 : 0
      const how = new Map<object[], 'cash' | 'link'>([
        [paidAtTheCounter, 'cash'],
        [paidByLink, 'link'],
      ]).get(cart)
      const more = { time, amount }
      const order = how ? await take(cart, how, more) : await orders.place(cart, more)
      expect(order).toBeTruthy()
      Object.assign(shop.context.shop, { depositPercent: deposit })
      const happenTo = happen(order, slotEndsAt)
      const next = async (step: Step, times = 1) => {
        for (let time = 0; time < times; time++) {
          // What is settled at a counter and what changes after it are told apart by their time.
          shop.wait(1)
          await happenTo(step)
        }
        await expireQuotes(shop.context)
        await shop.runJobs()
        await expectAgreement(order)
      }
      for (const step of inTheShop) await next(step, 2)
      await next({ does: 'prepare' })
      await next({ does: 'dispatch' })
      for (const step of onTheWay) await next(step, 2)
      await refundLate(shop.context)
      await shop.runJobs()
      expect(await contradictions(shop)).toEqual([])
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 180_000)
