import { afterAll, expect, it } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { minuteMs } from '#platform/clock.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import { limits } from '#shop/values/limits.server.ts'
import { statementsOf } from '../support/count-statements.ts'
import { changedLimits } from '../support/limits.ts'
import { securityEntries } from '../support/security-events.ts'
import { openTestShop } from '../support/test-shop.ts'

/** More than one network may try. */
const guesses = limits.login.max + 2
const shop = await openTestShop()
afterAll(() => shop.close())
const { db } = shop.context

/** The calls, which believe what a proxy says of addresses, with limits of their own. */
function openCalls() {
  const limiter = createLimiter(changedLimits({ guessesADay: guesses }))
  const { hono } = createShopApi({ ...shop.context, limiter }, { trustProxy: 1 })
  return async (path: string, body: unknown, address: string) => {
    const response = await hono.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
    return response.status
  }
}

const password = 'asha-password'
let people = 0

/** Somebody with calls of their own. */
async function owner() {
  const email = `asha${++people}@example.in`
  await shop.customer(email)
  const call = openCalls()
  const login = (address: string, typed: { email?: string; password?: string } = {}) =>
    call('/users/login', { email, password, ...typed }, address)
  const guess = (address: string) => login(address, { password: 'wrong-password' })
  let networks = 0
  /** Very many, each from a network of its own. */
  async function guessFromEverywhere() {
    for (let n = 1; n <= guesses; n += 1) expect(await guess(`10.9.0.${++networks}`)).toBe(401)
  }
  /** How many of so many wrong passwords from one network were tried. */
  async function tried(address: string) {
    const statuses = []
    for (let n = 0; n < 20; n += 1) statuses.push(await guess(address))
    return statuses.filter((status) => status === 401).length
  }
  return { email, call, login, guess, guessFromEverywhere, tried }
}

async function mailsTo(email: string) {
  await shop.runJobs()
  return [...shop.mails.values()].filter(({ to }) => to === email)
}

it('who guesses from one network is stopped there, and the owner gets in from another', async () => {
  const { login, tried } = await owner()
  expect(await tried('10.0.1.1')).toBe(limits.login.max)
  expect(await login('10.0.1.1')).toBe(429)
  expect(await login('10.0.1.2')).toBe(200)
})

it('who guesses at many accounts from one network is stopped too', async () => {
  const { call, login } = await owner()
  for (let n = 0; n < limits['login-address'].max; n += 1) {
    const someone = { email: `someone${n}@example.in`, password }
    expect(await call('/users/login', someone, '10.0.1.1')).toBe(401)
  }
  expect(await login('10.0.1.1')).toBe(429)
  expect(await login('10.0.1.2')).toBe(200)
})

it('wrong passwords from everywhere keep the owner out nowhere', async () => {
  const { login, guessFromEverywhere } = await owner()
  await guessFromEverywhere()
  await guessFromEverywhere()
  for (let n = 1; n < 4; n += 1) expect(await login(`10.0.2.${n}`)).toBe(200)
})

it('after very many wrong passwords a network has two tries, until the right one', async () => {
  const { login, guess, guessFromEverywhere, tried } = await owner()
  await guessFromEverywhere()
  expect(await tried('10.0.2.1')).toBe(2)
  for (let n = 0; n < 3; n += 1) {
    expect(await guess('10.0.2.2')).toBe(401)
    expect(await login('10.0.2.2')).toBe(200)
  }
})

it('a mailed link lets the owner in where somebody else has guessed', async () => {
  const { email, call, login, tried } = await owner()
  await tried('10.0.3.1')
  await call('/users/forgot-password', { email }, '10.0.3.1')
  const link = (await mailsTo(email)).find(({ subject }) => subject.startsWith('A new password'))
  const token = /reset-password#([\w-]+)/.exec(link?.text ?? '')?.[1]
  const renewed = { password: 'a-new-password' }
  expect(await login('10.0.3.1', renewed)).toBe(429)
  expect(await call('/users/reset-password', { token, ...renewed }, '10.0.3.1')).toBe(200)
  expect(await login('10.0.3.1', renewed)).toBe(200)
})

it('the owner is mailed once, and the log has it once', async () => {
  const { email, guess, guessFromEverywhere } = await owner()
  const before = (await securityEntries(db)).length
  for (let n = 1; n < guesses; n += 1) await guess(`10.0.0.${n}`)
  const subject = 'Somebody is guessing your password'
  const notices = async () => (await mailsTo(email)).filter((mail) => mail.subject === subject)
  expect(await notices()).toEqual([])
  await guessFromEverywhere()
  await guessFromEverywhere()
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.text).toContain('You can log in as always')
  expect(notice?.text).toContain('/forgot-password')
  const kinds = (await securityEntries(db)).slice(before)
  expect(kinds.filter(({ kind }) => kind === 'password-guessed')).toHaveLength(1)
})

it('a right password is no guess, and another account is guessed at by itself', async () => {
  const [asha, ravi] = [await owner(), await owner()]
  for (let n = 1; n <= guesses; n += 1) expect(await asha.login(`10.0.4.${n}`)).toBe(200)
  expect(await asha.tried('10.0.5.1')).toBe(limits.login.max)
  expect(await ravi.tried('10.0.5.1')).toBe(limits.login.max)
})

it('a guess does the work of the others after very many, at an account and at none', async () => {
  const { email, login } = await owner()
  for (const typed of [email, 'nobody@example.in']) {
    const guess = (n: number) => login(`10.0.6.${n}`, { email: typed, password: 'wrong-password' })
    const first = await statementsOf(() => guess(1))
    for (let n = 2; n < guesses + 2; n += 1) await guess(n)
    shop.wait(minuteMs)
    expect(await statementsOf(() => guess(99))).toHaveLength(first.length)
  }
})
