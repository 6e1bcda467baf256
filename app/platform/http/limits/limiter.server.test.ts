import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppError } from '../../app-error.ts'
import { createLimiter } from './limiter.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hour = 60 * 60
const about = { per: 'address', counts: 'attempts', why: 'tests' }

const newLimiter = () =>
  createLimiter({
    reads: { atOnce: 10, perSecond: 2 },
    counts: {
      write: { ...about, max: 3, seconds: 60 },
      login: { ...about, max: 2, seconds: hour / 4 },
      contact: { ...about, max: 4, seconds: hour / 4 },
      guesses: { ...about, max: 3, seconds: 24 * hour },
      reset: { ...about, max: 2, seconds: hour },
    },
  })

async function times(count: number, ask: () => Promise<void>): Promise<(AppError | null)[]> {
  const outcomes: (AppError | null)[] = []
  for (let n = 0; n < count; n++) {
    outcomes.push(
      await ask().then(
        () => null,
        (error: AppError) => error,
      ),
    )
  }
  return outcomes
}

it('lets an address change so much a minute, and says when it may go on', async () => {
  const limiter = newLimiter()
  const outcomes = await times(4, () => limiter.write('10.0.0.1'))
  expect(outcomes.slice(0, 3)).toEqual([null, null, null])
  expect(outcomes[3]).toMatchObject({
    code: 'too_many',
    status: 429,
    retryAfterSeconds: 60,
    message: 'Too many attempts. Please wait a minute and try again.',
  })
  vi.advanceTimersByTime(60_001)
  expect(await times(1, () => limiter.write('10.0.0.1'))).toEqual([null])
})

it('counts every address for itself', async () => {
  const limiter = newLimiter()
  await times(3, () => limiter.write('10.0.0.1'))
  expect(await times(3, () => limiter.write('10.0.0.2'))).toEqual([null, null, null])
})

it('lets guesses go on after a quarter of an hour', async () => {
  const limiter = newLimiter()
  const guess = () => limiter.attempt('login', 'asha@example.in')
  const [, , error] = await times(3, guess)
  expect(error).toMatchObject({
    retryAfterSeconds: 900,
    message: 'Too many attempts. Please wait 15 minutes and try again.',
  })
  vi.advanceTimersByTime(14 * 60_000)
  expect((await times(1, guess))[0]).toMatchObject({ retryAfterSeconds: 60 })
  vi.advanceTimersByTime(60_001)
  expect(await times(2, guess)).toEqual([null, null])
})

it('distinguishes kinds and people', async () => {
  const limiter = newLimiter()
  await times(2, () => limiter.attempt('login', 'asha@example.in'))
  expect(await times(1, () => limiter.attempt('login', 'ravi@example.in'))).toEqual([null])
  expect(await times(1, () => limiter.attempt('contact', 'asha@example.in'))).toEqual([null])
})

it('forgets the guesses of who succeeded, and nobody else’s', async () => {
  const limiter = newLimiter()
  await times(2, () => limiter.attempt('login', 'asha@example.in'))
  await times(2, () => limiter.attempt('login', 'ravi@example.in'))
  await limiter.forgive('login', 'asha@example.in')
  expect(await times(2, () => limiter.attempt('login', 'asha@example.in'))).toEqual([null, null])
  expect((await times(1, () => limiter.attempt('login', 'ravi@example.in')))[0]?.status).toBe(429)
})

it('counts each by its own limit, and knows no other', async () => {
  const limiter = newLimiter()
  const statuses = async (name: string) =>
    (await times(5, () => limiter.attempt(name, '10.0.0.1'))).map((error) => error?.status)
  expect(await statuses('contact')).toEqual([undefined, undefined, undefined, undefined, 429])
  expect(await statuses('login')).toEqual([undefined, undefined, 429, 429, 429])
  expect(() => limiter.attempt('other', '10.0.0.1')).toThrow("there is no limit 'other'")
})

it('counts the wrong guesses of everybody by day, and says when they are very many', async () => {
  const limiter = newLimiter()
  const guess = (what: string) => limiter.count('guesses', what)
  const isGuessedAt = (what: string) => limiter.isReached('guesses', what)
  expect([await guess('asha'), await guess('asha')]).toEqual([false, false])
  expect(await isGuessedAt('asha')).toBe(false)
  expect([await guess('asha'), await guess('asha')]).toEqual([true, false])
  expect([await isGuessedAt('asha'), await isGuessedAt('ravi')]).toEqual([true, false])
  vi.advanceTimersByTime(23 * 60 * 60_000)
  expect(await isGuessedAt('asha')).toBe(true)
  vi.advanceTimersByTime(60 * 60_000 + 1)
  expect(await isGuessedAt('asha')).toBe(false)
  expect(await guess('asha')).toBe(false)
})

it('lets so much be done an hour, and says so', async () => {
  const limiter = newLimiter()
  const ask = () => limiter.tryAttempt('reset', 'asha')
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false])
  vi.advanceTimersByTime(60 * 60_000 + 1)
  expect(await ask()).toBe(true)
})

it('lets an address read so much at once, and then as much as flows back', async () => {
  const limiter = newLimiter()
  const read = async (cost: number) => limiter.read('10.0.0.1', cost)
  expect(await times(5, () => read(2))).toEqual([null, null, null, null, null])
  expect((await times(1, () => read(3)))[0]).toMatchObject({ status: 429, retryAfterSeconds: 2 })
  vi.advanceTimersByTime(1_000)
  const [first, second] = await times(2, () => read(2))
  expect([first, second?.status]).toEqual([null, 429])
  expect(() => limiter.read('10.0.0.2', 10)).not.toThrow()
})

it('gives back what a call counted that failed by the shop’s fault, and nothing else', async () => {
  const limiter = newLimiter()
  const call = (status: number) =>
    limiter.withRefund(async () => {
      await limiter.write('10.0.0.1')
      await limiter.attempt('contact', '10.0.0.1', 2)
      await limiter.tryAttempt('reset', 'asha')
      return { status }
    })
  await call(401)
  for (const status of [500, 503]) await call(status)
  // A change of each call, two attempts of the first.
  expect(await times(1, () => limiter.write('10.0.0.1'))).toMatchObject([{ status: 429 }])
  expect(await times(3, () => limiter.attempt('contact', '10.0.0.1'))).toMatchObject([
    null,
    null,
    { status: 429 },
  ])
  expect(await limiter.tryAttempt('reset', 'asha')).toBe(true)
  expect(await limiter.tryAttempt('reset', 'asha')).toBe(false)
})

it('gives back nothing that was refused', async () => {
  const limiter = newLimiter()
  const refused = () =>
    limiter.withRefund(async () => {
      await limiter.tryAttempt('reset', 'asha')
      return { status: 500 }
    })
  await times(2, () => limiter.attempt('reset', 'asha'))
  for (let n = 0; n < 5; n += 1) await refused()
  expect(await limiter.tryAttempt('reset', 'asha')).toBe(false)
})
