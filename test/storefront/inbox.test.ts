import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { loadOrdersSection } from '#shop/admin/dashboard/dashboard.store.server.ts'
import { countToDo } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadOrderDetail } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { showTracked } from '#shop/order-pages/view-orders.server.ts'
import { findTracked, trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { findQuoteToAnswer } from '#shop/quotes/find-quote.server.ts'
import { inboxPage, showConversation } from '#shop/storefront/storefront.store.server.ts'
import { messages } from '#shop/storefront/storefront.tables.server.ts'
import { buy, checkOut, customLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let counter: { token: string }
let owner: { token: string }
let asha: { email: string; token: string }

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  counter = await shop.staff('counter')
  owner = await shop.admin()
  asha = await shop.customer()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.runJobs()
  shop.mails.clear()
  await shop.context.db.delete(messages)
})

const inbox = async () =>
  (await inboxPage(shop.context.db, 1, 20)).map((row) => showConversation(row))
const linkOf = async (orderId: string, audience: 'sender' | 'recipient' = 'sender') =>
  /track\/(.+)$/.exec(await trackingUrl(shop.context, orderId, audience))?.[1] ?? ''
const write = async (orderId: string, body: object) =>
  shop.post<{ message: string }>('/orders/report', { token: await linkOf(orderId), ...body })
const answer = (body: object, by = counter) =>
  shop.post<{ message: string }>('/messages/answer', body, by.token)

/** The mails since the last call, by their subjects. */
async function mailed() {
  await shop.runJobs()
  const mails = new Map([...shop.mails.values()].map((mail) => [mail.subject, mail]))
  shop.mails.clear()
  return mails
}

/** What the customer's page of an order shows of its conversations. */
async function seenBy(orderId: string) {
  const tracked = await findTracked(shop.context, await linkOf(orderId))
  const page = tracked && (await showTracked(shop.context, tracked))
  return page?.audience === 'sender' ? page.conversations : []
}

const note = { username: 'Meera Rao', Email: 'meera@example.in', Message: 'Do you ship cakes?' }

describe('a message of the contact page', () => {
  it('has a number, which its sender is told at once, and nothing that they wrote', async () => {
    await shop.post('/contact', note)
    const [{ number, state, kind } = {}] = await inbox()
    expect([state, kind]).toEqual(['Open', 'Question'])
    const mails = await mailed()
    const receipt = mails.get(`We have your message: number ${number}`)
    expect(receipt).toMatchObject({ to: 'meera@example.in' })
    expect(receipt?.text).toContain('Hello Meera,')
    expect(receipt?.text).toContain('within 30 days')
    expect(receipt?.text).not.toContain('ship cakes')
    const told = mails.get('Message from the contact page')
    expect(told?.text).toContain(`/admin/inbox#message-${number}`)
    expect(told?.replyTo).toBe('meera@example.in')
  })

  it('is answered by email, once however often it is sent', async () => {
    await shop.post('/contact', note)
    const [{ id, number } = { id: '', number: 0 }] = await inbox()
    await mailed()
    const body = { id, was: 0, message: 'To all of Bengaluru.' }
    const [first, second] = await Promise.all([answer(body), answer(body)])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const [is] = await inbox()
    expect(is).toMatchObject({
      state: 'Answered',
      entries: [{}, { fromShop: true, words: 'To all of Bengaluru.' }],
    })
    const mails = await mailed()
    expect([...mails.keys()]).toEqual([`Our answer to message ${number}`])
    const mail = mails.get(`Our answer to message ${number}`)
    expect(mail).toMatchObject({ to: 'meera@example.in', replyTo: shop.context.shop.email })
    expect(mail?.text).toContain('To all of Bengaluru.')
    expect(mail?.text).toContain('reply to this email')
    const [entry] = await listAuditLog(shop.context.db, { action: 'answer-problem', limit: 1 })
    expect(entry).toMatchObject({ subject: 'mail', subjectId: `message-${id}`, actor: 'admin' })
  })

  it('of an older process shows up too', async () => {
    const { db } = shop.context
    await db.execute(sql`insert into messages (id, username, email, message, created_at)
      values (gen_random_uuid(), 'Old', 'old@example.in', 'From before', now())`)
    expect(await inbox()).toMatchObject([
      { number: expect.any(Number), state: 'Open', entries: [{ words: 'From before' }] },
    ])
  })

  it('that is open comes before a newer one that is answered', async () => {
    for (const Message of ['First', 'Second', 'Third'])
      await shop.post('/contact', { ...note, Message })
    const third = (await inbox())[0]
    await answer({ id: third?.id, was: 0, isAnswered: true })
    const words = (await inbox()).map(({ entries: [first] }) => first?.words)
    expect(words).toEqual(['Second', 'First', 'Third'])
    expect(
      (await countToDo({ db: shop.context.db, now: shop.context.clock.now() })).complaint.items,
    ).toBe(2)
  })
})

