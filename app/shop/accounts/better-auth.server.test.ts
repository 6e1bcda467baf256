import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { passwordHashing } from './better-auth.server.ts'

/** Counts hashes in Node's thread pool: how many in all, and how many at the same time. */
function watchPool() {
  const running = new Set<number>()
  const seen = { all: 0, most: 0 }
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return
      running.add(id)
      seen.all += 1
      seen.most = Math.max(seen.most, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  onTestFinished(() => void hook.disable())
  return seen
}

/** Turns of the event loop until some work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  let turns = 0
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  return turns
}

test('passwords are hashed in at most two of four threads, off the main thread', async () => {
  const pool = watchPool()
  const hash = await passwordHashing.hash('asha-password')
  const checks = Array.from({ length: 6 }, (_, n) =>
    passwordHashing.verify({ hash, password: n < 3 ? 'asha-password' : 'another' }),
  )
  // On the main thread there would be only a turn or two for each.
  expect(await turnsDuring(Promise.all(checks))).toBeGreaterThan(60)
  expect(await Promise.all(checks)).toEqual([true, true, true, false, false, false])
  expect(pool).toEqual({ all: 7, most: 2 })
})

test('a hash is scrypt with 32 MB and a salt of its own', async () => {
  const [salt = '', key] = (await passwordHashing.hash('asha-password')).split(':')
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  expect(scryptSync('asha-password', salt, 64, cost).toString('hex')).toBe(key)
  expect(await passwordHashing.hash('asha-password')).not.toContain(salt)
})
