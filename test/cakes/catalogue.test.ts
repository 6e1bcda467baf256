import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import type { CakeInput } from '#shop/cakes/admin/cake-input.schema.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { begin, buy, checkoutOf, truffleLine } from '../support/checkout-steps.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let admin: { email: string; token: string }
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.admin()
  for (const id of ['mango1', 'mango2', 'lime1']) await storePicture(id)
})
afterAll(() => shop.close())
beforeEach(() => void shop.changed.splice(0))

async function storePicture(id: string) {
  const look = { width: 960, height: 720, colour: '#ffeecc' }
  const placeholder = 'data:image/webp;base64,UklGRg=='
  await shop.context.db.insert(pictures).values({ id, ...look, placeholder })
}

const address = (id: string) => `/pictures/${id}/640.webp`

const mango = {
  name: 'Mango Cream Cake',
  price: 799.5,
  flavours: ['Mango', 'Vanilla'],
  weight: ['0.5', '1'],
  image: [address('mango1'), address('mango2')],
  egg: 'Eggless',
  description: 'Soft sponge with Alphonso mango.',
  category: 'Fruit',
  featured: true,
  stars: 4.5,
  reviews: ['Gone in a minute.'],
} satisfies CakeInput

interface Kept {
  message: string
  id: string
  updatedAt: string
}

const asAdmin = (call: string, body: unknown) =>
  shop.post<Kept>(`/cakes/${call}`, body, admin.token)
const allCakes = async () => (await shop.get<Cake[]>('/cakes/allcakes')).body
const cakeOf = async (id: string) => (await shop.get<Cake>(`/cakes/${id}`)).body

async function add(change: Partial<CakeInput> = {}): Promise<Kept> {
  const { status, body } = await asAdmin('addcake', { ...mango, ...change })
  expect([status, body.errors]).toEqual([200, undefined])
  shop.changed.splice(0)
  return body
}

/** The audit log's entries about a cake, oldest first. */
async function findAuditEntries(id: string) {
  const { rows } = await shop.context.db.execute(
    `select action, actor, actor_email, before, after from audit_log
     where subject = 'cake' and subject_id = '${id}' order by id`,
  )
  return rows
}

describe('adding a cake', () => {
  it('puts it into the shop at once, as it was given', async () => {
    const { status, body } = await asAdmin('addcake', mango)
    expect([status, body]).toEqual([
      200,
      {
        message: 'Mango Cream Cake is in the shop.',
        id: 'mango-cream-cake',
        updatedAt: shop.context.clock.now().toISOString(),
      },
    ])
    const added = (await allCakes()).find(({ id }) => id === 'mango-cream-cake')
    expect(added).toMatchObject({
      ...mango,
      _id: 'mango-cream-cake',
      stock: 10,
      earlierPrice: null,
    })
    expect(added?.pictures.map(({ id, alt }) => [id, alt])).toEqual([
      ['mango1', 'Mango Cream Cake'],
      ['mango2', 'Mango Cream Cake'],
    ])
    expect(shop.changed).toEqual(['cake:mango-cream-cake'])
  })

  it('is written down, with who did it', async () => {
    const { id } = await add({ name: 'Written Down' })
    const [entry] = await findAuditEntries(id)
    expect(entry).toMatchObject({
      action: 'add-cake',
      actor: 'admin',
      actor_email: admin.email,
      before: null,
      after: { ...mango, id, name: 'Written Down', hidden: false, stock: 10 },
    })
    expect(JSON.stringify(entry)).not.toContain('base64')
  })

  it('tidies what it is given', async () => {
    const { id } = await add({
      name: '  Pista   Roll ',
      flavours: [' Pista ', 'pista', '', 'Rose'],
      weight: ['1 kg', '0.50', '1.0'],
      image: `http://localhost:3000${address('lime1')}`,
      category: 'Pastry',
      alts: ['A roll with nuts'],
      earlierPrice: 900,
    })
    expect(await cakeOf(id)).toMatchObject({
      name: 'Pista Roll',
      flavours: ['Pista', 'Rose'],
      weight: ['1', '0.5'],
      image: [address('lime1')],
      category: 'pestry',
      pictures: [{ alt: 'A roll with nuts' }],
      earlierPrice: 900,
    })
  })

  it('gives every cake an id of its own, also when the same name comes many times at once', async () => {
    const twins = await Promise.all(Array.from({ length: 5 }, () => add({ name: 'Twin' })))
    expect(twins.map(({ id }) => id).toSorted()).toEqual([
      'twin',
      'twin-2',
      'twin-3',
      'twin-4',
      'twin-5',
    ])
    const { id } = await add({ name: 'आम का केक' })
    expect(id).toMatch(/^cake-[0-9a-f]{8}$/)
    expect((await cakeOf(id)).name).toBe('आम का केक')
  })

  it('hidden keeps it from everybody but the baker', async () => {
    const { body } = await asAdmin('addcake', { ...mango, name: 'Secret', hidden: true })
    expect(body.message).toBe('Secret is hidden from the shop.')
    expect((await shop.get('/cakes/secret')).status).toBe(404)
    expect((await allCakes()).map(({ id }) => id)).not.toContain('secret')
    expect(shop.changed).toEqual([])
  })
})

