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
  let kept: ReturnType<typeof temporaryStore>
  beforeEach(() => {
    kept = temporaryStore()
  })
  afterEach(() => kept.close())

  it('holds each file under its key, and nothing half written', async () => {
    const cake = new TextEncoder().encode('cake')
    await kept.store.put('pictures/a1/640.webp', cake)
    expect(readFileSync(join(kept.root, 'pictures/a1/640.webp'), 'utf8')).toBe('cake')
    expect(readdirSync(join(kept.root, '.parts'))).toEqual([])
  })

  it('keeps nothing of a file that cannot be put in its place', async () => {
    mkdirSync(join(kept.root, 'taken/by'), { recursive: true })
    await expect(kept.store.put('taken', new Uint8Array(9))).rejects.toThrow('EISDIR')
    expect(readdirSync(join(kept.root, '.parts'))).toEqual([])
    expect(await Array.fromAsync(kept.store.list())).toEqual([])
  })

  it('is not made by a key that is none', async () => {
    await expect(kept.store.put('../secret', new Uint8Array(1))).rejects.toThrow('not a file key')
    expect(existsSync(kept.root)).toBe(false)
  })

  it('does not list what is being written', async () => {
    await kept.store.put('a', new Uint8Array(1))
    writeFileSync(join(kept.root, '.parts', 'half'), 'x')
    expect(await Array.fromAsync(kept.store.list())).toEqual([{ key: 'a', size: 1 }])
  })

  it('does not list what others put there', async () => {
    await kept.store.put('pictures/a', new Uint8Array(1))
    for (const name of ['.DS_Store', 'pictures/.DS_Store', 'my notes.txt']) {
      writeFileSync(join(kept.root, name), 'x')
    }
    expect(await Array.fromAsync(kept.store.list())).toEqual([{ key: 'pictures/a', size: 1 }])
  })
})
