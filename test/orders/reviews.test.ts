import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { findAdminCake } from '#shop/cakes/admin/admin-cakes.store.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { remindCustomers } from '#shop/handling/remind-customers.job.server.tsx'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { reviewsOf } from '#shop/orders/reviews/reviews.store.server.ts'
import { cakeReviews } from '#shop/orders/reviews/reviews.tables.server.ts'
import { encodePicture } from '#shop/pictures/encode-picture.server.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { storePicture } from '#shop/pictures/pictures.store.server.ts'
import { picturesInUse } from '#shop/privacy/privacy.store.server.ts'
import { buy, moveOrder } from '../support/checkout-steps.ts'
import { tellingJpeg } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let counter: { token: string }

beforeEach(async () => {
  shop = await openTestShop({ isSample: false })
  await shop.addCake({ stars: 4.5, reviews: ['By the owner.'] })
  asha = await shop.customer()
  counter = await shop.staff('counter')
})
afterEach(() => shop.close())

const tokenOf = async (orderId: string, audience: Audience = 'sender') =>
  (await trackingUrl(shop.context, orderId, audience)).split('/').at(-1) ?? ''

async function order(more: object = {}) {
  const { orderId } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID(), ...more })
  const items = (await findOrder(shop.context.db, orderId))?.items ?? []
  const item = items[0]?.id ?? ''
  return { orderId, item, items, token: await tokenOf(orderId) }
}

async function arrive({ orderId, items }: Awaited<ReturnType<typeof order>>) {
  for (const { id } of items) {
    await shop.post(
      '/orders/confirmOrder',
      { order: orderId, suborder: id, data: '' },
      counter.token,
    )
  }
  for (const move of ['dispatch', 'deliver'] as const) {
    expect((await moveOrder(shop, { orderId, move, token: counter.token })).status).toBe(200)
  }
}

async function arrived(more: object = {}) {
  const placed = await order(more)
  await arrive(placed)
  return placed
}

const said = { stars: 5, words: 'Moist right through.' }
const review = ({ token, item }: { token: string; item: string }, given: unknown = said) =>
  shop.post<{ message: string }>('/orders/review', { token, item, review: given })
const written = async (item: string) =>
  (await shop.context.db.select().from(cakeReviews)).find(({ itemId }) => itemId === item)
const judge = async (item: string, more: object = {}) => {
  const was = (await written(item))?.writtenAt.toISOString()
  return shop.post('/reviews/judge', { item, was, isShown: true, ...more }, counter.token)
}
const cake = async () => (await shop.get<Cake>('/cakes/truffle')).body

it('what the owner types is nobody’s review: a shop for customers shows none of it, and keeps it', async () => {
  expect(await cake()).toMatchObject({ stars: 0, reviews: [] })
  expect(await cake()).not.toHaveProperty('rating')
  expect(await findAdminCake(shop.context.db, 'truffle')).toMatchObject({ stars: 4.5 })
})

describe('who got the cake', () => {
  it('reviews it once: others read it when the shop has looked at it, with its answer', async () => {
    const got = await arrived()
    expect(await review(got)).toMatchObject({ status: 200 })
    expect(await cake()).not.toHaveProperty('rating')
    await judge(got.item, { answer: 'Thank you!' })
    const shown = {
      ...{ stars: 5, words: 'Moist right through.', picture: null, answer: 'Thank you!' },
      ...{ by: 'Asha, Bengaluru, Nov 2026', about: '1 kg, eggless' },
    }
    expect((await cake()).rating).toEqual({ average: 5, count: 1, newest: [shown] })
    expect(await cake()).toMatchObject({ stars: 5, reviews: [] })
    const { body } = await shop.get<{ cakes: Cake[] }>('/cakes/search')
    expect(body.cakes[0]?.rating).toEqual({ average: 5, count: 1 })

    expect(await review(got, { stars: 2, words: '' })).toMatchObject({ status: 200 })
    expect(await cake()).not.toHaveProperty('rating')
    expect(await written(got.item)).toMatchObject({ stars: 2, state: 'waiting', answer: '' })
    await judge(got.item)
    // Stars alone count, and say nothing to read.
    expect((await cake()).rating).toEqual({ average: 2, count: 1, newest: [] })
    expect(await review(got, null)).toMatchObject({ status: 200 })
    expect(await cake()).not.toHaveProperty('rating')
  })

  it('reads why it is not shown', async () => {
    const got = await arrived()
    await review(got)
    expect(await judge(got.item, { isShown: false })).toMatchObject({
      status: 422,
      body: { errors: { reason: 'Please enter a reason: the customer reads it.' } },
    })
    expect(
      (await judge(got.item, { isShown: false, reason: 'It names a neighbour.' })).status,
    ).toBe(200)
    expect(await cake()).not.toHaveProperty('rating')
    expect(await reviewsOf(shop.context.db, [got.orderId])).toMatchObject([
      { state: 'hidden', reason: 'It names a neighbour.' },
    ])
  })

  it('has changed it meanwhile: the shop reads it again first', async () => {
    const got = await arrived()
    await review(got)
    const was = (await written(got.item))?.writtenAt.toISOString()
    shop.wait(1000)
    await review(got, { ...said, words: 'Worse than I said.' })
    expect((await judge(got.item, { was })).status).toBe(409)
    await review(got, null)
    expect((await judge(got.item, { was })).status).toBe(404)
  })
})

