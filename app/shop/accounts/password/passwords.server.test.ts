import { createHook } from 'node:async_hooks'
import { argon2Sync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#platform/app-error.ts'
import commonPasswords from './common-passwords.txt?raw'
import { checkPassword, createPasswordHashing } from './passwords.server.ts'

const { hash, verify } = createPasswordHashing()

/** Counts hashes in Node's thread pool: how many in all, and how many at the same time. */
function watchPool() {
  const running = new Set<number>()
  const seen = { all: 0, most: 0 }
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return
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
  const stored = await hash('mango-cake')
  const checks = Array.from({ length: 6 }, (_, n) =>
    verify({ hash: stored, password: n < 3 ? 'mango-cake' : 'another' }),
  )
  // On the main thread there would be only a turn or two for each.
  expect(await turnsDuring(Promise.all(checks))).toBeGreaterThan(60)
  expect(await Promise.all(checks)).toEqual([true, true, true, false, false, false])
  expect(pool).toEqual({ all: 7, most: 2 })
})

test('a hash is Argon2id with what OWASP asks for, and a salt of its own', async () => {
  const stored = await hash('mango-cake')
  const [, kind, version, costs, salt = '', key = ''] = stored.split('$')
  expect([kind, version, costs]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  const expected = argon2Sync('argon2id', {
    message: 'mango-cake',
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  expect(Buffer.from(key, 'base64').equals(expected)).toBe(true)
  expect(await hash('mango-cake')).not.toContain(salt)
})

test('a password is the same however its letters are composed', async () => {
  expect(await verify({ hash: await hash('cafe\u0301-cake'), password: 'café-cake' })).toBe(true)
})

test.each(['', 'none', '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'])(
  'no password matches the hash %j',
  async (broken) => {
    expect(await verify({ hash: broken, password: '' })).toBe(false)
  },
)

test('beyond sixty that wait, the shop says that it is busy, and goes on', async () => {
  const busy = createPasswordHashing()
  const tries = await Promise.allSettled(Array.from({ length: 70 }, () => busy.hash('mango-cake')))
  const failures = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(failures).toHaveLength(70 - 62)
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  }
  expect(await busy.hash('mango-cake')).toMatch(/^\$argon2id/)
})

const shopName = 'Cakewala'
const asha = { name: 'Asha Krishnan', email: 'asha.k.1990@example.in', shopName }
const common = 'Many people use this password. Please choose another one.'
const own = 'Please choose a password without your name or email.'
const ofShop = 'Please choose a password without the name of the shop.'

test.each([
  ['password', common],
  ['PASSWORD1', common],
  ['12345678', common],
  ['iloveyou', common],
  ['qwertyuiop', common],
  ['krishnan-2026', own],
  ['My.KRISHNAN.cake', own],
  ['asha-krishnan', own],
  ['Asha.K.1990', own],
  ['asha.k.1990@example.in', own],
  ['asha-2026', own],
  ['Asha@99asha', own],
  ['cakewala123', ofShop],
  ['my CakeWala pass', ofShop],
])('%j is refused', async (password, sentence) => {
  await expect(checkPassword(password, asha)).rejects.toMatchObject({
    code: 'invalid',
    message: sentence,
    errors: { password: sentence },
  })
})

test.each(['mango-cake', 'four words of a song', 'ashas own cake', '# 1234567', 'ಮಾವಿನ-ಹಣ್ಣು-ಕೇಕ್'])(
  '%j is allowed',
  async (password) => {
    await expect(checkPassword(password, asha)).resolves.toBeUndefined()
  },
)

test('a short name may be in a password, but not be all of it', async () => {
  const short = { name: 'Om P', email: 'om@x.in', shopName: 'Pie' }
  await expect(checkPassword('om shanti om', short)).resolves.toBeUndefined()
  await expect(checkPassword('piece of cake', short)).resolves.toBeUndefined()
  await expect(checkPassword('om-om-1234', short)).rejects.toMatchObject({ message: own })
  await expect(checkPassword('pie-31415926', short)).rejects.toMatchObject({ message: ofShop })
  await expect(checkPassword('31415926-p', short)).resolves.toBeUndefined()
})

test('the list has 10,000 passwords that are long enough, in lower case, with its licence', () => {
  const lines = commonPasswords.trim().split('\n')
  const passwords = lines.filter((line) => !line.startsWith('# '))
  expect(new Set(passwords).size).toBe(10_000)
  expect(passwords.filter((one) => one.length < 8 || one !== one.toLowerCase())).toEqual([])
  expect(lines.join('\n')).toContain('Copyright (c) 2012-2016 Dan Wheeler')
})