describe('changing a cake', () => {
  it('changes what is sent and leaves the rest', async () => {
    const { id, updatedAt } = await add({ name: 'Changing', alts: ['From the side', 'Cut'] })
    const was = await cakeOf(id)
    const { status, body } = await asAdmin('editcake', { id, price: 810, updatedAt })
    expect([status, body.message]).toEqual([200, 'Changing is saved.'])
    expect(await cakeOf(id)).toEqual({ ...was, price: 810 })
    expect(shop.changed).toEqual([`cake:${id}`])
    expect((await findAuditEntries(id)).at(-1)).toMatchObject({
      action: 'edit-cake',
      before: { price: 799.5 },
      after: { price: 810 },
    })
  })

  it('keeps a picture’s words where it goes, and forgets what shows it', async () => {
    const { id } = await add({ name: 'Moving', alts: ['From the side', 'Cut'] })
    const image = [address('lime1'), address('mango2')]
    await asAdmin('editcake', { id, image, category: 'Wedding' })
    expect((await cakeOf(id)).pictures.map((one) => [one.id, one.alt])).toEqual([
      ['lime1', 'Moving'],
      ['mango2', 'Cut'],
    ])
    expect(shop.changed).toEqual([`cake:${id}`])
  })

  it('says what is in it, with egg in a cake with egg; an eggless one cannot have it', async () => {
    const { id } = await add({ name: 'Said', contains: ['milk'] })
    expect(await cakeOf(id)).toMatchObject({ contains: ['milk'], mayContain: [] })
    await asAdmin('editcake', { id, egg: 'Egg', mayContain: ['soy', 'peanuts'] })
    const said = { contains: ['milk', 'egg'], mayContain: ['peanuts', 'soy'] }
    expect(await cakeOf(id)).toMatchObject(said)
    const { status, body } = await asAdmin('editcake', { id, egg: 'Eggless' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['contains']])
    expect(await cakeOf(id)).toMatchObject({ egg: 'Egg', ...said })
    expect((await asAdmin('editcake', { id, contains: null })).status).toBe(422)
    await asAdmin('editcake', { id, contains: null, mayContain: [] })
    expect(await cakeOf(id)).toMatchObject({ contains: null })
  })

  it('is found by who avoids something only once it is said', async () => {
    const { id } = await add({ name: 'Unsaid Fig' })
    const found = async () => {
      const search = '/cakes/search?text=unsaid+fig&without=nuts'
      return (await shop.get<{ count: number }>(search)).body.count
    }
    expect(await found()).toBe(0)
    await asAdmin('editcake', { id, contains: ['milk'] })
    expect(await found()).toBe(1)
    await asAdmin('editcake', { id, mayContain: ['tree nuts'] })
    expect(await found()).toBe(0)
  })

  it('that changes nothing leaves no trace', async () => {
    const { id, updatedAt } = await add({ name: 'Still' })
    const before = await tableContents(shop.context.db)
    const { status, body } = await asAdmin('editcake', { ...mango, name: 'Still', id })
    expect([status, body.updatedAt]).toEqual([200, updatedAt])
    expect(await tableContents(shop.context.db)).toEqual(before)
    expect(shop.changed).toEqual([])
  })

  it('does not overwrite another’s change unseen', async () => {
    const { id, updatedAt } = await add({ name: 'Contested' })
    const first = await asAdmin('editcake', { id, updatedAt, price: 801 })
    const late = await asAdmin('editcake', { id, updatedAt, description: 'Late.' })
    expect([first.status, late.status]).toEqual([200, 409])
    expect(late.body.detail).toMatch(/^Contested was changed in another window/)
    expect(await cakeOf(id)).toMatchObject({ price: 801, description: mango.description })
    const again = { id, updatedAt: first.body.updatedAt, description: 'Seen.' }
    expect((await asAdmin('editcake', again)).status).toBe(200)
  })

  it('lets one of many through that were made on the same state', async () => {
    const { id, updatedAt } = await add({ name: 'Crowded' })
    const prices = [901, 902, 903, 904]
    const answers = await Promise.all(
      prices.map((price) => asAdmin('editcake', { id, updatedAt, price })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await findAuditEntries(id)).toHaveLength(2)
  })
})

it('hiding a cake takes it off the shop and brings it back', async () => {
  const { id } = await add({ name: 'Shy' })
  const { body } = await asAdmin('showcake', { id, hidden: true })
  expect(body.message).toBe('Shy is hidden from the shop.')
  expect((await shop.get(`/cakes/${id}`)).status).toBe(404)
  expect((await allCakes()).map((cake) => cake.id)).not.toContain(id)
  expect(shop.changed).toEqual(expect.arrayContaining([`cake:${id}`]))
  await asAdmin('showcake', { id, hidden: true })
  await asAdmin('showcake', { id, hidden: false })
  expect((await shop.get(`/cakes/${id}`)).status).toBe(200)
  expect((await findAuditEntries(id)).map(({ action }) => action)).toEqual([
    'add-cake',
    'hide-cake',
    'show-cake',
  ])
})

describe('cakes that are ordered', () => {
  let asha: { email: string; token: string }
  beforeAll(async () => {
    asha = await shop.customer()
    await shop.addCake({ id: 'truffle', pictures: [{ id: 'lime1', alt: '' }] })
  })

  it('are refused at the checkout once they are hidden or deleted', async () => {
    await add({ name: 'Fading' })
    const line = { ...truffleLine, cakeid: 'fading', flavour: 'Mango', price: 799.5 }
    const order = checkoutOf({ order: [line] })
    for (const end of [
      () => asAdmin('showcake', { id: 'fading', hidden: true }),
      () => asAdmin('deletecake', { id: 'fading' }),
    ]) {
      await end()
      const { status, body } = await shop.post('/orders/process-payment', order, asha.token)
      expect([status, body.errors]).toEqual([
        409,
        { 'order.0': 'This cake is no longer in our shop. Please remove it.' },
      ])
    }
  })

  it('are ordered or refused, and nothing between, when they are deleted at that moment', async () => {
    for (const round of ['a', 'b', 'c']) {
      const id = `vanishing-${round}`
      await shop.addCake({ id })
      const line = { ...truffleLine, cakeid: id }
      const orders = Array.from({ length: 4 }, () =>
        begin(shop, asha.token, { order: [line], checkoutId: crypto.randomUUID() }),
      )
      const [gone, ...answers] = await Promise.all([asAdmin('deletecake', { id }), ...orders])
      expect(gone.status).toBe(200)
      for (const { status } of answers) expect([200, 409]).toContain(status)
    }
  })

  it('stay in past orders whole when they are deleted', async () => {
    await buy(shop, asha.token)
    const waiting = await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })
    expect(waiting.status).toBe(200)
    const past = async () =>
      (await shop.post<ApiOrder[]>('/orders/viewOrders', { email: asha.email }, asha.token)).body
    const before = await past()
    const { status, body } = await asAdmin('deletecake', { id: 'truffle' })
    expect([status, body]).toEqual([200, { message: 'Deleted succesfully' }])
    const [item] = before[0]?.order ?? []
    expect(item).toMatchObject({ cakeid: 'truffle', image: [address('lime1')] })
    expect(await past()).toEqual(
      before.map((one) => ({ ...one, order: one.order.map((it) => ({ ...it, cakeid: null })) })),
    )
    expect((await shop.get('/cakes/truffle')).status).toBe(404)
    expect(shop.changed).toEqual(expect.arrayContaining(['cake:truffle']))
    expect((await findAuditEntries('truffle')).at(-1)).toMatchObject({
      action: 'delete-cake',
      before: { name: 'Truffle Cake', price: 850 },
      after: null,
    })
    expect((await asAdmin('deletecake', { id: 'truffle' })).status).toBe(404)
  })
})

it('changes no cake when the audit log cannot be written', async () => {
  const { db } = shop.context
  const entries = await db.select().from(auditLog)
  const cakes = (await allCakes()).length
  await db.execute(`alter table audit_log rename to audit_log_away`)
  const { status } = await asAdmin('addcake', { ...mango, name: 'Untold' })
  await db.execute(`alter table audit_log_away rename to audit_log`)
  expect([status, (await allCakes()).length]).toEqual([500, cakes])
  expect(await db.select().from(auditLog)).toEqual(entries)
  expect(shop.changed).toEqual([])
})
