import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDiskStore, moveFiles, type WholeFileStore } from './file-store.server.ts'

let parent: string
let from: WholeFileStore
let to: WholeFileStore
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cakewala-move-'))
  from = createDiskStore(join(parent, 'from'))
  to = createDiskStore(join(parent, 'to'))
})
afterEach(() => rmSync(parent, { recursive: true }))

const keys = Array.from({ length: 50 }, (_, n) => `pictures/${n}/320.webp`)

/** So many bytes, of another kind for each. */
const bytesOf = (n: number) => new Uint8Array(n + 1).fill(n)

async function contents(store: WholeFileStore) {
  const files = await Array.fromAsync(store.list())
  const read = files.map(async ({ key }) => [key, [...((await store.get(key)) ?? [])]] as const)
  return Object.fromEntries((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe('moving files', () => {
  beforeEach(() => Promise.all(keys.map((key, n) => from.put(key, bytesOf(n)))))

  it('copies every one, and leaves the first store as it was', async () => {
    const before = await contents(from)
    const seen: number[] = []
    expect(await moveFiles(from, to, (done) => seen.push(done))).toEqual({
      copied: 50,
      unchanged: 0,
      bytes: 1275,
    })
    expect(await contents(to)).toEqual(before)
    expect(await contents(from)).toEqual(before)
    expect(seen.at(-1)).toBe(50)
  })

  it('copies only what is not there, or other, when it is run again', async () => {
    await moveFiles(from, to)
    await from.put('pictures/new/320.webp', bytesOf(9))
    await to.put(keys[0] ?? '', bytesOf(200))
    expect(await moveFiles(from, to)).toMatchObject({ copied: 2, unchanged: 49 })
    expect(await contents(to)).toEqual(await contents(from))
  })

  it('takes no harm from a file that is swept meanwhile', async () => {
    vi.spyOn(from, 'get').mockResolvedValueOnce(null)
    expect(await moveFiles(from, to)).toMatchObject({ copied: 49 })
  })

  it('fails when a file does not read back as it was', async () => {
    const cut = { ...to, put: (key: string, bytes: Uint8Array) => to.put(key, bytes.slice(1)) }
    await expect(moveFiles(from, cut)).rejects.toThrow(/320\.webp does not read back as it was$/)
  })
})
