import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Convert,
  decryptionWith,
  encryptionTo,
  makeBackupKey,
} from './backup-folder.server.ts'

const megabyte = 1024 * 1024

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cakewala-encryption-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const file = join(folder, crypto.randomUUID())
  writeFileSync(file, text)
  return file
}

async function newKey() {
  const { publicKey, file } = await makeBackupKey(new Date('2026-11-20T04:30:00Z'))
  return { publicKey, text: file, file: fileWith(file) }
}

it('a file of age may have several keys, of which one fits', async () => {
  const [older, current] = [await newKey(), await newKey()]
  const encrypted = await buffer(
    (await encryptionTo(current.publicKey))([Buffer.from('cake')] as never),
  )
  expect(encrypted.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
  const decrypt = await decryptionWith(fileWith(`${older.text}\n${current.text}`))
  expect(String(await buffer(decrypt([encrypted] as never)))).toBe('cake')
})

it('little is in memory between what is written and what is read', async () => {
  const key = await newKey()
  const there = await encryptionTo(key.publicKey)
  const back = await decryptionWith(key.file)
  const roundTrip: Convert = (bytes) => back(there(bytes))
  let open = 0
  let most = 0
  async function* source() {
    for (let made = 0; made < 16; made += 1) {
      open += megabyte
      most = Math.max(most, open)
      yield Buffer.alloc(megabyte, made)
    }
  }
  for await (const chunk of roundTrip(source())) open -= chunk.length
  expect(open).toBe(0)
  expect(most).toBeLessThan(3 * megabyte)
})

it.each(['age1', 'age1qqqq', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q'])(
  '%s is no public key',
  async (publicKey) => {
    await expect(encryptionTo(publicKey)).rejects.toThrow('is not a whole public key')
  },
)

it('a file without a whole key is rejected, and no message has any of it', async () => {
  const { text } = await newKey()
  const cut = text.trim().slice(0, -3)
  for (const wrong of [cut, 'hunter2', '# hunter2\n', '']) {
    const failure = await decryptionWith(fileWith(wrong)).catch((error: Error) => error)
    expect(String(failure)).toContain('is not the file of a key')
    expect(String(failure)).not.toMatch(/hunter2|AGE-SECRET-KEY-1/)
  }
  await expect(decryptionWith(join(folder, 'nowhere'))).rejects.toThrow('cannot be read')
})
