import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { encodePicture } from '#shop/pictures/encode-picture.server.ts'
import { lockPictures, purgePictures, storePicture } from '#shop/pictures/pictures.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { picturesInUse } from '#shop/privacy/privacy.store.server.ts'
import { buy, customLine } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let colours = 0
beforeEach(async () => {
  shop = await openTestShop()
})
afterEach(() => shop.close())

/** Keeps a picture as an upload does, and answers its id; without a number another one each time. */
async function keep(number?: number): Promise<string> {
  colours += 1
  const colour = `#${(number ?? colours).toString(16).padStart(6, '0')}`
  const picture = await encodePicture(await plainPicture(colour, 4, 4).png().toBuffer())
  await storePicture(shop.context, picture, shop.context.clock.now())
  return picture.id
}

const sweep = (deps = {}) =>
  purgePictures(
    { ...shop.context, picturesInUse, ...deps },
    new Date(shop.context.clock.now().getTime() - 24 * hourMs),
  )

/** Those of the pictures that are still there, each with its six files. */
async function left(...ids: string[]): Promise<string[]> {
  const rows = await shop.context.db.select({ id: pictures.id }).from(pictures)
  const kept = new Set(rows.map(({ id }) => id))
  for (const id of ids) expect(await filesOf(id)).toBe(kept.has(id) ? 6 : 0)
  return ids.filter((id) => kept.has(id))
}

async function filesOf(id: string): Promise<number> {
  const names = [320, 640, 960].flatMap((width) => [`${width}.avif`, `${width}.webp`])
  const files = names.map((name) => shop.context.files.get(`pictures/${id}/${name}`))
  return (await Promise.all(files)).filter((file) => file !== null).length
}

describe('a picture that nothing refers to', () => {
  it('goes after a day, and not before', async () => {
    const old = await keep()
    shop.wait(hourMs)
    const young = await keep()
    shop.wait(23 * hourMs)
    await sweep()
    expect(await left(old, young)).toEqual([old, young])
    shop.wait(1)
    await sweep()
    expect(await left(old, young)).toEqual([young])
    shop.wait(hourMs)
    await sweep()
    expect(await left(old, young)).toEqual([])
  })

  it('stays another day when it is sent again or taken into use', async () => {
    const [sent, held] = [await keep(7000), await keep()]
    shop.wait(25 * hourMs)
    expect(await keep(7000)).toBe(sent)
    expect(await lockPictures(shop.context.db, [held, 'none'], shop.context.clock.now())).toEqual([
      held,
    ])
    await sweep()
    expect(await left(sent, held)).toEqual([sent, held])
  })

  it('stays when it is taken into use at the last moment', async () => {
    const id = await keep()
    shop.wait(25 * hourMs)
    let looks = 0
    await sweep({ picturesInUse: async (_: unknown, ids: string[]) => new Set(looks++ ? ids : []) })
    expect([looks, await left(id)]).toEqual([2, [id]])
  })

  it('is whole when it is sent again at the moment it is swept', async () => {
    const numbers = Array.from({ length: 8 }, (_, n) => 8000 + n)
    const ids = await Promise.all(numbers.map(keep))
    shop.wait(25 * hourMs)
    await Promise.all([sweep(), ...numbers.map(keep), sweep()])
    expect(await left(...ids)).toEqual(ids)
  })

  it('goes however many there are', async () => {
    const now = shop.context.clock.now()
    const look = { width: 4, height: 4, colour: '#ffffff', placeholder: '' }
    const many = Array.from({ length: 250 }, (_, n) => ({ ...look, id: `p${n}`, createdAt: now }))
    await shop.context.db.insert(pictures).values(many)
    await shop.addCake({ pictures: [{ id: 'p7', alt: '' }] })
    shop.wait(25 * hourMs)
    await sweep()
    const rows = await shop.context.db.select({ id: pictures.id }).from(pictures)
    expect(rows).toEqual([{ id: 'p7' }])
  })
})

describe('a picture stays as long as', () => {
  it('a cake shows it, hidden or not, and a day more', async () => {
    const [shown, hidden] = [await keep(), await keep()]
    const { token } = await shop.admin()
    await shop.addCake({ pictures: [{ id: shown, alt: '' }] })
    await shop.addCake({ id: 'kept', hidden: true, pictures: [{ id: hidden, alt: '' }] })
    shop.wait(48 * hourMs)
    await sweep()
    expect(await left(shown, hidden)).toEqual([shown, hidden])
    for (const id of ['truffle', 'kept']) await shop.post('/cakes/deletecake', { id }, token)
    shop.wait(23 * hourMs)
    await sweep()
    expect(await left(shown, hidden)).toEqual([shown, hidden])
    shop.wait(2 * hourMs)
    await sweep()
    expect(await left(shown, hidden)).toEqual([])
  })

  it('an order shows it, of the shop’s cakes or of a customer’s design', async () => {
    const [ordered, design, other] = [await keep(), await keep(), await keep()]
    const asha = await shop.customer()
    const { token } = await shop.admin()
    await shop.addCake({ pictures: [{ id: ordered, alt: '' }] })
    await buy(shop, asha.token)
    const line = { ...customLine, image: [`/pictures/${design}/960.avif`] }
    const { body } = await shop.post<{ placed: boolean }>(
      '/orders/process-payment',
      { ...order, order: [line] },
      asha.token,
    )
    expect(body.placed).toBe(true)
    expect((await shop.post('/cakes/deletecake', { id: 'truffle' }, token)).status).toBe(200)
    shop.wait(100 * hourMs)
    await sweep()
    expect(await left(ordered, design, other)).toEqual([ordered, design])
  })
})

const order = {
  address: '12 Church Street,560001,Bengaluru',
  time: '2026-11-21T17:30',
  amount: 0,
  user: { email: 'asha@example.in' },
  checkoutId: crypto.randomUUID(),
}

it('a cake is refused a picture that was swept', async () => {
  const id = await keep()
  const { token } = await shop.admin()
  shop.wait(25 * hourMs)
  await sweep()
  const cake = {
    name: 'Late Cake',
    price: 500,
    flavours: ['Lime'],
    weight: ['1'],
    image: `/pictures/${id}/640.webp`,
    egg: 'Egg',
    category: 'Fruit',
  }
  const { status, body } = await shop.post('/cakes/addcake', cake, token)
  expect([status, body.errors]).toEqual([
    422,
    { image: 'The picture is no longer in the shop. Please upload it again.' },
  ])
})
