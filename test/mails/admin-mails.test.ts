import { eq, inArray, sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { loader as listLoader } from '#shop/admin/mails/mail-list.page.tsx'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { countDeadLetters, mailsOfOrder } from '#shop/mails/mails.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
const { db, clock } = shop.context
const admin = await shop.admin()
await shop.addCake()
const asha = await shop.customer()
const { orderId } = await buy(shop, asha.token)
await shop.runJobs()
const placedId = `order-placed-${orderId}`

type Ids = { id: string }[]

const again = (body: object) =>
  shop.post<{ message: string; count: number }>('/mails/again', body, admin.token)

const statusOf = async (id: string) =>
  (await db.select().from(mails).where(eq(mails.id, id)))[0]?.status

/** A dead-letter mail about an order that does not exist. */
async function deadLetter(id: string, age = 0) {
  const createdAt = new Date(clock.now().getTime() - age * 60_000)
  const lastError = '550 No such mailbox'
  await db.insert(mails).values({
    id,
    kind: 'order-placed',
    data: { orderId },
    status: 'dead_letter',
    lastError,
    createdAt,
    attempts: 3,
    recipient: 'asha@example.in',
    subject: 'Your order',
  })
  return id
}

async function load<Answer>(loader: unknown, path: string, params: object = {}): Promise<Answer> {
  const context = new RouterContextProvider()
  context.set(appContext, shop.context)
  const headers = { authorization: `Bearer ${admin.token}` }
  const request = new Request(`http://shop.test${path}`, { headers })
  const args = { request, url: new URL(request.url), context, params }
  return (loader as (args: object) => Promise<Answer>)(args)
}

const list = () => load<{ mails: Ids; hasMore: boolean; dead: number }>(listLoader, '/admin/outbox')

describe('the page of an order', () => {
  it('says which emails about it were sent, and no others', async () => {
    const ravi = await shop.customer('ravi@example.in')
    const { orderId: other } = await buy(shop, ravi.token)
    await shop.runJobs()
    const about = { kind: 'order-prepared', data: { orderId }, createdAt: clock.now(), attempts: 1 }
    const lastError = 'The mail server closed the connection.'
    await db.insert(mails).values([
      { ...about, id: 'waits', recipient: asha.email, lastError },
      { ...about, id: 'to-the-shop', recipient: 'shop@cakewala.test', lastError },
    ])
    const statuses = async (id: string) => {
      const [order] = await db.select().from(orders).where(eq(orders.id, id))
      if (!order) throw new Error(`no order ${id}`)
      return (await mailsOfOrder(db, order)).map((mail) => `${mail.id} ${mail.status}`)
    }
    expect(await statuses(orderId)).toEqual(['waits waiting', `${placedId} sent`])
    expect(await statuses(other)).toEqual([`order-placed-${other} sent`])
    await db.delete(mails).where(inArray(mails.id, ['waits', 'to-the-shop']))
  })
})

describe('sending again', () => {
  it('a dead-letter mail is sent again, once, and the audit log knows by whom', async () => {
    await db
      .update(mails)
      .set({ status: 'dead_letter', lastError: '550 No such mailbox', sentAt: null })
      .where(eq(mails.id, placedId))
    shop.mails.clear()

    const [first, second] = await Promise.all([
      again({ ids: [placedId] }),
      again({ ids: [placedId] }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const done = first.status === 200 ? first : second
    expect(done.body).toEqual({ message: '1 email will be sent again.', count: 1 })
    const [waiting] = await db.select().from(mails).where(eq(mails.id, placedId))
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 0, lastError: null })

    expect((await shop.runJobs()).filter((name) => name === 'send-mail')).toHaveLength(1)
    expect([...shop.mails.keys()]).toEqual([placedId])
    expect(await statusOf(placedId)).toBe('sent')
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'send-mail-again'))
    expect(entries).toMatchObject([
      {
        actorEmail: admin.email,
        subject: 'mail',
        subjectId: placedId,
        before: { status: 'dead_letter', lastError: '550 No such mailbox' },
        after: { status: 'waiting' },
      },
    ])
  })

  it('a mail whose next try is an hour away is sent at once, by that try', async () => {
    const { orderId: late } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    const id = `order-placed-${late}`
    await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'
      where data ->> 'mailId' = ${id}`)
    const failed = { attempts: 9, lastError: 'It may have arrived.', unconfirmedAt: clock.now() }
    await db.update(mails).set(failed).where(eq(mails.id, id))
    await shop.runJobs()
    expect(await statusOf(id)).toBe('waiting')

    expect((await again({ ids: [id] })).body.count).toBe(1)
    const [waiting] = await db.select().from(mails).where(eq(mails.id, id))
    expect(waiting).toMatchObject({ attempts: 0, lastError: null, unconfirmedAt: null })
    expect((await again({ ids: [id] })).status).toBe(409)
    // It, and what it has told the shop.
    expect((await shop.runJobs()).filter((name) => name === 'send-mail')).toHaveLength(2)
    expect(await statusOf(id)).toBe('sent')
  })

  it('what was sent, is being sent or never was is not sent again', async () => {
    await db.insert(mails).values({ id: 'fresh', kind: 'note', data: {}, createdAt: clock.now() })
    for (const id of [placedId, 'order-placed-none', 'fresh']) {
      const { status, body } = await again({ ids: [id] })
      expect([status, body.detail]).toEqual([
        409,
        'This email is already being sent again, or was sent.',
      ])
    }
    await db.delete(mails).where(eq(mails.id, 'fresh'))
    expect((await again({ all: true })).body.detail).toBe('There are no emails to send again.')
    expect(await shop.runJobs()).not.toContain('send-mail')
  })

  it('all: the oldest hundred, and says how many are left', async () => {
    for (let age = 0; age < 101; age += 1) await deadLetter(`lost-${age}`, age)
    expect((await again({ all: true })).body).toEqual({
      message: '100 emails will be sent again. 1 more could not be sent.',
      count: 100,
    })
    expect([await statusOf('lost-100'), await statusOf('lost-0')]).toEqual([
      'waiting',
      'dead_letter',
    ])
    expect((await again({ all: true })).body.count).toBe(1)
    await db.delete(mails).where(eq(mails.recipient, 'asha@example.in'))
  })
})

describe('the list', () => {
  it('has what was not sent, newest first, also among mails of one instant, and nothing of what a mail is made from', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `same-${String(n).padStart(2, '0')}`)
    for (const id of ids) await deadLetter(id)
    const { mails: listed, hasMore, dead } = await list()
    expect(listed.map(({ id }) => id)).toEqual([...ids].reverse())
    expect([hasMore, dead]).toEqual([false, 60])
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
      'attempts createdAt id kind lastError maySendAgain recipient sentAt status subject unconfirmedAt'.split(
        ' ',
      ),
    )
    const now = clock.now()
    expect(await countDeadLetters(db, new Date(now.getTime() - 1))).toBe(60)
    expect(await countDeadLetters(db, now)).toBe(0)
  })

  it('is the newest 200, and says that there are more', async () => {
    for (let age = 1; age < 142; age += 1) await deadLetter(`older-${age}`, age)
    const { mails: listed, hasMore } = await list()
    expect([listed.length, listed.at(-1)?.id, hasMore]).toEqual([200, 'older-140', true])
    await db.delete(mails).where(eq(mails.recipient, 'asha@example.in'))
  })
})
