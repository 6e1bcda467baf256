import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { announcePreparedHandler } from '#shop/handling/items/move-items.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { orders, quotes } from '#shop/orders/orders.tables.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import { findQuoteToAnswer } from '#shop/quotes/find-quote.server.ts'
import { buy, customLine, ordersOf, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterAll(() => shop.close())

type Answer = 'accept' | 'decline'
interface Answered {
  message: string
  status: string
}

/** A placed order of Asha's: ready-made cakes are paid by card, customised ones await a quote. */
async function place(lines: object[] = [customLine]): Promise<string> {
  const amount = lines.includes(truffleLine) ? 900 : 0
  const checkoutId = crypto.randomUUID()
  const { orderId } = await buy(shop, asha.token, { order: lines, amount, checkoutId })
  return orderId
}

const decide = (orderId: string, suborder: string, more: object) =>
  shop.post<{ message: string }>(
    '/orders/confirmOrder',
    { order: orderId, suborder, data: '', ...more },
    admin.token,
  )

/** The customised item of an order; its last, when there are several. */
async function customItem(orderId: string) {
  const item = (await itemsOf(shop.context.db, orderId)).findLast(({ customize }) => customize)
  if (!item) throw new Error('an order without a customised cake')
  return item
}

/** Each a moment later than the one before, so that the newest can be told. */
async function quote(orderId: string, price = 1450) {
  shop.wait(1)
  return decide(orderId, (await customItem(orderId)).id, { data: 1, msg: price })
}

const prepare = async (orderId: string) => decide(orderId, (await customItem(orderId)).id, {})

async function newestQuote(orderId: string) {
  const quote = (await quotesOfOrder(shop.context.db, orderId)).at(-1)
  if (!quote) throw new Error('an order without a quote')
  return quote
}

/** A customised cake at a price that waits for its answer. */
async function quoted(lines?: object[]) {
  const orderId = await place(lines)
  await quote(orderId)
  return { orderId, quoteId: (await newestQuote(orderId)).id }
}

const byLink = (quoteId: string, answer: Answer) =>
  shop.post<Answered>('/quotes/answer', { token: shop.context.quoteTokens.sign(quoteId), answer })

const inViewOrders = (quoteId: string, answer: Answer, token: string | undefined = asha.token) =>
  shop.post<Answered>('/orders/answerQuote', { quote: quoteId, answer }, token)

/** By the link of the order, without a session. */
const byOrder = async (
  quoteId: string,
  answer: Answer,
  of: string,
  audience: Audience = 'sender',
) => {
  const token = (await trackingUrl(shop.context, of, audience)).split('/track/')[1]
  return shop.post<Answered>('/orders/answerQuote', { quote: quoteId, answer, token })
}

const cancel = (orderId: string) =>
  shop.post('/orders/cancelOrders', { email: asha.email, orderId }, asha.token)

/** The job, as if the time to answer were over for it. */
const expire = () =>
  expireQuotes({ ...shop.context, clock: { now: () => new Date('2027-01-01T00:00:00Z') } })

/** The time to answer is over from now on. */
const endTime = (quoteId: string) =>
  shop.context.db
    .update(quotes)
    .set({ answerBy: shop.context.clock.now() })
    .where(eq(quotes.id, quoteId))

const seen = async (orderId: string): Promise<ApiOrder> => {
  const body = await ordersOf(shop, asha)
  const order = body.find(({ id }) => id === orderId)
  if (!order) throw new Error('the order is not among the newest')
  return order
}

/** Until then the baker may undo that a cake is prepared. */
const inFiveMinutes = { now: () => new Date(shop.context.clock.now().getTime() + 5 * 60_000) }

/** All that the shop has written down of an order with one customised cake. */
async function storyOf(orderId: string) {
  const { db } = shop.context
  const item = await customItem(orderId)
  if ((await itemsOf(db, orderId)).some(({ status }) => status === 'completed')) {
    await announcePreparedHandler({ ...shop.context, clock: inFiveMinutes }).run({ orderId })
  }
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, orderId))
    .orderBy(auditLog.id)
  const about = await db.select().from(mails).where(sql`${mails.data} ->> 'orderId' = ${orderId}`)
  return {
    item,
    quotes: await quotesOfOrder(db, orderId),
    entries,
    actions: entries.map(({ action }) => action),
    mails: about.map(({ kind }) => kind).sort(),
  }
}

const count = <One>(all: readonly One[], ...wanted: One[]) =>
  all.filter((one) => wanted.includes(one)).length

