import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { encodePicture } from '#shop/pictures/encode-picture.server.ts'
import { purgePictures, storePicture } from '#shop/pictures/pictures.store.server.ts'
import { picturesInUse } from '#shop/privacy/privacy.store.server.ts'
import {
  begin,
  buy,
  checkoutOf,
  customLine,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const gone = 'A picture of your customised cake has expired. Please add it again.'

let shop: TestShop
let token: string
let colours = 0
beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  token = (await shop.customer()).token
})
afterAll(() => shop.close())

/** Keeps another picture, as an upload does, and answers its address. */
async function keep(): Promise<string> {
  colours += 1
  const colour = `#${colours.toString(16).padStart(6, '0')}`
  const picture = await encodePicture(await plainPicture(colour, 4, 4).png().toBuffer())
  await storePicture(shop.context, picture, shop.context.clock.now())
  return `/pictures/${picture.id}/640.webp`
}

const time = () => new Date(shop.context.clock.now().getTime() + 31 * hourMs).toISOString()

/** Orders customised cakes alone. */
function order(...lines: object[]) {
  const order = lines.map((line) => ({ ...customLine, ...line }))
  const body = checkoutOf({ order, amount: 0, time: time(), checkoutId: crypto.randomUUID() })
  return shop.post<Started>('/orders/process-payment', body, token)
}

const itemsOf = async (orderId: string) =>
  (await shop.context.db.select().from(orderItems)).filter((item) => item.orderId === orderId)
const orderCount = async () => (await shop.context.db.select().from(orders)).length

async function refused(answer: Promise<{ status: number; body: { errors?: object } }>) {
  const before = await orderCount()
  const { status, body } = await answer
  expect(await orderCount()).toBe(before)
  return [status, body.errors]
}

it('a customised cake is kept in the spelling of its form', async () => {
  const wish = { flavour: ' Mango\n and  saffron', wt: '1.50', detail: ' A blue elephant ' }
  const { body } = await order({ ...wish, image: [] })
  expect(await itemsOf(body.orderId)).toMatchObject([
    { flavour: 'Mango and saffron', wt: '1.5', detail: 'A blue elephant' },
  ])
})

describe('the designs of a customised cake', () => {
  it('travel with the order, alone', async () => {
    const image = await Promise.all(Array.from({ length: 6 }, keep))
    const { status, body } = await order({ image, detail: '' })
    expect([status, body.placed]).toEqual([200, true])
    expect((await itemsOf(body.orderId)).map((item) => item.image)).toEqual([image])
  })

  it('travel with the order, beside ready-made cakes, whose pictures are the shop’s', async () => {
    const image = [await keep()]
    const lines = [
      { ...truffleLine, image: ['/pictures/madeup/640.webp'] },
      { ...customLine, image },
    ]
    const more = { order: lines, time: time(), checkoutId: crypto.randomUUID() }
    const { orderId } = await buy(shop, token, more)
    const items = (await itemsOf(orderId)).toSorted((a, b) => a.position - b.position)
    expect(items[1]?.image).toEqual(image)
    expect(items[0]?.image).not.toContain('/pictures/madeup/640.webp')
  })

  it.each([
    'https://evil.example/pictures/abc/640.webp',
    '//evil.example/pictures/abc/640.webp',
    '/pictures/abc/640.webp?x=1',
    '/pictures/../api/v1/640.webp',
    '/pictures/abc/641.webp',
    '/pictures/abc/640.svg',
    'javascript:alert(1)',
  ])('are not from elsewhere: %s', async (address) => {
    expect(await refused(order({ image: [address] }))).toEqual([
      422,
      { 'order.0.image.0': 'must be a picture of this shop' },
    ])
  })

  it('are at most 6', async () => {
    const image = await Promise.all(Array.from({ length: 7 }, keep))
    expect(await refused(order({ image }))).toEqual([
      422,
      { 'order.0.image': 'At most 6 pictures for one cake' },
    ])
  })

  it('are not made up', async () => {
    const lines = [{}, { cakeid: 'b1b2c3d4', image: [await keep(), '/pictures/madeup/640.webp'] }]
    expect(await refused(order(...lines))).toEqual([409, { 'order.1': gone }])
  })

  it('must still be kept; those of orders are, those of carts for a day', async () => {
    const [ordered, forgotten] = [await keep(), await keep()]
    expect((await order({ image: [ordered] })).status).toBe(200)
    shop.wait(25 * hourMs)
    await purgePictures(
      { ...shop.context, picturesInUse },
      new Date(shop.context.clock.now().getTime() - 24 * hourMs),
    )
    expect(await refused(order({ image: [forgotten] }))).toEqual([409, { 'order.0': gone }])
    expect((await order({ image: [ordered] })).status).toBe(200)
  })

  it('are not missed by a checkout that is sent again after its order was kept', async () => {
    const image = [await keep()]
    const lines = { order: [truffleLine, { ...customLine, image }], time: time() }
    const more = { ...lines, checkoutId: crypto.randomUUID() }
    const first = await begin(shop, token, more)
    const second = await begin(shop, token, more)
    expect([second.status, second.body.orderId]).toEqual([200, first.body.orderId])
  })
})

describe('what is wished', () => {
  it.each([
    ['no flavour', { flavour: ' ' }, 'flavour', 'Tell us the flavour'],
    [
      'a weight of a crumb',
      { wt: '0.1' },
      'wt',
      'Enter the weight in kg, from 0.5 to 20, like 1.5',
    ],
    ['a weight of a ton', { wt: '99' }, 'wt', 'Enter the weight in kg, from 0.5 to 20, like 1.5'],
    [
      'nothing to go by',
      { detail: ' ' },
      'image',
      'Add a picture, design the cake here, or describe it in Additional Details.',
    ],
  ])('is refused with %s', async (_, change, field, sentence) => {
    expect(await refused(order(change))).toEqual([422, { [`order.0.${field}`]: sentence }])
  })

  it.each([
    ['HTML', '<script>alert(1)</script>\n<b>बड़ा</b> & "quoted"'],
    ['Hindi', 'जन्मदिन मुबारक, नीला हाथी'],
    ['Tamil', 'பிறந்தநாள் வாழ்த்துகள்'],
    ['right to left', 'عيد ميلاد سعيد'],
  ])('is kept as written: %s', async (_, detail) => {
    const { body } = await order({ detail })
    expect((await itemsOf(body.orderId)).map((item) => item.detail)).toEqual([detail])
  })
})
