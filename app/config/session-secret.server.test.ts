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

test('processes that start at the same moment get the same secret, and later ones too', async () => {
  const secrets = await Promise.all(
    Array.from({ length: 20 }, () => sessionSecret(undefined, folder)),
  )
  expect(new Set([...secrets, readFileSync(file, 'utf8')]).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await sessionSecret(undefined, folder)).toBe(secrets[0])
})

test('a process waits for the secret that another one is writing', async () => {
  writeFileSync(file, '')
  const reading = sessionSecret(undefined, folder)
  writeFileSync(file, 'x'.repeat(40))
  expect(await reading).toBe('x'.repeat(40))
})

test('an incomplete secret stops the start', async () => {
  writeFileSync(file, 'x'.repeat(10))
  await expect(sessionSecret(undefined, folder)).rejects.toThrow(/is not complete/)
})

test('the configured secret is used, and none is created', async () => {
  const own = 'a secret of the operator, with enough letters'
  expect(await sessionSecret(own, folder)).toBe(own)
  expect(() => statSync(file)).toThrow('ENOENT')
})