/** Item, quotes, price, audit log and mails must agree. */
async function expectOneStory(orderId: string) {
  const story = await storyOf(orderId)
  const { item, actions } = story
  const statuses = story.quotes.map(({ status }) => status)
  const accepted = story.quotes.find(({ status }) => status === 'accepted')

  expect(count(statuses, 'open', 'accepted')).toBeLessThanOrEqual(1)
  expect(count(statuses, 'open')).toBe(item.status === 'quoted' ? 1 : 0)
  expect(item.unitPaise).toBe(accepted?.pricePaise ?? 0)
  expect(item.pricePaise).toBe(item.unitPaise)
  const last = {
    declined: 'declined',
    expired: 'expired',
    accepted: 'accepted',
    completed: 'accepted',
  }
  const wanted = Object.entries(last).find(([status]) => status === item.status)?.[1]
  if (wanted) expect(statuses).toContain(wanted)
  else expect(['quoted', 'cancelled']).toContain(item.status)

  expect({
    quoted: count(actions, 'quote-item'),
    accepted: count(actions, 'accept-quote'),
    declined: count(actions, 'decline-quote'),
    expired: count(actions, 'expire-quote'),
    cancelled: count(actions, 'cancel-order'),
    prepared: count(actions, 'confirm-item'),
  }).toEqual({
    quoted: statuses.length,
    accepted: count(statuses, 'accepted'),
    declined: count(statuses, 'declined'),
    expired: count(statuses, 'expired'),
    cancelled: item.status === 'cancelled' ? 1 : 0,
    prepared: item.status === 'completed' ? 1 : 0,
  })
  expect({
    quote: count(story.mails, 'quote'),
    accepted: count(story.mails, 'quote-accepted'),
    expired: count(story.mails, 'quote-expired'),
    answered: count(story.mails, 'quote-answered'),
    cancelled: count(story.mails, 'order-cancelled'),
    prepared: count(story.mails, 'order-prepared'),
  }).toEqual({
    quote: statuses.length,
    accepted: count(statuses, 'accepted'),
    expired: count(statuses, 'expired'),
    answered: count(statuses, 'accepted', 'declined', 'expired'),
    cancelled: item.status === 'cancelled' ? 1 : 0,
    prepared: item.status === 'completed' ? 1 : 0,
  })
  return story
}

it('is answered by the link of its order, and by no other link', async () => {
  const { orderId, quoteId } = await quoted()
  const other = await place()
  await shop.context.db.update(orders).set({ recipientName: 'Meena' }).where(eq(orders.id, orderId))
  const ask = async (of: string, audience?: Audience) =>
    (await shop.unchanged(() => byOrder(quoteId, 'decline', of, audience))).status
  expect([await ask(other), await ask(orderId, 'recipient')]).toEqual([403, 404])
  const { status, body } = await byOrder(quoteId, 'decline', orderId)
  expect([status, body.status]).toEqual([200, 'declined'])
  const { entries } = await expectOneStory(orderId)
  expect(entries.at(-1)).toMatchObject({ action: 'decline-quote', actorEmail: asha.email })
})