describe('nobody else', () => {
  it.each([
    ['before it has arrived', async () => order(), 409],
    ['of an item of another order', async () => ofAnother(), 409],
    ['after the link is over', async () => afterwards(), 404],
    ['by the recipient’s link', async () => byRecipient(), 404],
  ])('%s', async (_, make, status) => {
    const given = await make()
    const answer = await shop.unchanged(() => review(given))
    expect(answer.status).toBe(status)
  })

  const recipient = { name: 'Ravi Iyer', mobile: '9123456780', email: 'ravi@example.in' }
  const byRecipient = async () => {
    const got = await arrived({ recipient })
    return { ...got, token: await tokenOf(got.orderId, 'recipient') }
  }
  const ofAnother = async () => ({ ...(await arrived()), item: (await arrived()).item })
  const afterwards = async () => {
    const got = await arrived()
    shop.wait(31 * dayMs)
    return got
  }
})

it('average and count are those of the rows that are shown, whatever else there is', async () => {
  const stars = [5, 4, 4, 1, 3, 5]
  for (const [index, one] of stars.entries()) {
    const got = await arrived()
    await review(got, { stars: one, words: `Number ${index}` })
    if (index === 4) await judge(got.item, { isShown: false, reason: 'No' })
    else if (index < 4) await judge(got.item)
    shop.wait(1000)
  }
  const { rating } = await cake()
  expect(rating).toMatchObject({ average: 3.5, count: 4 })
  expect(rating?.newest.map(({ words }) => words)).toEqual([3, 2, 1, 0].map((n) => `Number ${n}`))
})

describe('what is sent', () => {
  it.each([
    ['no stars', { stars: 0 }, 'review.stars'],
    ['six stars', { stars: 6 }, 'review.stars'],
    ['half a star', { stars: 4.5 }, 'review.stars'],
    ['too many words', { stars: 5, words: 'x'.repeat(1001) }, 'review.words'],
    ['words that are none', { stars: 5, words: ['x'] }, 'review.words'],
    ['a picture from elsewhere', { stars: 5, image: 'https://evil.example/x.webp' }, 'image'],
    ['a picture that is none', { stars: 5, image: '/pictures/none/640.webp' }, 'image'],
  ])('is refused with %s', async (_, given, field) => {
    const got = await arrived()
    const { status, body } = await shop.unchanged(() => review(got, given))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  it('stays text, and a picture stays while it is said: without what it tells', async () => {
    const picture = await encodePicture(await tellingJpeg())
    await storePicture(shop.context, picture, shop.context.clock.now())
    const got = await arrived()
    const words = '<script>alert(1)</script>\u202e\n"; drop table cake_reviews'
    const image = picturePath(picture.id, 640, 'webp')
    expect((await review(got, { stars: 1, words, image })).status).toBe(200)
    await judge(got.item)
    expect((await cake()).rating?.newest[0]).toMatchObject({ picture: picture.id })
    expect((await cake()).rating?.newest[0]?.words).toContain('<script>alert(1)</script>')
    const inUse = () => picturesInUse(shop.context.db, [picture.id])
    expect([...(await inUse())]).toEqual([picture.id])
    const bytes = await shop.context.files.get(`pictures/${picture.id}/640.webp`)
    expect(Buffer.from(bytes ?? []).toString('latin1')).not.toMatch(/Asha|Secret/)
    await review(got, null)
    expect([...(await inUse())]).toEqual([])
  })

  it('goes with the account, from the cake’s page at once', async () => {
    const got = await arrived()
    await review(got)
    await judge(got.item)
    expect(await cake()).toHaveProperty('rating')
    expect((await shop.post('/account/delete', undefined, asha.token)).status).toBe(200)
    expect(await shop.context.db.select().from(cakeReviews)).toEqual([])
    expect(await cake()).not.toHaveProperty('rating')
  })
})

describe('the mail', () => {
  /** At half past nine on the day after its delivery, which the clock does not wait for. */
  const waitUntilNext = (hour: number) => {
    const now = shop.context.clock.now().getTime()
    const kolkata = now + 5.5 * hourMs
    shop.wait(dayMs - (kolkata % dayMs) + hour * hourMs)
  }
  const mailed = async () => {
    await remindCustomers(shop.context)
    await shop.runJobs()
    const found = [...shop.mails.values()].filter(({ subject }) => subject.startsWith('Tell us'))
    shop.mails.clear()
    return found
  }

  it('goes once, the day after at ten: each press opens the page with its stars, and changes nothing', async () => {
    const { orderId, item } = await arrived()
    waitUntilNext(9.9)
    expect(await mailed()).toEqual([])
    shop.wait(0.1 * hourMs)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: asha.email, subject: 'Tell us how it was: order 1001' })
    const url = await trackingUrl(shop.context, orderId, 'sender')
    for (const stars of [1, 2, 3, 4, 5]) {
      expect(mail?.text).toContain(`${url}?item=${item}&stars=${stars}#reviews-1001`)
    }
    shop.wait(hourMs)
    expect(await mailed()).toEqual([])
  })

  it.each([
    ['to who has reviewed it', (got: Got) => review(got)],
    ['to who has complained', (got: Got) => complain(got)],
    [
      'where the owner wants none',
      () => Object.assign(shop.context.shop, { asksForReviews: false }),
    ],
  ])('does not go %s', async (_, act) => {
    await act(await arrived())
    waitUntilNext(10)
    expect(await mailed()).toEqual([])
  })

  type Got = Awaited<ReturnType<typeof arrived>>
  const complain = ({ token }: Got) =>
    shop.post('/orders/report', { token, message: 'It was squashed', wish: 'again' })
})
