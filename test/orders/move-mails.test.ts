import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import type { Mail } from '#platform/mail/mailer.server.ts'
import { savePhoto } from '#shop/handling/handling.store.server.ts'
import { photoKey } from '#shop/handling/photos/order-photos.server.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { begin, buy, customLine, moveOrder, ordersOf, payQuote } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { token: string }
let orderId: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = await shop.customer()
  admin = await shop.admin()
  orderId = (await buy(shop, asha.token)).orderId
})
afterEach(() => shop.close())

const isFor = (changes: Partial<typeof orders.$inferInsert>) =>
  shop.context.db
    .update(orders)
    .set({ recipientName: 'Ravi Iyer', recipientMobile: '9123456780', ...changes })
    .where(eq(orders.id, orderId))

const move = (name: string, details: object = {}) =>
  moveOrder(shop, { orderId, move: name, token: admin.token, ...details })

async function prepare() {
  const body = await ordersOf(shop, asha)
  const suborder = body[0]?.order[0]?.id
  await shop.post('/orders/confirmOrder', { order: orderId, suborder, data: '' }, admin.token)
}

async function photograph(kind: PhotoKind) {
  const file = crypto.randomUUID()
  const bytes = await plainPicture('#8b1e3f').webp().toBuffer()
  await shop.context.files.put(photoKey(file), bytes)
  await savePhoto(shop.context.db, { orderId, kind, file, takenAt: shop.context.clock.now() })
}

/** The mails that were sent since the last call. */
async function newMails(): Promise<Mail[]> {
  await shop.runJobs()
  const sent = [...shop.mails.values()]
  shop.mails.clear()
  return sent
}

const headsOf = (mails: Mail[]) => mails.map(({ to, subject }) => `${to}: ${subject}`).sort()