describe('a quote', () => {
  it('is accepted by its link: its price becomes the line’s, due in cash', async () => {
    const { orderId, quoteId } = await quoted()
    expect(await seen(orderId)).toMatchObject({ subtotal: 0, dueInCash: 50 })
    const { status, body } = await byLink(quoteId, 'accept')
    expect([status, body.status]).toEqual([200, 'accepted'])
    expect(await seen(orderId)).toMatchObject({
      subtotal: 1450,
      shipping: 50,
      paidByCard: 0,
      dueInCash: 1500,
      order: [{ isConfirmed: 'accepted', price: 1450, subtotal: 1450, quote: null }],
    })
    const { entries } = await expectOneStory(orderId)
    expect(entries.at(-1)).toMatchObject({
      actor: 'customer',
      actorEmail: asha.email,
      action: 'accept-quote',
      before: { status: 'quoted', pricePaise: 145_000 },
      after: { status: 'accepted', pricePaise: 145_000, byLink: true },
    })
  })

  it('is accepted in View Orders, prepared, and its customer is told', async () => {
    const { orderId, quoteId } = await quoted()
    expect((await inViewOrders(quoteId, 'accept')).status).toBe(200)
    expect((await prepare(orderId)).body.message).toMatch(/is ready\.$/)
    const { mails: kinds, entries } = await expectOneStory(orderId)
    expect(kinds).toContain('order-prepared')
    expect(entries.at(-2)?.after).not.toHaveProperty('byLink')
    expect(await seen(orderId)).toMatchObject({ dueInCash: 1500, canCancel: false })
  })

  it('costs what one cake does, as often as there are cakes', async () => {
    const { orderId, quoteId } = await quoted([truffleLine, { ...customLine, amount: 2 }])
    await byLink(quoteId, 'accept')
    expect(await seen(orderId)).toMatchObject({
      subtotal: 3750,
      paidByCard: 900,
      dueInCash: 2900,
      order: [{}, { price: 1450, subtotal: 2900 }],
    })
  })

  it('is declined, and another accepted; each is kept', async () => {
    const { orderId, quoteId } = await quoted()
    expect((await byLink(quoteId, 'decline')).body.status).toBe('declined')
    await expectOneStory(orderId)
    expect((await quote(orderId, 1200)).status).toBe(200)
    expect((await seen(orderId)).order[0]).toMatchObject({ price: 0, quote: { price: 1200 } })
    await byLink((await newestQuote(orderId)).id, 'accept')
    const { quotes: kept } = await expectOneStory(orderId)
    expect(kept.map(({ pricePaise, status }) => [pricePaise, status])).toEqual([
      [145_000, 'declined'],
      [120_000, 'accepted'],
    ])
    expect((await shop.unchanged(() => quote(orderId, 1))).status).toBe(409)
  })

  it('is withdrawn when its order is cancelled', async () => {
    const { orderId, quoteId } = await quoted()
    expect((await cancel(orderId)).status).toBe(200)
    expect((await newestQuote(orderId)).status).toBe('withdrawn')
    await expectOneStory(orderId)
    expect((await shop.unchanged(() => byLink(quoteId, 'accept'))).body.detail).toMatch(
      /is cancelled/,
    )
  })

  it('is not quoted again once its order is cancelled', async () => {
    const { orderId, quoteId } = await quoted([truffleLine, customLine])
    await byLink(quoteId, 'decline')
    expect((await cancel(orderId)).status).toBe(200)
    const { status, body } = await shop.unchanged(() => quote(orderId))
    expect([status, body.detail]).toEqual([
      409,
      expect.stringMatching(/^Order \d+ was cancelled\.$/),
    ])
  })

  it('is not made when the delivery is too near to wait for an answer', async () => {
    const orderId = await place()
    const deliveryAt = new Date(shop.context.clock.now().getTime() + hourMs)
    await shop.context.db.update(orders).set({ deliveryAt }).where(eq(orders.id, orderId))
    const { status, body } = await shop.unchanged(() => quote(orderId))
    expect([status, body.detail]).toEqual([
      409,
      'The delivery is too soon to wait for an answer to a quote. Please call the customer at 9876543210.',
    ])
  })
})

describe('the same answer again', () => {
  it.each(['accept', 'decline'] as const)('changes nothing: %s', async (answer) => {
    const { orderId, quoteId } = await quoted()
    const first = await byLink(quoteId, answer)
    const again = await shop.unchanged(() => byLink(quoteId, answer))
    const elsewhere = await shop.unchanged(() => inViewOrders(quoteId, answer))
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(elsewhere.body).toEqual(first.body)
    await expectOneStory(orderId)
  })

  it('is still good when the cake is prepared, and no more when the order is cancelled', async () => {
    const { orderId, quoteId } = await quoted()
    await byLink(quoteId, 'accept')
    const other = await quoted()
    await byLink(other.quoteId, 'accept')
    await prepare(orderId)
    await cancel(other.orderId)
    expect((await shop.unchanged(() => byLink(quoteId, 'accept'))).status).toBe(200)
    expect((await shop.unchanged(() => byLink(other.quoteId, 'accept'))).status).toBe(409)
  })
})

describe('a quote that cannot be answered so', () => {
  it.each<[string, (quoteId: string, orderId: string) => Promise<unknown>, Answer, RegExp]>([
    ['was accepted', (id) => byLink(id, 'accept'), 'decline', /already accepted this quote/],
    ['was declined', (id) => byLink(id, 'decline'), 'accept', /already declined this quote/],
    ['was replaced', (_, order) => quote(order, 1600), 'accept', /a newer quote/],
    ['is over', (id) => endTime(id), 'accept', /time to answer this quote is over/],
    ['has ended', (id) => endTime(id).then(() => expireQuotes(shop.context)), 'decline', /is over/],
    ['was withdrawn', (_, order) => cancel(order), 'decline', /order is cancelled/],
  ])('%s', async (_, happens, answer, sentence) => {
    const { orderId, quoteId } = await quoted()
    await happens(quoteId, orderId)
    for (const ask of [byLink, inViewOrders]) {
      const { status, body } = await shop.unchanged(() => ask(quoteId, answer))
      expect([status, body.detail]).toEqual([409, expect.stringMatching(sentence)])
    }
    await expectOneStory(orderId)
  })

  it('has a link that we did not sign', async () => {
    const { quoteId } = await quoted()
    const token = shop.context.quoteTokens.sign(quoteId)
    for (const wrong of [quoteId, `${token}x`, `x${token}`, token.slice(0, -1), asha.token]) {
      const reply = await shop.unchanged(() =>
        shop.post('/quotes/answer', { token: wrong, answer: 'accept' }),
      )
      expect([reply.status, reply.body.detail]).toEqual([
        404,
        expect.stringMatching(/^This link does not work/),
      ])
      expect(await findQuoteToAnswer(shop.context, wrong)).toBeNull()
    }
  })
})

