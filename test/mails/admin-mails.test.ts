import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { createOutboxMailer } from '#platform/mail/mailer.server.ts'
import { countDeadLetters } from '#shop/admin/mails/admin-mails.store.server.ts'
import { loader as mailLoader } from '#shop/admin/mails/mail.page.tsx'
import { loader as listLoader } from '#shop/admin/mails/mail-list.page.tsx'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { orderPlacedMail } from '#shop/handling/mails/order-mails.server.tsx'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
const { db, clock, outbox } = shop.context
if (!outbox) throw new Error('this shop keeps its mails')
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

describe('reading', () => {
  const hostile = {
    html: `<html><head><title>x</title></head><body><script>alert(1)</script><img src="cid:cake-1"><img src="cid:none"><a href="http://localhost:3000/offer">answer</a></body></html>`,
    text: 'Hello <b>Asha</b>',
  }

  async function kept(id: string) {
    await deadLetter(id)
    const bytes = Buffer.from([255, 216, 255])
    await createOutboxMailer(
      outbox as NonNullable<typeof outbox>,
      'Cakewala <shop@cakewala.test>',
    ).send({
      id,
      to: 'asha@example.in',
      subject: 'Your “cake”',
      ...hostile,
      pictures: [{ cid: 'cake-1', filename: 'cake.jpg', type: 'image/jpeg', bytes }],
    })
    return id
  }
  const ask = (path: string) =>
    shop.api.request(path, { headers: { authorization: `Bearer ${admin.token}` } })

  it('a mail is shown under a policy that runs and fetches nothing, with its pictures in it', async () => {
    const response = await ask(`/mails/${await kept('hostile-1')}/html`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('img-src data:')
    const sandbox = policy?.find((part) => part.startsWith('sandbox'))
    expect(sandbox).not.toMatch(/allow-(scripts|same-origin|forms|top-navigation)/)
    const html = await response.text()
    expect(html).toContain('src="data:image/jpeg;base64,/9j/"')
    expect(html).toContain('src="cid:none"')
    expect(html).toContain('<head><base target="_blank">')
  })

  it('its page tells what a mail program would', async () => {
    const { opened } = await load<{ opened: object }>(mailLoader, '/admin/outbox/x', {
      id: await kept('hostile-2'),
    })
    expect(opened).toMatchObject({
      from: 'Cakewala <shop@cakewala.test>',
      to: 'asha@example.in',
      subject: 'Your “cake”',
      messageId: '<hostile-2@cakewala.test>',
      text: expect.stringContaining(hostile.text),
    })
  })

  it('the file is saved as it would travel', async () => {
    const response = await ask(`/mails/${await kept('hostile-3')}/eml`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="hostile-3.eml"')
    expect(await response.text()).toMatch(/^From: Cakewala <shop@cakewala\.test>\r$/m)
  })

  it.each(['none', '..%2f..%2fsession-secret', 'same-01'])('there is nothing at %s', async (id) => {
    expect((await ask(`/mails/${id}/html`)).status).toBe(404)
    expect((await ask(`/mails/${id}/eml`)).status).toBe(404)
  })

  it('an id with a NUL is nobody’s', async () => {
    expect((await ask('/mails/%00/eml')).status).toBe(422)
    await expect(load(mailLoader, '/admin/outbox/%00', { id: '\0' })).rejects.toMatchObject({
      init: { status: 404 },
    })
  })

  it('with a mail server no content is stored, and the page says so', async () => {
    const context = new RouterContextProvider()
    context.set(appContext, { ...shop.context, outbox: null })
    const headers = { authorization: `Bearer ${admin.token}` }
    const request = new Request('http://shop.test/admin/outbox/same-01', { headers })
    const read = mailLoader as unknown as (args: object) => Promise<object>
    const url = new URL(request.url)
    expect(await read({ request, url, context, params: { id: 'same-01' } })).toMatchObject({
      opened: null,
      isStored: false,
    })
  })
})
