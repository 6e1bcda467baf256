import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStore, type FileStore } from './file-store.server.ts'

let parent: string
let root: string
let store: FileStore

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cakewala-files-'))
  root = join(parent, 'files')
  store = createDiskStore(root)
})
afterEach(() => rmSync(parent, { recursive: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const text = async (key: string) => {
  const found = await store.get(key)
  return found && new TextDecoder().decode(found)
}

describe('files', () => {
  it.each(['pictures/a1/640.webp', 'order-placed-1.eml', 'a', 'A-1/B.c', '-1/2'])(
    'are kept and found under %s',
    async (key) => {
      expect(await store.get(key)).toBeNull()
      await store.put(key, bytes('cake'))
      expect(await text(key)).toBe('cake')
      expect(readFileSync(join(root, key), 'utf8')).toBe('cake')
      await store.put(key, bytes('pie'))
      expect(await text(key)).toBe('pie')
      await store.remove(key)
      expect(await store.get(key)).toBeNull()
    },
  )

  it('that are not there may be removed', async () => {
    await expect(store.remove('pictures/none.webp')).resolves.toBeUndefined()
  })

  it('are whole however many write at once', async () => {
    const contents = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000))
    await Promise.all(contents.map((content) => store.put('one', bytes(content))))
    expect(contents).toContain(await text('one'))
    expect(readdirSync(root).filter((name) => !name.startsWith('.'))).toEqual(['one'])
    expect(readdirSync(join(root, '.parts'))).toEqual([])
  })
})

const escapes = [
  '../secret',
  'a/../../secret',
  'a/..',
  '..',
  '.',
  '.parts/x',
  '/etc/passwd',
  'a//b',
  'a/',
  '',
  ' ',
  'a b',
  'a\\..\\b',
  'a\0b',
  'a\nb',
  'ä',
  '%2e%2e/secret',
  'C:/secret',
]

describe('a key that is none', () => {
  beforeEach(() => writeFileSync(join(parent, 'secret'), 'secret'))

  it.each(escapes)('%j leads nowhere', async (key) => {
    await expect(store.get(key)).rejects.toThrow('not a file key')
    await expect(store.put(key, bytes('x'))).rejects.toThrow('not a file key')
    await expect(store.remove(key)).rejects.toThrow('not a file key')
    expect(readFileSync(join(parent, 'secret'), 'utf8')).toBe('secret')
    expect(existsSync(root)).toBe(false)
  })
})