describe('what the page of the link shows', () => {
  it.each([
    ['the quote until a week after the delivery', 7 * dayMs, 'expired'],
    ['nothing later than that', 7 * dayMs + 1, undefined],
  ])('is %s', async (_, msAfterDelivery, status) => {
    const { quoteId } = await quoted([customLine])
    const token = shop.context.quoteTokens.sign(quoteId)
    const open = await findQuoteToAnswer(shop.context, token)
    const then = new Date((open?.deliveryAt.getTime() ?? 0) + msAfterDelivery)
    const found = await findQuoteToAnswer({ ...shop.context, clock: { now: () => then } }, token)
    expect(found?.status).toBe(status)
  })

  const shown = (quoteId: string) =>
    findQuoteToAnswer(shop.context, shop.context.quoteTokens.sign(quoteId))

  it('is the cake, its price and what is due, and of the customer the first name alone', async () => {
    const second = { ...customLine, cakeid: 'b1b2c3d4', egg: 'Eggless', amount: 2, bname: 'Ravi' }
    const { quoteId } = await quoted([truffleLine, customLine, second])
    const quote = await shop.unchanged(() => shown(quoteId))
    expect(quote).toEqual({
      quoteId,
      payment: { requiredPaise: 0, allPaise: 290_000, whyAhead: null },
      orderNumber: expect.any(Number),
      firstName: 'Asha',
      item: {
        name: 'Customized Cake',
        flavour: 'Mango',
        wt: '2',
        amount: 2,
        bname: 'Ravi',
        egg: 'Eggless',
        detail: 'A blue elephant',
        image: [],
      },
      pricePaise: 1450_00,
      note: '',
      rows: [
        { label: '2 cakes', value: '₹2,900' },
        { label: 'Your other cakes', value: '₹850' },
        { label: 'Shipping', value: '₹50' },
        { label: 'Paid', value: '− ₹900' },
        { label: 'Due in cash on delivery', value: '₹2,900', strong: true },
      ],
      duePaise: 2900_00,
      awaitsOtherPrices: true,
      deliveryAt: new Date('2026-11-21T12:00:00Z'),
      slotStartsAt: null,
      slotEndsAt: null,
      isPickup: false,
      answerBy: new Date('2026-11-20T14:30:00Z'),
      status: 'open',
    })
    expect(JSON.stringify(quote)).not.toMatch(/Rao|example|98765|Church/)
  })

  it('counts the price once, before and after it is accepted', async () => {
    const { quoteId } = await quoted()
    const { rows, ...before } = (await shown(quoteId)) ?? {}
    expect(before).toMatchObject({ duePaise: 1500_00, awaitsOtherPrices: false })
    await byLink(quoteId, 'accept')
    expect(await shown(quoteId)).toMatchObject({ duePaise: 1500_00, rows, status: 'accepted' })
  })

  it('is over when its time is, before the job comes', async () => {
    const { quoteId } = await quoted()
    await endTime(quoteId)
    expect(await shown(quoteId)).toMatchObject({ status: 'expired' })
  })
})

