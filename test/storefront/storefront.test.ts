import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import type { WebServer } from '#platform/process/web-server.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { listen } from '../support/listening-shop.ts'
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
    expect(await shop.runJobs()).toEqual(['send-mail', 'send-mail'])
    const mail = shop.mails.get(`message-${kept?.id}`)
    expect(mail).toMatchObject({ to: shop.context.shop.email, replyTo: 'asha@example.in' })
    expect(mail?.text).toContain('without nuts?')
  })

  it('says what is written by others as text, never as markup', async () => {
    await shop.post('/contact', { ...note, Message: '<img src=x onerror=alert(1)>' })
    await shop.runJobs()
    const html = [...shop.mails.values()].map((mail) => mail.html).join()
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
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

describe('the newsletter', () => {
  const email = 'ravi@example.in'
  const subscribe = () => shop.post<{ message: string }>('/subscribe', { email, consent: true })
  const confirm = (token = tokenInMail()) => shop.post('/confirm-subscription', { token })
  const rows = () => shop.context.db.select().from(subscribers)
  const tokenInMail = () => {
    const links = [...shop.mails.values()].map(({ html }) => /\?token=([\w-]+)/.exec(html))
    return links.at(-1)?.[1] ?? ''
  }
  const mailed = async () => {
    await shop.runJobs()
    const subjects = [...shop.mails.values()].map(({ to, subject }) => [to, subject])
    return subjects
  }
  const asks = [email, 'Confirm your subscription to Cakewala']
  const welcome = [email, 'Welcome to Cakewala']

  it('begins when the owner of the address follows the mailed link, and is welcomed once', async () => {
    expect((await subscribe()).status).toBe(200)
    expect(await mailed()).toEqual([asks])
    expect(await rows()).toMatchObject([{ email, confirmedAt: null }])
    expect(tokenInMail()).toMatch(/^[\w-]{32}$/)
    expect((await confirm()).status).toBe(200)
    expect(await rows()).toMatchObject([{ email, confirmedAt: shop.context.clock.now() }])
    expect((await confirm()).status).toBe(200)
    expect(await mailed()).toEqual([asks, welcome])
  })

  it('ends by the link in its mail, and nothing of the address is left', async () => {
    await subscribe()
    await mailed()
    await confirm()
    await mailed()
    const token = tokenInMail()
    expect((await shop.post('/unsubscribe', { token })).status).toBe(200)
    expect(await rows()).toEqual([])
    const { status, body } = await shop.post('/unsubscribe', { token })
    expect([status, body.detail]).toEqual([
      404,
      'This link is incomplete or was already used. If you still get our newsletter, please use the link in the newest one.',
    ])
  })

  describe('one click in a mail program (RFC 8058)', () => {
    let web: WebServer
    beforeAll(async () => {
      web = await listen(shop)
    })
    afterAll(() => web.close())

    /** As a mail provider sends it: from a server of theirs, with neither cookie nor origin. */
    async function request(method: string, token: string) {
      const { port } = web.server.address() as AddressInfo
      const body = method === 'POST' ? new URLSearchParams('List-Unsubscribe=One-Click') : null
      const url = `http://127.0.0.1:${port}/unsubscribe?token=${token}`
      return (await fetch(url, { method, body, redirect: 'manual' })).status
    }

    it('unsubscribes by a POST to the link, also twice, and not by opening it', async () => {
      await subscribe()
      await mailed()
      await confirm()
      await mailed()
      const token = tokenInMail()
      for (const method of ['GET', 'HEAD']) await request(method, token)
      expect(await rows()).toHaveLength(1)
      expect(await request('POST', token)).toBe(200)
      expect(await rows()).toEqual([])
      expect(await request('POST', token)).toBe(200)
    })

    it.each(['', '%00', 'a%20b', 'x'.repeat(201)])('is no link of ours: %s', async (token) => {
      expect(await request('POST', token)).toBe(404)
    })
  })

  it('answers alike whether the address is new, unconfirmed or confirmed; however it is spelled', async () => {
    const first = await subscribe()
    await mailed()
    const repeated = await shop.post('/subscribe', { email: ' Ravi@Example.IN ', consent: true })
    await confirm()
    shop.wait(3 * dayMs)
    const confirmed = await subscribe()
    expect([repeated.body, confirmed.body]).toEqual([first.body, first.body])
    expect(await mailed()).toEqual([asks, welcome])
    expect(await rows()).toHaveLength(1)
  })

  it('asks an address once a day, and then by another link', async () => {
    await subscribe()
    await mailed()
    const token = tokenInMail()
    shop.wait(dayMs - 1)
    await subscribe()
    expect(await mailed()).toEqual([asks])
    shop.wait(1)
    await subscribe()
    expect(await mailed()).toEqual([asks, asks])
    expect((await confirm(token)).status).toBe(404)
    expect((await confirm()).status).toBe(200)
  })

  it('may be confirmed for 7 days', async () => {
    await subscribe()
    await mailed()
    shop.wait(7 * dayMs + 1)
    const late = await confirm()
    expect([late.status, late.body.detail]).toEqual([
      404,
      'This link is incomplete or has expired. Please subscribe again.',
    ])
    shop.wait(-1)
    expect((await confirm()).status).toBe(200)
  })

  it('mails nobody who unsubscribed before the mail went out', async () => {
    await subscribe()
    const [row] = await rows()
    await shop.post('/unsubscribe', { token: row?.token })
    expect(await mailed()).toEqual([])
  })
})
