import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WholeFileStore } from '#platform/files/file-store.server.ts'

interface StoreUnderTest {
  store: WholeFileStore
  close(): void | Promise<void>
}

const bytes = (text: string) => new TextEncoder().encode(text)

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

/** What every place for files must do behind `WholeFileStore`; run once against each. */
export function fileStoreContract(name: string, make: () => Promise<StoreUnderTest>) {
  describe(`files in ${name}`, () => {
    let under: StoreUnderTest
    beforeAll(async () => {
      under = await make()
    })
    afterAll(() => under.close())

    async function text(key: string) {
      const found = await under.store.get(key)
      return found && new TextDecoder().decode(found)
    }

    async function listed(folder?: string) {
      const files = (await Array.fromAsync(under.store.list(folder))).map(
        ({ storedAt: _, ...file }) => file,
      )
      return files.sort((a, b) => (a.key < b.key ? -1 : 1))
    }

    it.each(['pictures/a1/640.webp', 'order-placed-1.eml', 'a', 'A-1/B.c', '-1/2'])(
      'are kept, found, replaced and removed under %s',
      async (key) => {
        expect(await text(key)).toBeNull()
        await under.store.put(key, bytes('cake'))
        expect(await text(key)).toBe('cake')
        await under.store.put(key, bytes('pie'))
        expect(await text(key)).toBe('pie')
        await under.store.remove(key)
        expect(await text(key)).toBeNull()
      },
    )

    it('that are not there may be removed', async () => {
      await expect(under.store.remove('pictures/none.webp')).resolves.toBeUndefined()
    })

    it('are listed, every one, with their sizes', async () => {
      expect(await listed()).toEqual([])
      const keys = Array.from({ length: 40 }, (_, n) => `pictures/${n % 7}/${n}.webp`)
      await Promise.all(keys.map((key, n) => under.store.put(key, new Uint8Array(n))))
      const sizes = keys.map((key, n) => ({ key, size: n }))
      expect(await listed()).toEqual(sizes.sort((a, b) => (a.key < b.key ? -1 : 1)))
      for (const key of keys) await under.store.remove(key)
      expect(await listed()).toEqual([])
    })

    it('of one folder are listed, with when they were stored', async () => {
      const keys = ['assets/a_-1.js', 'assets/b.css', 'assets-1/c.js', 'pictures/assets/d.js']
      for (const key of keys) await under.store.put(key, bytes('x'))
      expect((await listed('assets')).map(({ key }) => key)).toEqual(keys.slice(0, 2))
      expect(await listed('nothing')).toEqual([])
      for await (const { storedAt } of under.store.list('assets')) {
        expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000)
      }
      for (const key of keys) await under.store.remove(key)
    })

    it.each(escapes)('under the key %j are refused', async (key) => {
      await expect(under.store.get(key)).rejects.toThrow('not a file key')
      await expect(under.store.put(key, bytes('x'))).rejects.toThrow('not a file key')
      await expect(under.store.remove(key)).rejects.toThrow('not a file key')
    })
  })
}