describe('a complaint', () => {
  it('is answered, read on the page of the order, and answered back', async () => {
    const { orderId } = await buy(shop, asha.token)
    await mailed()
    expect((await write(orderId, { message: 'It is squashed', wish: 'money' })).status).toBe(200)
    const [{ id, number } = { id: '', number: 0 }] = await inbox()
    const told = await mailed()
    expect(told.get('Problem with an order')?.text).toContain('Wishes for: part of the money back.')
    const receipt = told.get(`We have your message: number ${number}`)
    expect(receipt?.to).toBe(asha.email)
    expect(receipt?.text).toContain(await linkOf(orderId))

    expect((await answer({ id, was: 0, message: 'We refund ₹200.' })).status).toBe(200)
    const mail = (await mailed()).get(`Our answer to message ${number}`)
    expect(mail?.text).toContain('We refund ₹200.')
    expect(mail?.text).toContain(await linkOf(orderId))
    expect(await seenBy(orderId)).toMatchObject([
      {
        number,
        state: 'Answered',
        entries: [{ words: 'It is squashed' }, { words: 'We refund ₹200.', fromShop: true }],
      },
    ])

    expect((await write(orderId, { message: 'Thank you', reply: { id, was: 1 } })).status).toBe(200)
    expect((await mailed()).get(`Message ${number}: the customer writes back`)?.text).toContain(
      'Thank you',
    )
    expect((await inbox())[0]).toMatchObject({
      state: 'Open',
      entries: [{}, {}, { fromShop: false }],
    })
    // Somebody who has not read that does not answer it.
    expect((await answer({ id, was: 1, isAnswered: true })).status).toBe(409)
    expect((await answer({ id, was: 2, isAnswered: true })).body.message).toBe(
      'Marked as answered.',
    )
    expect(await mailed()).toEqual(new Map())
  })

  it.each([
    ['markup', '<img src=x onerror=alert(1)><b>squashed</b>'],
    ['a link', 'See http://evil.example/now'],
  ])('of %s is text everywhere', async (_, message) => {
    const { orderId } = await buy(shop, asha.token)
    await write(orderId, { message, wish: 'again' })
    const [{ id } = {}] = await inbox()
    await answer({ id, was: 0, message })
    for (const { html } of (await mailed()).values())
      expect(html).not.toMatch(/<img src=x|<b>sq|\u202e/)
    expect((await seenBy(orderId))[0]?.entries[0]?.words).toBe(message)
  })

  it.each([
    ['nothing', { message: ' \n' }, 'message'],
    ['a book', { message: 'x'.repeat(2001) }, 'message'],
    ['a wish that is none', { message: 'x', wish: 'gold' }, 'wish'],
    ['no conversation', { message: 'x', reply: { id: 'x', was: 0 } }, 'reply.id'],
    [
      'too many replies',
      { message: 'x', reply: { id: crypto.randomUUID(), was: 100 } },
      'reply.was',
    ],
  ])('with %s is refused at its field', async (_, body, field) => {
    const { orderId } = await buy(shop, asha.token)
    const { status, body: problem } = await write(orderId, body)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]])
    expect(await inbox()).toEqual([])
  })

  it('is nobody else’s: not of another order, not the recipient’s, not the kitchen’s', async () => {
    const { orderId } = await buy(shop, asha.token)
    const other = await buy(shop, (await shop.customer('ravi@example.in')).token)
    await write(orderId, { message: 'It is squashed' })
    const [{ id } = { id: '' }] = await inbox()
    const reply = { id, was: 0 }
    expect((await write(other.orderId, { message: 'Mine', reply })).status).toBe(404)
    const token = await linkOf(orderId, 'recipient')
    expect((await shop.post('/orders/report', { token, message: 'x', reply })).status).toBe(404)
    expect(await seenBy(other.orderId)).toEqual([])
    for (const who of [await shop.staff('kitchen'), await shop.staff('accountant'), asha]) {
      expect((await answer({ ...reply, message: 'x' }, who)).status).toBe(403)
    }
    expect((await inbox())[0]?.entries).toHaveLength(1)
  })
})

