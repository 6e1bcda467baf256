import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.runJobs()
  shop.mails.clear()
  await shop.context.db.delete(messages)
  await shop.context.db.delete(subscribers)
})

const note = {
  username: 'Asha Rao',
  Email: 'asha@example.in',
  Message: 'Do you bake\nwithout nuts?',
}

describe('POST /contact', () => {
  it('keeps the message and mails it to the shop, with the visitor to answer to', async () => {
    const { status, body } = await shop.post('/contact', note)
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Message sent' } })
    const [kept] = await shop.context.db.select().from(messages)
    expect(kept).toMatchObject({
      username: 'Asha Rao',
      email: 'asha@example.in',
      message: 'Do you bake\nwithout nuts?',
      createdAt: shop.context.clock.now(),
    })
    expect(await shop.runJobs()).toEqual(['send-mail'])
    const [mail] = shop.mails.values()
    expect(mail).toMatchObject({ to: shop.context.shop.email, replyTo: 'asha@example.in' })
    expect(mail?.text).toContain('without nuts?')
  })

  it('says what is written by others as text, never as markup', async () => {
    await shop.post('/contact', { ...note, Message: '<img src=x onerror=alert(1)>' })
    await shop.runJobs()
    const [mail] = shop.mails.values()
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img')
  })

  test.each([
    ['no name', { username: ' ' }, { username: 'Name is required' }],
    ['no e-mail', { Email: '' }, { Email: 'Email is required' }],
    ['no real e-mail', { Email: 'asha@' }, { Email: 'Invalid email' }],
    ['no message', { Message: '\n' }, { Message: 'Message is required' }],
    [
      'too long a message',
      { Message: 'x'.repeat(5001) },
      { Message: 'Message can have at most 5000 characters' },
    ],
    [
      'too long a name',
      { username: 'x'.repeat(101) },
      { username: 'Name can have at most 100 characters' },
    ],
  ])('%s: refused with a sentence, nothing kept', async (_, change, errors) => {
    const { status, body } = await shop.post('/contact', { ...note, ...change })
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors })
    expect(await shop.context.db.select().from(messages)).toEqual([])
    expect(await shop.runJobs()).toEqual([])
  })
})

describe('POST /subscribe and /unsubscribe', () => {
  const email = 'ravi@example.in'
  const subscribed = () => shop.post<{ message: string }>('/subscribe', { email, consent: true })
  const rows = () => shop.context.db.select().from(subscribers)
  const tokenInMail = () => {
    const links = [...shop.mails.values()].map(({ html }) =>
      /unsubscribe\?token=([\w-]+)/.exec(html),
    )
    return links.at(-1)?.[1] ?? ''
  }

  it('stores the address and mails a link that unsubscribes', async () => {
    expect((await subscribed()).status).toBe(200)
    expect(await shop.runJobs()).toEqual(['send-mail'])
    expect([...shop.mails.values()][0]).toMatchObject({ to: email })
    expect((await shop.post('/unsubscribe', { token: tokenInMail() })).status).toBe(200)
    expect((await rows())[0]).toMatchObject({ email, unsubscribedAt: shop.context.clock.now() })
  })

  it('answers a second time alike and mails nothing more, however the address is spelled', async () => {
    const first = await subscribed()
    await shop.runJobs()
    shop.wait(60_000)
    const again = await shop.post('/subscribe', { email: ' Ravi@Example.IN ', consent: true })
    expect(again.body).toEqual(first.body)
    expect(await shop.runJobs()).toEqual([])
    expect(await rows()).toHaveLength(1)
  })

  it('welcomes back who unsubscribed, by the same link', async () => {
    await subscribed()
    await shop.runJobs()
    const token = tokenInMail()
    await shop.post('/unsubscribe', { token })
    await subscribed()
    expect(await shop.runJobs()).toEqual(['send-mail'])
    expect(tokenInMail()).toBe(token)
    expect((await rows())[0]?.unsubscribedAt).toBeNull()
  })

  it('mails nobody who unsubscribed before the welcome went out', async () => {
    await subscribed()
    const [row] = await rows()
    await shop.post('/unsubscribe', { token: row?.token })
    await shop.runJobs()
    expect(shop.mails.size).toBe(0)
  })

  it('keeps the first moment of unsubscribing', async () => {
    await subscribed()
    const [row] = await rows()
    const first = shop.context.clock.now()
    await shop.post('/unsubscribe', { token: row?.token })
    shop.wait(60_000)
    expect((await shop.post('/unsubscribe', { token: row?.token })).status).toBe(200)
    expect((await rows())[0]?.unsubscribedAt).toEqual(first)
  })

  test.each([
    ['without consent', { email, consent: false }],
    ['consent as a word', { email, consent: 'true' }],
    ['without an address', { consent: true }],
    ['with half an address', { email: 'ravi@', consent: true }],
  ])('%s: refused, nothing kept', async (_, body) => {
    expect((await shop.post('/subscribe', body)).status).toBe(422)
    expect(await rows()).toEqual([])
  })

  it('says so when the token is nobody’s', async () => {
    await subscribed()
    const { status, body } = await shop.post('/unsubscribe', { token: 'guess' })
    expect(status).toBe(404)
    expect(body.detail).toBe('This link is not one of ours, or it is not complete.')
    expect((await rows())[0]?.unsubscribedAt).toBeNull()
  })
})

it('limits how often one address may write', async () => {
  const strict = await openTestShop({
    limits: { writesPerMinute: 100, attempts: 2, attemptsByMany: 2 },
  })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await strict.post('/contact', note)).status)
  await strict.close()
  expect(statuses).toEqual([200, 200, 429])
})
