import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionSecret } from './session-secret.server.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cakewala-secret-'))
  file = join(folder, 'session-secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('all that start at the same moment have one secret, and those to come', async () => {
  const secrets = await Promise.all(
    Array.from({ length: 20 }, () => sessionSecret(undefined, folder)),
  )
  expect(new Set([...secrets, readFileSync(file, 'utf8')]).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await sessionSecret(undefined, folder)).toBe(secrets[0])
})

test('one that another process is writing is waited for', async () => {
  writeFileSync(file, '')
  const reading = sessionSecret(undefined, folder)
  writeFileSync(file, 'x'.repeat(40))
  expect(await reading).toBe('x'.repeat(40))
})

test('one that was cut short is not signed with', async () => {
  writeFileSync(file, 'x'.repeat(10))
  await expect(sessionSecret(undefined, folder)).rejects.toThrow(/holds no whole secret/)
})

test('the operator’s own goes first, and none is made', async () => {
  const own = 'a secret of the operator, with enough letters'
  expect(await sessionSecret(own, folder)).toBe(own)
  expect(() => statSync(file)).toThrow('ENOENT')
})
