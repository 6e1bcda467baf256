import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await saveSettings(shop, (await shop.admin()).token, settings())
})
afterAll(() => shop.close())

async function ask(path: string, accepted?: string) {
  const headers = accepted ? { 'accept-encoding': accepted } : undefined
  const response = await shop.api.request(path, { headers })
  const { status } = response
  const encoding = response.headers.get('content-encoding')
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(body.length))
  expect(response.headers.get('vary')).toBe('accept-encoding')
  return { status, encoding, body }
}

const manySlots = '/delivery/options?pincode=560001&days=14'

describe('a response of some length', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
  ])('to a client that accepts %s is sent as %s', async (accepted, encoding, decompress) => {
    const plain = await ask(manySlots)
    const sent = await ask(manySlots, accepted)
    expect(sent).toMatchObject({ status: 200, encoding })
    expect(decompress(sent.body)).toEqual(plain.body)
    expect(sent.body.length).toBeLessThan(plain.body.length / 4)
  })

  it.each([undefined, 'identity', 'br;q=0'])(
    'is plain to a client that accepts %s',
    async (accepted) => {
      const { encoding, body } = await ask(manySlots, accepted)
      expect(encoding).toBeNull()
      expect(JSON.parse(body.toString())).toMatchObject({ hasZones: true })
    },
  )
})

it('a short response is not compressed', async () => {
  const { status, encoding, body } = await ask('/delivery/options?pincode=744101', 'br')
  expect([status, encoding]).toEqual([200, null])
  expect(JSON.parse(body.toString())).toMatchObject({ zone: null })
})
