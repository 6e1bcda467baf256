import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileStoreContract } from '../../../test/contracts/file-store.ts'
import { createDiskStore } from './file-store.server.ts'

function temporaryStore() {
  const parent = mkdtempSync(join(tmpdir(), 'cakewala-files-'))
  const root = join(parent, 'files')
  return { root, store: createDiskStore(root), close: () => rmSync(parent, { recursive: true }) }
}

fileStoreContract('a folder', async () => temporaryStore())

describe('a folder', () => {
  let temporary: ReturnType<typeof temporaryStore>
  beforeEach(() => {
    temporary = temporaryStore()
  })
  afterEach(() => temporary.close())

  it('holds each file under its key, and nothing half written', async () => {
    const cake = new TextEncoder().encode('cake')
    await temporary.store.put('pictures/a1/640.webp', cake)
    expect(readFileSync(join(temporary.root, 'pictures/a1/640.webp'), 'utf8')).toBe('cake')
    expect(readdirSync(join(temporary.root, '.parts'))).toEqual([])
  })

  // A bucket's service sees to it itself.
  it('holds whole files however many write at once', async () => {
    const { root, store } = temporary
    const contents = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000))
    const encoder = new TextEncoder()
    await Promise.all(contents.map((content) => store.put('one', encoder.encode(content))))
    expect(contents).toContain(readFileSync(join(root, 'one'), 'utf8'))
    expect(await Array.fromAsync(store.list())).toMatchObject([{ key: 'one', size: 100_000 }])
  })

  it('keeps nothing of a file that cannot be put in its place', async () => {
    mkdirSync(join(temporary.root, 'taken/by'), { recursive: true })
    await expect(temporary.store.put('taken', new Uint8Array(9))).rejects.toThrow('EISDIR')
    expect(readdirSync(join(temporary.root, '.parts'))).toEqual([])
    expect(await Array.fromAsync(temporary.store.list())).toEqual([])
  })

  it('is not made by a key that is none', async () => {
    await expect(temporary.store.put('../secret', new Uint8Array(1))).rejects.toThrow(
      'not a file key',
    )
    expect(existsSync(temporary.root)).toBe(false)
  })

  it('does not list what is being written', async () => {
    await temporary.store.put('a', new Uint8Array(1))
    writeFileSync(join(temporary.root, '.parts', 'half'), 'x')
    expect(await Array.fromAsync(temporary.store.list())).toMatchObject([{ key: 'a', size: 1 }])
  })

  it('does not list what others put there', async () => {
    await temporary.store.put('pictures/a', new Uint8Array(1))
    for (const name of ['.DS_Store', 'pictures/.DS_Store', 'my notes.txt']) {
      writeFileSync(join(temporary.root, name), 'x')
    }
    expect(await Array.fromAsync(temporary.store.list())).toMatchObject([
      { key: 'pictures/a', size: 1 },
    ])
  })
})
