import { afterAll, expect, it } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { minuteMs } from '#platform/durations.ts'
import { createLimiter, defaultLimits } from '#platform/http/limits/limiter.server.ts'
import { securityLog } from '#shop/accounts/accounts.tables.server.ts'
import { statementsOf } from '../support/count-statements.ts'
import { openTestShop } from '../support/test-shop.ts'

const guesses = 6
const shop = await openTestShop()
afterAll(() => shop.close())
const { db } = shop.context

/** The calls, which believe what a proxy says of addresses, with limits of their own. */
function openCalls() {
  const limiter = createLimiter({ ...defaultLimits, guessesADay: guesses })
  const { hono } = createShopApi({ ...shop.context, limiter }, { trustProxy: true })
  return async (path: string, body: unknown, from: { address: string; cookie?: string }) => {
    const response = await hono.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from.address,
        cookie: from.cookie ?? '',
      },
      body: JSON.stringify(body),
    })
    const cookies = response.headers.getSetCookie()
    const device = cookies.find((cookie) => cookie.includes('device='))?.split(';')[0] ?? ''
    return { status: response.status, body: await response.json(), device }
  }
}

const home = '49.207.1.1'
const password = 'asha-password'
let people = 0

interface LoginWith {
  email?: string
  password?: string
  cookie?: string
}

/** Somebody with calls of their own, who has signed in at home. */
async function owner() {
  const email = `asha${++people}@example.in`
  await shop.customer(email)
  const call = openCalls()
  const login = (address: string, { cookie = '', ...other }: LoginWith = {}) =>
    call('/users/login', { email, password, ...other }, { address, cookie })
  const { device } = await login(home)
  const guess = (n: number) => login(`10.0.0.${n}`, { password: `guess-${n}-of-it` })
  /** As many as strangers have, each from an address of its own. */
  async function guessAll() {
    for (let n = 1; n <= guesses; n += 1) expect((await guess(n)).status).toBe(401)
  }
  return { email, call, login, device, guess, guessAll }
}

async function mailsTo(email: string) {
  await shop.runJobs()
  return [...shop.mails.values()].filter(({ to }) => to === email)
}

it('after so many guesses of all strangers the right password is answered as a wrong one', async () => {
  const { login, guess, guessAll } = await owner()
  await guessAll()
  const right = await login('10.0.1.1')
  expect(right).toEqual({ ...(await guess(99)), device: '' })
  expect(right.status).toBe(401)
})

it('who knows the account gets in all the same, by browser or by network', async () => {
  const { login, guessAll, device } = await owner()
  await guessAll()
  expect((await login('10.0.1.1')).status).toBe(401)
  expect((await login('10.0.1.2', { cookie: device })).status).toBe(200)
  expect((await login(home)).status).toBe(200)
})

it('a mailed link lets a new browser in, and strangers stay out', async () => {
  const { email, call, login, guessAll } = await owner()
  await guessAll()
  await call('/users/forgot-password', { email }, { address: '10.0.1.1' })
  const link = (await mailsTo(email)).find(({ subject }) => subject.startsWith('A new password'))
  const token = /reset-password#([\w-]+)/.exec(link?.text ?? '')?.[1]
  const reset = { token, password: 'a-new-password' }
  const { device } = await call('/users/reset-password', reset, { address: '10.0.1.1' })
  const renewed = { password: 'a-new-password' }
  expect((await login('10.0.1.2', renewed)).status).toBe(401)
  expect((await login('10.0.1.2', { ...renewed, cookie: device })).status).toBe(200)
})

it('the owner is mailed once, and the log has it once', async () => {
  const { email, login, guessAll } = await owner()
  await guessAll()
  const subject = 'Somebody is guessing your password'
  const notices = async () => (await mailsTo(email)).filter((mail) => mail.subject === subject)
  expect(await notices()).toEqual([])
  const before = await db.$count(securityLog)
  for (let n = 1; n < 5; n += 1) await login(`10.0.2.${n}`)
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.text).toContain('Where you signed in before you still get in.')
  expect(notice?.text).toContain('/forgot-password')
  const kinds = (await db.select().from(securityLog).orderBy(securityLog.id)).slice(before)
  expect(kinds.filter(({ kind }) => kind === 'guessing-ended')).toHaveLength(1)
})

it('a right password is no guess', async () => {
  const { login, guess } = await owner()
  for (let n = 1; n < guesses; n += 1) await guess(n)
  for (let n = 1; n < 9; n += 1) expect((await login(`10.0.3.${n}`)).status).toBe(200)
})

it('who has signed in guesses with nobody else’s tries, and is stopped by their own', async () => {
  const { login, device, guessAll } = await owner()
  const statuses = async (from: { address: string; cookie?: string }) => {
    const tried = []
    for (let n = 0; n <= defaultLimits.attempts; n += 1) {
      tried.push((await login(from.address, { ...from, password: 'wrong-password' })).status)
    }
    return tried.filter((status) => status === 429).length
  }
  expect(await statuses({ address: home })).toBe(1)
  expect(await statuses({ address: '10.0.4.1', cookie: device })).toBe(1)
  await guessAll()
})

it('another account is guessed at by itself', async () => {
  const [asha, ravi] = [await owner(), await owner()]
  await asha.guessAll()
  expect((await ravi.login('10.0.5.1')).status).toBe(200)
})

it('a guess too many does the work of the others, at an account and at none', async () => {
  const { login, guess } = await owner()
  const unknown = (n: number) => login(`10.0.7.${n}`, { email: `nobody${n}@example.in` })
  for (const guessAt of [guess, unknown]) {
    const first = await statementsOf(() => guessAt(1))
    for (let n = 2; n < guesses + 2; n += 1) await guessAt(n)
    shop.wait(minuteMs)
    expect(await statementsOf(() => guessAt(guesses + 2))).toHaveLength(first.length)
  }
})
