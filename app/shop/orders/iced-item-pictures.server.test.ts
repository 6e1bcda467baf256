import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { icedItemPictures } from './iced-item-pictures.server.ts'

const pink = { width: 4, height: 4, channels: 3, background: '#b0224e' } as const
const bytes = new Uint8Array(await sharp({ create: pink }).webp().toBuffer())
const files: FileStore = {
  async put() {},
  get: async (key) => (key.includes('gone') ? null : bytes),
  async remove() {},
}

const itemWith = (id: string, ...image: string[]) => ({ id, bname: 'Asha', image })

test('a mail has the pictures of its items, but for those without one', async () => {
  const items = [
    itemWith('a', '/pictures/rose/640.webp'),
    itemWith('b', '/pictures/gone/640.webp'),
    itemWith('c'),
  ]
  const drawn = await icedItemPictures(files, items)
  expect([...drawn].map(([id, { cid, type }]) => [id, cid, type])).toEqual([
    ['a', 'cake-a', 'image/jpeg'],
  ])
})

test('a mail has at most ten pictures', async () => {
  const items = Array.from({ length: 12 }, (_, n) => itemWith(`${n}`, '/pictures/rose/640.webp'))
  expect([...(await icedItemPictures(files, items)).keys()]).toEqual(
    items.slice(0, 10).map(({ id }) => id),
  )
})