describe('the way of an order is told by mail', () => {
  it('to its customer: out with a link, failed with the reason, delivered', async () => {
    await prepare()
    shop.wait(dayMs)
    await newMails()
    await move('dispatch')
    const [out, ...others] = await newMails()
    expect(others).toEqual([])
    expect(out).toMatchObject({ to: asha.email, subject: 'Your order 1001 is out for delivery' })
    expect(out?.text).toContain(`${shop.context.shop.publicUrl}/track/`)
    expect(out?.text).toContain('order 1001 is out for delivery. It should arrive on Sat 21 Nov')

    await move('fail', { reason: 'nobody-in' })
    const failures = await newMails()
    const failed = failures.find(({ to }) => to === asha.email)
    expect(failed?.subject).toBe('Your order 1001 could not be delivered')
    expect(failed?.text).toContain('Nobody in')
    const toShop = failures.find(({ to }) => to === shop.context.shop.email)
    expect(toShop?.subject).toBe('Delivery failed: order 1001')
    expect(toShop?.text).toContain('Order 1001 could not be delivered: nobody in.')
    expect(failures).toHaveLength(2)

    await move('dispatch')
    expect(headsOf(await newMails())).toHaveLength(1)
    await move('deliver', { detail: 'The guard' })
    const [delivered] = await newMails()
    expect(delivered?.subject).toBe('Your order 1001 is delivered')
    expect(delivered?.text).toContain('The guard')
  })

  it.each([
    ['a day early', 0, false],
    ['hours before midnight, for the small hours', 13.5 * hourMs, true],
    ['on the day after', 2 * dayMs, false],
  ])('%s, its mails and pages say a day: %sms, %s', async (_, ms, saysDay) => {
    const deliveryAt = new Date(saysDay ? '2026-11-20T19:30:00Z' : '2026-11-21T12:00:00Z')
    await isFor({ recipientEmail: 'ravi@example.in', deliveryAt })
    await prepare()
    await newMails()
    shop.wait(ms)
    await move('dispatch')
    const mails = await newMails()
    expect(mails).toHaveLength(2)
    for (const { text, html } of mails) {
      expect(text).toContain('is out for delivery.')
      expect(/\bNov\b/.test(text + html)).toBe(saysDay)
    }
  })

  it('to its recipient too, and nothing but where it is and when it comes', async () => {
    await isFor({
      recipientEmail: 'ravi@example.in',
      isSurprise: true,
      giftMessage: 'Many happy returns',
      giftFrom: 'Your Asha',
    })
    await move('bake')
    await prepare()
    const before = headsOf(await newMails()).filter((head) => head.startsWith('ravi'))
    expect(before, 'a surprise stays one').toEqual([])
    shop.wait(dayMs)
    const told: Mail[] = []
    await move('dispatch')
    told.push(...(await newMails()))
    await move('fail', { reason: 'nobody-in' })
    told.push(...(await newMails()))
    await move('dispatch')
    await newMails()
    await move('deliver', { detail: 'The guard' })
    told.push(...(await newMails()))
    const recipients = told.filter(({ to }) => to === 'ravi@example.in')
    expect(recipients.map(({ subject }) => subject)).toEqual([
      'Something sweet is out for delivery',
      'Something sweet could not be delivered',
      'Something sweet is delivered',
    ])
    const [out] = recipients
    expect(out?.text).toContain('Sat 21 Nov')
    expect(out?.text).toContain(`${shop.context.shop.publicUrl}/track/`)
    for (const { text, html, subject } of recipients) {
      // Links are random, and the head of a page is made of numbers.
      const seen = `${subject} ${text} ${html.slice(html.indexOf('<body'))}`
      expect(text).toContain('ordered by Asha')
      expect(seen.replaceAll(/https?:[^\s"]+|ordered by Asha/g, '')).not.toMatch(
        /asha|\brao\b|98765|₹|truffle|birthday|happy|nobody in|guard|\b1001\b/i,
      )
    }
  })

  it('to its recipient once it is placed, unless it is a surprise, and asks for a missing address', async () => {
    await newMails()
    const recipient = { name: 'Ravi Iyer', mobile: '9123456780', email: 'ravi@example.in' }
    const order = (more: object) =>
      buy(shop, asha.token, { recipient, checkoutId: crypto.randomUUID(), ...more })
    const toRavi = async () => (await newMails()).filter(({ to }) => to === recipient.email)

    await order({ recipient: { ...recipient, surprise: true } })
    expect(await toRavi()).toEqual([])

    await order({})
    const [known] = await toRavi()
    expect(known?.subject).toBe('Something sweet is coming')
    expect(known?.text).toContain('Hello Ravi')
    expect(known?.text).toContain('Sat 21 Nov')
    expect(known?.text).not.toContain('your address')
    const words = known?.text.replaceAll(/https?:\S+/g, '')
    expect(words).toContain('Hello Ravi, Asha has ordered something for you')
    expect(words?.replace('Asha has ordered', '')).not.toMatch(/asha|98765|₹|truffle/i)

    await order({ address: ',560001,Bengaluru' })
    expect((await toRavi())[0]?.text).toContain('We don’t know your address yet.')
  })

  it('to the recipient of a customised cake once its price is agreed', async () => {
    await newMails()
    const recipient = { name: 'Ravi Iyer', mobile: '9123456780', email: 'ravi@example.in' }
    const custom = { recipient, order: [customLine], amount: 0, checkoutId: crypto.randomUUID() }
    const { body: placed } = await begin(shop, asha.token, custom)
    const toRavi = async () => (await newMails()).filter(({ to }) => to === recipient.email)
    expect(await toRavi()).toEqual([])

    const seen = { body: await ordersOf(shop, asha) }
    const suborder = seen.body.find(({ id }) => id === placed.orderId)?.order[0]?.id
    const quote = { order: placed.orderId, suborder, data: '1', msg: '1450' }
    await shop.post('/orders/confirmOrder', quote, admin.token)
    expect(await toRavi()).toEqual([])

    const again = { body: await ordersOf(shop, asha) }
    const quoteId = again.body.find(({ id }) => id === placed.orderId)?.order[0]?.quote?.id
    expect(await payQuote(shop, quoteId ?? '')).toBe('placed')
    expect((await toRavi()).map(({ subject }) => subject)).toEqual(['Something sweet is coming'])
  })

  it.each<[string, PhotoKind[]]>([
    ['at the door', ['leaving', 'door']],
    ['before it left', ['leaving']],
  ])('to its customer alone with the photo %s', async (where, kinds) => {
    await isFor({ recipientEmail: 'ravi@example.in', isSurprise: true })
    await prepare()
    await move('dispatch')
    for (const kind of kinds) await photograph(kind)
    await newMails()
    await move('deliver')
    const mails = await newMails()
    const [own, recipients] = [asha.email, 'ravi@example.in'].map((email) =>
      mails.find(({ to }) => to === email),
    )
    expect(own?.html).toContain(`alt="Your order, ${where}"`)
    expect(own?.html).toContain('src="cid:photo"')
    const [picture] = own?.pictures ?? []
    expect(picture).toMatchObject({ cid: 'photo', type: 'image/jpeg' })
    expect((await sharp(picture?.bytes).metadata()).format).toBe('jpeg')
    expect(recipients?.pictures ?? []).toEqual([])
    expect(recipients?.html).not.toContain('cid:')
  })

  it('not any more when it is elsewhere by the time it is sent', async () => {
    await prepare()
    await newMails()
    await move('dispatch')
    await move('fail', { reason: 'nobody-in' })
    expect(headsOf(await newMails())).toEqual([
      'asha@example.in: Your order 1001 could not be delivered',
      `${shop.context.shop.email}: Delivery failed: order 1001`,
    ])
  })
})