describe('the job that ends quotes', () => {
  it('ends those whose time is over, once, and they may be quoted again', async () => {
    const { orderId, quoteId } = await quoted()
    const other = await quoted()
    await endTime(quoteId)
    await expireQuotes(shop.context)
    await shop.unchanged(() => expireQuotes(shop.context))
    expect((await newestQuote(other.orderId)).status).toBe('open')
    expect((await seen(orderId)).order[0]).toMatchObject({ isConfirmed: 'expired', quote: null })
    const { entries } = await expectOneStory(orderId)
    expect(entries.at(-1)).toMatchObject({ actor: 'shop', action: 'expire-quote' })
    expect((await quote(orderId)).status).toBe(200)
    expect((await byLink((await newestQuote(orderId)).id, 'accept')).status).toBe(200)
    await expectOneStory(orderId)
  })

  it('goes on when one fails, and ends that one the next time', async () => {
    const [bad, fine] = [await quoted(), await quoted()]
    for (const { quoteId } of [bad, fine]) await endTime(quoteId)
    const { jobs } = shop.context
    const failing: typeof jobs = {
      enqueue: (tx, job, data, options) => {
        if (JSON.stringify(data).includes(bad.quoteId)) throw new Error('no queue')
        return jobs.enqueue(tx, job, data, options)
      },
    }
    await expireQuotes({ ...shop.context, jobs: failing })
    expect((await expectOneStory(bad.orderId)).item.status).toBe('quoted')
    expect((await expectOneStory(fine.orderId)).item.status).toBe('expired')
    await expireQuotes(shop.context)
    expect((await expectOneStory(bad.orderId)).item.status).toBe('expired')
  })
})

describe('that all is prepared is told', () => {
  it('once nothing else is wanted, and again when more was made since', async () => {
    const { orderId, quoteId } = await quoted([truffleLine, customLine])
    const told = async () => count((await storyOf(orderId)).mails, 'order-prepared')
    const [ready] = await itemsOf(shop.context.db, orderId)
    await decide(orderId, ready?.id ?? '', {})
    expect(await told()).toBe(0)
    await byLink(quoteId, 'decline')
    expect(await told()).toBe(1)
    await quote(orderId)
    await byLink((await newestQuote(orderId)).id, 'accept')
    expect(await told()).toBe(1)
    await prepare(orderId)
    expect(await told()).toBe(2)
  })

  it('not when nothing of the order is made', async () => {
    const { orderId, quoteId } = await quoted()
    await byLink(quoteId, 'decline')
    expect((await storyOf(orderId)).mails).not.toContain('order-prepared')
  })
})

describe('at the same moment', () => {
  type Act = (at: { orderId: string; quoteId: string }) => Promise<{ status: number } | undefined>
  const acts: Record<string, Act> = {
    accept: ({ quoteId }) => byLink(quoteId, 'accept'),
    decline: ({ quoteId }) => inViewOrders(quoteId, 'decline'),
    'a new price': ({ orderId }) => quote(orderId, 1600),
    cancel: ({ orderId }) => cancel(orderId),
    expire: async () => void (await expire()),
    prepare: ({ orderId }) => prepare(orderId),
  }
  const names = Object.keys(acts)
  const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))

  /** Does both at once, each of them first in turn, and answers how. */
  async function race(one: string, other: string, before: Act = async () => undefined) {
    const outcomes: string[] = []
    for (const order of [
      [one, other],
      [other, one],
    ]) {
      const at = await quoted()
      await before(at)
      const replies = await Promise.all(order.map((name) => acts[name]?.(at)))
      const statuses = new Map(order.map((name, index) => [name, replies[index]?.status]))
      for (const reply of replies) expect([200, 409, undefined]).toContain(reply?.status)
      const { item } = await expectOneStory(at.orderId)
      outcomes.push(`${statuses.get(one)} ${statuses.get(other)} ${item.status}`)
      await shop.context.db.update(quotes).set({ answerBy: new Date('2028-01-01') })
    }
    return outcomes
  }

  it.each(pairs)('%s and %s leave one clear state', async (one, other) => {
    await race(one, other)
  })

  it.each<[string, string, string[]]>([
    ['accept', 'a new price', ['200 409 accepted', '409 200 quoted']],
    ['accept', 'decline', ['200 409 accepted', '409 200 declined']],
    ['accept', 'cancel', ['200 200 cancelled', '409 200 cancelled']],
    ['accept', 'expire', ['200 undefined accepted', '409 undefined expired']],
    ['a new price', 'expire', ['200 undefined expired', '200 undefined quoted']],
  ])('of %s and %s one comes first', async (one, other, possible) => {
    for (const outcome of await race(one, other)) expect(possible).toContain(outcome)
  })

  it('an acceptance sent twice is one', async () => {
    const { orderId, quoteId } = await quoted()
    const replies = await Promise.all(
      [byLink, inViewOrders, byLink, inViewOrders].map((ask) => ask(quoteId, 'accept')),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await expectOneStory(orderId)
  })

  it('a cake is prepared or cancelled', async () => {
    const accepted: Act = ({ quoteId }) => byLink(quoteId, 'accept')
    const possible = ['200 409 completed', '409 200 cancelled']
    for (const outcome of await race('prepare', 'cancel', accepted)) {
      expect(possible).toContain(outcome)
    }
  })
})
