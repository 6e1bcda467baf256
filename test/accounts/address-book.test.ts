import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { addresses } from '#shop/address-book/address-book.tables.server.ts'
import { saveAddress } from '#shop/address-book/change-address-book.server.ts'
import type { SavedAddress } from '#shop/address-book/saved-address.schema.ts'
import { maxAddresses } from '#shop/address-book/saved-address.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { token: string }
let ravi: { token: string }

beforeAll(async () => {
  shop = await openTestShop()
  asha = await shop.customer()
  ravi = await shop.customer('ravi@example.in')
})
beforeEach(() => shop.context.db.delete(addresses))
afterAll(() => shop.close())

const home = { label: 'Home', address: '12 Church Street', pincode: '560001', city: 'Bengaluru' }
const save = (more: object = {}, { token } = asha) =>
  shop.post<SavedAddress>('/account/addresses', { ...home, ...more }, token)
const change = (body: object, { token } = asha) =>
  shop.post<SavedAddress>('/account/addresses/change', body, token)
const remove = (id: string, { token } = asha) =>
  shop.post('/account/addresses/delete', { id }, token)
const list = async ({ token } = asha) =>
  (await shop.get<SavedAddress[]>('/account/addresses', token)).body

it('is not written to an account that was deleted while it waited', async () => {
  const { db } = shop.context
  const gone = await shop.customer('gone@example.in')
  const [row] = await db.select().from(users).where(eq(users.email, gone.email))
  expect((await shop.post('/account/delete', undefined, gone.token)).status).toBe(200)
  const entry = { ...home, name: '', mobile: '', isDefault: false }
  await expect(saveAddress(shop.context, { userId: row?.id ?? '', entry })).rejects.toMatchObject({
    code: 'not_signed_in',
  })
})

describe('saved addresses', () => {
  it('are kept as they are read, the default first, then by label', async () => {
    await save({ label: ' Work ', pincode: '560 034' })
    await save({ label: 'Mother', name: 'Meera Rao', mobile: '+91 98123 45678', isDefault: true })
    await save()
    expect(await list()).toMatchObject([
      { label: 'Mother', name: 'Meera Rao', mobile: '9812345678', isDefault: true },
      { label: 'Home', name: '', mobile: '', isDefault: false },
      { label: 'Work', pincode: '560034' },
    ])
  })

  it('have one default, the newest', async () => {
    const { body: first } = await save({ isDefault: true })
    const { body: second } = await save({ label: 'Work', isDefault: true })
    await change({ ...first, isDefault: true })
    const kept = await list()
    expect(kept.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first.id, true],
      [second.id, false],
    ])
  })

  it(`are ${maxAddresses} at most, also when they are sent at once`, async () => {
    const sent = await Promise.all(
      Array.from({ length: maxAddresses + 5 }, (_, n) => save({ label: `Place ${n}` })),
    )
    const statuses = sent.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(maxAddresses).fill(200), ...Array(5).fill(409)])
    expect((await save()).body.detail).toBe('You can save 20 addresses. Please delete one first.')
    const [first] = await list()
    expect((await remove(first?.id ?? '')).status).toBe(200)
    expect((await save()).status).toBe(200)
  })

  it('are nobody else’s to see, change or delete', async () => {
    const { body: mine } = await save({ isDefault: true })
    expect(await list(ravi)).toEqual([])
    expect((await change({ ...mine, label: 'Mine' }, ravi)).status).toBe(404)
    expect((await remove(mine.id, ravi)).status).toBe(404)
    expect(await list()).toEqual([mine])
  })

  it('of others keep their default', async () => {
    await save({ isDefault: true }, ravi)
    await save({ isDefault: true })
    const rows = await shop.context.db.select().from(addresses).where(eq(addresses.isDefault, true))
    expect(rows).toHaveLength(2)
  })
})
