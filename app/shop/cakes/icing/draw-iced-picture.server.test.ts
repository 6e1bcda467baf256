import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { drawIcedPicture, icedSvg } from './draw-iced-picture.server.tsx'

const address = '/pictures/a1/640.webp'
const pink = { width: 640, height: 640, channels: 3, background: '#ecc' } as const
const cake = new Uint8Array(await sharp({ create: pink }).webp().toBuffer())
const files: FileStore = {
  get: async (key) => (key === 'pictures/a1/640.webp' ? cake : null),
  put: () => Promise.reject(new Error('nothing is written')),
  remove: () => Promise.reject(new Error('nothing is removed')),
}
const plain = await drawIcedPicture(files, { address, name: '' })

test('a picture without a name is the picture, as a JPEG 480 px wide', async () => {
  const { format, width, height } = await sharp(plain ?? '').metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 480, height: 480 })
})

test.each(['Asha', 'जन्मदिन मुबारक', 'பிரியா', 'ਸਿੰਘ', '<script>alert(1)</script> & "Co"'])(
  '%s is piped onto it',
  async (name) => {
    const iced = await drawIcedPicture(files, { address: `https://cake.test${address}`, name })
    expect(iced?.equals(plain ?? Buffer.of())).toBe(false)
    expect(icedSvg(name, 480).match(/<path/g)?.length).toBeGreaterThan(2)
    expect(icedSvg(name, 480)).not.toMatch(/<(script|text|image|style)/)
  },
)

test.each(['生日快乐', 'سالگرہ مبارک'])('%s is piped by hand and not drawn', async (name) => {
  expect(await drawIcedPicture(files, { address, name })).toEqual(plain)
})

test.each(['/pictures/gone/640.webp', 'https://elsewhere.test/a.jpg', '/pictures/../secret', ''])(
  'there is no picture at %j',
  async (gone) => expect(await drawIcedPicture(files, { address: gone, name: 'Asha' })).toBeNull(),
)
