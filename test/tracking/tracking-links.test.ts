import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { appContext } from '#app/context.server.ts'
import { dayMs } from '#platform/clock.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import { loader } from '#shop/order-pages/track.page.tsx'
import { findTracked, payPath, trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { raiseLinkVersion } from '#shop/orders/links/tracking-links.store.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { begin, buy } from '../support/checkout-steps.ts'
import { changedLimits } from '../support/limits.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let orderId: string
beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
})
beforeEach(async () => {
  const asha = await shop.customer(`${crypto.randomUUID()}@example.in`)
  orderId = (await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })).orderId
})
afterAll(() => shop.close())

const change = (to: Partial<typeof orders.$inferInsert>) =>
  shop.context.db.update(orders).set(to).where(eq(orders.id, orderId))
const linkTo = async (audience: Audience) =>
  (await trackingUrl(shop.context, orderId, audience)).split('/track/')[1] ?? ''
const open = async (token: string) => {
  const tracked = await findTracked(shop.context, token)
  return tracked && { audience: tracked.audience, orderId: tracked.order.id }
}

describe('a tracking link', () => {
  it('opens its order for its audience', async () => {
    expect(await open(await linkTo('sender'))).toEqual({ audience: 'sender', orderId })
    await change({ recipientName: 'Meena' })
    expect(await open(await linkTo('recipient'))).toEqual({ audience: 'recipient', orderId })
  })

  it('of a recipient opens nothing where the order is for its customer', async () => {
    expect(await open(await linkTo('recipient'))).toBeNull()
  })

  it('opens nothing once it was renewed, and the other audience’s stays', async () => {
    await change({ recipientName: 'Meena' })
    const [sender, recipient] = [await linkTo('sender'), await linkTo('recipient')]
    await raiseLinkVersion(shop.context.db, orderId, 'sender')
    expect(await open(sender)).toBeNull()
    expect(await open(recipient)).toEqual({ audience: 'recipient', orderId })
    const second = await linkTo('sender')
    await raiseLinkVersion(shop.context.db, orderId, 'sender')
    expect(await open(second)).toBeNull()
    expect(await open(await linkTo('sender'))).toEqual({ audience: 'sender', orderId })
  })

  it('of an earlier mail that pays, or of a page that changed the order, leads on', async () => {
    const where = async (what: 'pay' | 'change', token: string) => {
      const context = new RouterContextProvider()
      context.set(appContext, shop.context)
      const request = new Request(`http://shop.test/track/x/${what}`)
      const url = new URL(request.url)
      const asked = loader({ request, url, context, params: { token } } as never)
      const response: Response = await asked.then(null, (thrown) => thrown)
      return response.headers.get('location')
    }
    const link = await linkTo('sender')
    expect(await where('pay', link)).toBe(payPath(shop.context, orderId))
    expect(await where('change', link)).toBe(`/track/${link}`)
    expect(await where('pay', 'a\u0000b/\u0915')).toBe('/track/a%00b%2F%E0%A4%95')
  })

  it('cannot be made from another one', async () => {
    await change({ recipientName: 'Meena' })
    const recipient = await linkTo('recipient')
    const [value = '', signature = ''] = recipient.split('.')
    const { quoteTokens, trackingTokens } = shop.context
    const wrong = [
      ...['', 'x', orderId, value, `${value}.`, `.${signature}`, `${recipient}.`],
      `${value.replace(/r1$/, 's1')}.${signature}`,
      `${value.replace(/r1$/, 'r2')}.${signature}`,
      ...[quoteTokens.sign(value), quoteTokens.sign(orderId), trackingTokens.sign(orderId)],
      trackingTokens.sign(`${crypto.randomUUID()}-s1`),
      trackingTokens.sign(`${orderId}-s2`),
    ]
    for (const token of wrong) expect(await open(token), token).toBeNull()
  })

  it('opens nothing of an order that is not placed', async () => {
    const ravi = await shop.customer(`${crypto.randomUUID()}@example.in`)
    orderId = (await begin(shop, ravi.token, { checkoutId: crypto.randomUUID() })).body.orderId
    expect(await open(await linkTo('sender'))).toBeNull()
  })

  it.each([
    [
      'the delivery',
      { fulfilment: 'delivered' as const, arrivedAt: new Date('2026-11-20T04:30:00Z') },
    ],
    ['its time, where it was never delivered', { deliveryAt: new Date('2026-11-20T04:30:00Z') }],
  ])('opens nothing 30 days after %s', async (_, state) => {
    await change(state)
    const token = await linkTo('sender')
    const passed = shop.context.clock.now().getTime() - Date.UTC(2026, 10, 20, 4, 30)
    shop.wait(30 * dayMs - passed)
    expect(await open(token)).not.toBeNull()
    shop.wait(1)
    expect(await open(token)).toBeNull()
    shop.wait(-(30 * dayMs + 1 - passed))
  })
})

it('the mail of a placed order leads its customer to the way', async () => {
  await shop.runJobs()
  const mail = shop.mails.get(`order-placed-${orderId}`)
  expect(mail?.text).toContain(`/track/${await linkTo('sender')}`)
})

describe('who has lost a link', () => {
  const ask = (number: number | string, mobile: string) =>
    shop.post<{ message: string }>('/orders/mailLink', { number: String(number), mobile })
  const linkMails = () => [...shop.mails.keys()].filter((id) => id.startsWith('order-link-'))

  it('gets it by number and mobile at the email of the order, and whoever asks learns nothing', async () => {
    const [order] = await shop.context.db.select().from(orders).where(eq(orders.id, orderId))
    if (!order) throw new Error('no order')
    const wrong = [await ask(order.number, '9000000001'), await ask(9999, order.customerMobile)]
    await shop.runJobs()
    expect(linkMails()).toEqual([])
    const right = await ask(order.number, `+91 ${order.customerMobile}`)
    await shop.runJobs()
    const [id = ''] = linkMails()
    expect(shop.mails.get(id)).toMatchObject({ to: order.customerEmail })
    expect(shop.mails.get(id)?.text).toContain(`/track/${await linkTo('sender')}`)
    for (const other of wrong) expect(other).toEqual(right)
  })

  it('has a few tries at one number, which a stranger elsewhere does not use up', async () => {
    const limiter = createLimiter(changedLimits({ attempts: 2 }))
    const { hono } = createShopApi({ ...shop.context, limiter }, { trustProxy: 1 })
    const askFrom = async (address: string, number: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const body = JSON.stringify({ number, mobile: '9000000001' })
      return (await hono.request('/orders/mailLink', { method: 'POST', headers, body })).status
    }
    const stranger = ['4711', '#04711', 'Order 4711', '४७११']
    const theirs = []
    for (const number of stranger) theirs.push(await askFrom('203.0.113.7', number))
    expect(theirs).toEqual([200, 200, 429, 429])
    expect(await askFrom('198.51.100.9', '4711')).toBe(200)
  })
})
