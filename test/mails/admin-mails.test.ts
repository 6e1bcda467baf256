import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { countDeadLetters } from '#shop/admin/mails/admin-mails.store.server.ts'
import { loader as listLoader } from '#shop/admin/mails/mail-list.page.tsx'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { orderPlacedMail } from '#shop/handling/mails/order-mails.server.tsx'
import { mails } from '#shop/mails/mails.tables.server.ts'
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
const placedId = `${orderPlacedMail.name}-${orderId}`

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

const list = (query: string) =>
  load<{ mails: Ids; next: { at: number; id: string } | null; dead: number }>(
    listLoader,
    `/admin/outbox${query}`,
  )

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

  it('what was sent, waits or never was is not sent again', async () => {
    for (const id of [placedId, 'order-placed-none']) {
      const { status, body } = await again({ ids: [id] })
      expect([status, body.detail]).toEqual([
        409,
        'This email is already being sent again, or was sent.',
      ])
    }
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
  it('goes on where a page ended, also among mails of one instant', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `same-${String(n).padStart(2, '0')}`)
    for (const id of ids) await deadLetter(id)
    const first = await list('?status=dead_letter')
    expect([first.mails.length, first.dead]).toEqual([50, 60])
    const now = clock.now()
    expect(await countDeadLetters(db, new Date(now.getTime() - 1))).toBe(60)
    expect(await countDeadLetters(db, now)).toBe(0)
    const before = `${first.next?.at}.${first.next?.id}`
    const rest = await list(`?status=dead_letter&before=${before}`)
    expect(rest.next).toBeNull()
    expect([...first.mails, ...rest.mails].map(({ id }) => id)).toEqual([...ids].reverse())
  })

  it('is searched by a part of the recipient, and tells nothing of what a mail is made from', async () => {
    const found = await list('?q=ASHA%40&status=dead_letter')
    expect(found.mails).toHaveLength(50)
    expect(Object.keys(found.mails[0] ?? {}).sort()).toEqual(
      'at attempts id kind lastError recipient sentAt status subject'.split(' ').sort(),
    )
    expect((await list('?q=%25')).mails).toEqual([])
    expect((await list('?q=ravi')).mails).toEqual([])
  })
})