describe('a question before a price', () => {
  const order = { order: [customLine], amount: 0 }
  const said = async (orderId: string) => {
    const { db, clock } = shop.context
    const { orders } = await loadOrdersSection({ db, now: clock.now() }, false)
    return orders.find(({ id }) => id === orderId)?.items[0]?.ask
  }

  it('is mailed, waits, is answered by the link, and ends with the price and its note', async () => {
    const { db } = shop.context
    const { orderId } = (await checkOut(shop, asha.token, order)).body
    await mailed()
    const [item] = await itemsOf(db, orderId)
    const act = (body: object) =>
      shop.post(
        '/orders/confirmOrder',
        { order: orderId, suborder: item?.id, ...body },
        owner.token,
      )
    expect((await act({ data: 3, msg: 'Which <blue>?' })).status).toBe(200)
    const asked = (await mailed()).get('About your cake')
    expect(asked?.to).toBe(asha.email)
    expect(asked?.text).toContain('Which <blue>?')
    expect(asked?.html).not.toContain('<blue>')
    expect(asked?.text).toContain(await linkOf(orderId))
    expect(await said(orderId)).toMatchObject({
      state: 'Waits for the customer',
      kind: 'Asked back',
    })
    expect((await itemsOf(db, orderId))[0]?.status).toBe('processing')

    const [{ id, number } = { id: '', number: 0 }] = await seenBy(orderId)
    await write(orderId, { message: 'Sky blue', reply: { id, was: 0 } })
    expect((await mailed()).get(`Message ${number}: the customer writes back`)?.text).toContain(
      'Sky blue',
    )
    expect(await said(orderId)).toMatchObject({
      state: 'Open',
      entries: [{}, { words: 'Sky blue' }],
    })

    expect((await act({ data: 1, msg: 1450, note: 'With <b>sugar</b> bow' })).status).toBe(200)
    expect((await inbox())[0]?.state).toBe('Answered')
    const quoted = (await mailed()).get(`Your quote is ready: order ${await loadNumber(orderId)}`)
    expect(quoted?.text).toContain('With <b>sugar</b> bow')
    expect(quoted?.html).not.toContain('<b>sugar')
    const detail = await loadOrderDetail(db, await loadNumber(orderId))
    const quote = detail?.quotes.at(-1)
    const token = shop.context.quoteTokens.sign(quote?.id ?? '')
    expect((await findQuoteToAnswer(shop.context, token))?.note).toBe('With <b>sugar</b> bow')
    expect(detail?.history.map(({ did }) => did)).toContain(
      'asked the customer about a custom cake',
    )
  })

  async function loadNumber(orderId: string): Promise<number> {
    const tracked = await findTracked(shop.context, await linkOf(orderId))
    return tracked?.order.number ?? 0
  }

  it.each([
    ['nothing', { data: 3, msg: ' ' }, 422],
    ['a book', { data: 3, msg: 'x'.repeat(501) }, 422],
    ['a note that is a book', { data: 1, msg: 1450, note: 'x'.repeat(501) }, 422],
  ])('of %s is refused', async (_, body, status) => {
    const { orderId } = (await checkOut(shop, asha.token, order)).body
    const [item] = await itemsOf(shop.context.db, orderId)
    const about = { order: orderId, suborder: item?.id }
    expect(
      (await shop.post('/orders/confirmOrder', { ...about, ...body }, owner.token)).status,
    ).toBe(status)
    expect(await inbox()).toEqual([])
  })

  it('is a manager’s, about a custom cake of this order that has no agreed price', async () => {
    const { orderId } = (await checkOut(shop, asha.token, order)).body
    const [item] = await itemsOf(shop.context.db, orderId)
    const ready = await buy(shop, asha.token)
    const [cake] = await itemsOf(shop.context.db, ready.orderId)
    const ask = async (about: object, by = owner) =>
      (await shop.post('/orders/confirmOrder', { data: 3, msg: 'Which?', ...about }, by.token))
        .status
    expect(await ask({ order: orderId, suborder: item?.id }, counter)).toBe(403)
    expect(await ask({ order: ready.orderId, suborder: item?.id })).toBe(404)
    expect(await ask({ order: ready.orderId, suborder: cake?.id })).toBe(409)
    expect(
      await shop.context.db.select().from(messages).where(eq(messages.orderId, orderId)),
    ).toEqual([])
  })
})

// The last, because days pass.
it('a message is overdue once nobody has answered for so long, and after each reply anew', async () => {
  const { db, clock } = shop.context
  const overdue = async () => {
    const now = clock.now()
    return (await countToDo({ db, now }, new Date(now.getTime() - 2 * dayMs))).overdue.items
  }
  await shop.post('/contact', note)
  shop.wait(2 * dayMs)
  expect(await overdue()).toBe(0)
  shop.wait(1)
  expect(await overdue()).toBe(1)
  const [{ id } = { id: '' }] = await inbox()
  await answer({ id, was: 0, message: 'Soon' })
  expect(await overdue()).toBe(0)
  await answer({ id, was: 1, isAnswered: false })
  expect(await overdue()).toBe(0)
  shop.wait(2 * dayMs + 1)
  expect(await overdue()).toBe(1)
})
