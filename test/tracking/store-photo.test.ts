import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.server.ts'
import { findPhoto } from '#shop/handling/handling.store.server.ts'
import { photoKey, storePhoto } from '#shop/handling/photos/order-photos.server.ts'

import { buy } from '../support/checkout-steps.ts'
import { tellingJpeg } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let orderId: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  const { token } = await shop.customer()
  orderId = (await buy(shop, token)).orderId
})
afterEach(() => shop.close())

/** Stores a photo of the order. @returns the key of its file, and why it failed */
async function store(db: Database, isWanted: () => Promise<boolean>) {
  const { files } = shop.context
  let key = ''
  const watched = {
    get: (key: string) => files.get(key),
    remove: (key: string) => files.remove(key),
    list: () => files.list(),
    put(next: string, bytes: Uint8Array) {
      key = next
      return files.put(next, bytes)
    },
  }
  const photo = { orderId, kind: 'door', bytes: await tellingJpeg(), by: 'shop', isWanted } as const
  const error = await storePhoto({ ...shop.context, db, files: watched }, photo).catch(String)
  return { key, error }
}

it('the file of a photo stays where its row was stored, but the answer was lost', async () => {
  const { db } = shop.context
  const transaction: Database['transaction'] = async (...args) => {
    await db.transaction(...args)
    throw new Error('lost')
  }
  const losing: Database = Object.create(db, { transaction: { value: transaction } })
  const { key, error } = await store(losing, async () => true)
  const stored = await findPhoto(db, orderId, 'door')
  expect([error, photoKey(stored?.file ?? '')]).toEqual(['Error: lost', key])
  expect(await shop.context.files.get(key)).not.toBeNull()
})

it('the file of a photo that is refused does not stay', async () => {
  const { key, error } = await store(shop.context.db, () => Promise.reject(new Error('no')))
  expect(error).toBe('Error: no')
  expect(await shop.context.files.get(key)).toBeNull()
})
