import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#app/jobs.server.ts'
import { hourMs } from '#platform/clock.ts'
import { createWebPush } from '#platform/push/web-push.server.ts'
import { allEvents } from '#shop/notices/notice-wishes.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { openPushService } from '../stand-ins/push-service.ts'
import {
  buy,
  checkOut,
  checkoutOf,
  customLine,
  moveOrder,
  truffleLine,
} from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

type PushService = Awaited<ReturnType<typeof openPushService>>
interface Member {
  email: string
  token: string
}

let shop: TestShop
let service: PushService
let asha: Member
let owner: Member
let counter: Member

/** The owner is told of everything by mail, the counter on a phone, the kitchen of nothing. */
beforeEach(async () => {
  shop = await openTestShop()
  service = await openPushService()
  await shop.addCake()
  asha = await shop.customer()
  owner = await shop.admin()
  counter = await shop.staff('counter')
  await shop.staff('kitchen')
  expect((await wish(owner, { mail: allEvents })).status).toBe(200)
  expect((await addPhone(counter, 'counter')).status).toBe(200)
})
afterEach(async () => {
  service.close()
  await shop.close()
})

const wish = ({ token }: Member, wishes: object) =>
  shop.post('/notices', { mail: [], push: [], ...wishes }, token)

const addPhone = ({ token }: Member, name: string) =>
  shop.post('/notices/phone', service.subscribe(name), token)

/** A job as another process runs it. */
const run = async (name: string, data: unknown) =>
  jobHandlers(shop.context)
    .find(({ job }) => job.name === name)
    ?.run(data)

/** Who of the bakery was told of what since the last call. */
async function told(): Promise<string[]> {
  await shop.runJobs()
  const toBakery = [...shop.mails.values()].filter(({ to }) => to !== asha.email)
  const told = [
    ...toBakery.map(({ to, subject }) => `${to}: ${subject}`),
    ...service.pushes.map(({ phone, push }) => `phone of ${phone}: ${push.title}`),
  ]
  shop.mails.clear()
  service.pushes.length = 0
  return told.sort()
}

/** All three, once. */
const all = (subject: string) =>
  [shop.context.shop.email, owner.email, 'phone of counter']
    .map((who) => `${who}: ${subject}`)
    .sort()

const when = 'Sat 21 Nov, 5:30 pm'
const custom = { order: [customLine], amount: 0 }

async function quoteIt(orderId: string): Promise<string> {
  const [item] = await itemsOf(shop.context.db, orderId)
  const body = { order: orderId, suborder: item?.id, data: 1, msg: 1450 }
  await shop.post('/orders/confirmOrder', body, owner.token)
  const [quote] = await quotesOfOrder(shop.context.db, orderId)
  return quote?.id ?? ''
}

describe('each of the bakery is told once, by the ways they chose', () => {
  it('of an order paid by card, with what the bakery needs to know', async () => {
    await buy(shop, asha.token, {
      order: [{ ...truffleLine, detail: 'No nuts please, she is allergic' }],
    })
    await shop.runJobs()
    const mail = [...shop.mails.values()].find(({ to }) => to === owner.email)
    for (const text of [
      ...['1 × Truffle Cake', 'Happy Birthday Ravi', when, '9876543210', '12 Church Street'],
      ...['All of it is paid.', 'No nuts please', 'It says an allergy', '/admin/orders/1001'],
    ])
      expect(mail?.text).toContain(text)
    expect(mail?.replyTo).toBe(asha.email)
    const [pushed] = service.pushes
    expect(pushed).toMatchObject({
      push: { path: '/admin/orders/1001', body: '1 × Truffle Cake. All of it is paid.' },
      headers: { ttl: '43200', urgency: 'high', 'content-encoding': 'aes128gcm' },
      isSigned: true,
    })
    expect(await told()).toEqual(all(`New order 1001: ${when}`))
  })

  it('of one that the counter took, and whose customer has no email', async () => {
    const customer = { name: 'Meera', mobileno: '9876500001' }
    const taken = { customer, paid: null, checkout: checkoutOf() }
    const { status, body } = await shop.post('/orders/take', taken, counter.token)
    expect([status, body]).toMatchObject([200, {}])
    expect(await told()).toEqual(all(`New order 1001: ${when}`))
  })

  it('of an order by a custom cake, its quote’s answer, a change, a complaint, its end', async () => {
    const { orderId } = (await checkOut(shop, asha.token, custom)).body
    expect(await told()).toEqual(all(`New order 1001: ${when}`))
    const quoteId = await quoteIt(orderId)
    expect(await told()).toEqual([])
    const token = shop.context.quoteTokens.sign(quoteId)
    await shop.post('/quotes/answer', { token, answer: 'accept' })
    expect(await told()).toEqual(all('Order 1001: ₹1,450 accepted'))

    const changed = { orderId, time: '2026-11-22T12:00' }
    expect((await shop.post('/orders/changeOrder', changed, asha.token)).status).toBe(200)
    expect(await told()).toEqual(all('Order 1001 is changed'))
    // What the shop does itself it knows.
    const back = { orderId, time: '2026-11-22T13:00', reason: 'As you said' }
    expect((await shop.post('/orders/changeOrder', back, owner.token)).status).toBe(200)
    expect(await told()).toEqual([])

    const link = /track\/(.+)$/.exec(await trackingUrl(shop.context, orderId, 'sender'))?.[1]
    await shop.post('/orders/report', { token: link, message: 'Where is it?' })
    expect(await told()).toEqual(all('Problem with an order'))
    await shop.post('/orders/cancelOrders', { orderId, email: asha.email }, asha.token)
    expect(await told()).toEqual(all('Order 1001 is cancelled'))
  })

  it('of a failed delivery', async () => {
    const { orderId } = await buy(shop, asha.token)
    const [item] = await itemsOf(shop.context.db, orderId)
    const prepared = { order: orderId, suborder: item?.id, data: '' }
    await shop.post('/orders/confirmOrder', prepared, owner.token)
    const { token } = owner
    await moveOrder(shop, { orderId, move: 'dispatch', token })
    await told()
    await moveOrder(shop, { orderId, move: 'fail', reason: 'nobody-in', token })
    expect(await told()).toEqual(all('Delivery failed: order 1001'))
  })

  it('of a message', async () => {
    await shop.post('/contact', { username: 'Ravi', Email: asha.email, Message: 'Hello' })
    expect(await told()).toEqual(all('Message from the contact page'))
  })

  it('of twenty orders at once', async () => {
    const orders = Array.from({ length: 20 }, () =>
      checkOut(shop, asha.token, { ...custom, checkoutId: crypto.randomUUID() }),
    )
    await Promise.all(orders)
    const each = Array.from({ length: 20 }, (_, n) => all(`New order ${1001 + n}: ${when}`))
    expect(await told()).toEqual(each.flat().sort())
  })

  it('when the process that told the others could not send its own mail', async () => {
    const { mailer } = shop.context
    const { send } = mailer
    let isDown = true
    mailer.send = async (mail, ...rest) => {
      if (isDown) throw new Error('killed')
      await send(mail, ...rest)
    }
    await checkOut(shop, asha.token, custom)
    const mailsWait = async () =>
      (await shop.context.db.execute(sql`select id from mails where status = 'waiting'`)).rows
    /** Every mail that waits, as it is tried again. */
    const tryAgain = async () => {
      for (const { id } of await mailsWait())
        await run('send-mail', { mailId: id }).catch(() => null)
    }
    for (let tries = 0; tries < 4; tries++) await tryAgain()
    isDown = false
    for (let tries = 0; tries < 4; tries++) await tryAgain()
    expect(await told()).toEqual(all(`New order 1001: ${when}`))
  })
})

describe('nobody is told', () => {
  it('of what they did not choose, or may not know', async () => {
    await wish(owner, { mail: [], forShop: true })
    await wish(owner, { mail: ['message'], push: allEvents })
    await wish(counter, { push: ['complaint'] })
    await checkOut(shop, asha.token, custom)
    expect(await told()).toEqual([])
    const { role, money } = { role: 'kitchen', money: 'money' }
    const cook = await shop.staff(role as 'kitchen', 'cook@example.in')
    expect((await wish(cook, { mail: [money] })).status).toBe(403)
    expect((await wish(counter, { mail: [], forShop: true })).status).toBe(403)
  })

  it('who works here no more, or has sent the phone away', async () => {
    await shop.context.db.execute(
      sql`update users set role = 'customer' where email = ${counter.email}`,
    )
    await checkOut(shop, asha.token, custom)
    expect(await told()).toHaveLength(2)
  })
})

describe('a phone', () => {
  const phones = async () =>
    (await shop.context.db.execute(sql`select endpoint from notice_phones`)).rows.length

  it('that is gone is forgotten; one that cannot be reached is tried again, once told', async () => {
    service.answers.push(500)
    await checkOut(shop, asha.token, custom)
    await expect(shop.runJobs()).rejects.toThrow('500')
    const { rows } = await shop.context.db.execute(
      sql`select data from pgboss.job where name = 'send-push'`,
    )
    await run('send-push', rows[0]?.data)
    expect(await told()).toEqual(all(`New order 1001: ${when}`))
    service.answers.push(410)
    await checkOut(shop, asha.token, { ...custom, checkoutId: crypto.randomUUID() })
    expect(await told()).toHaveLength(2)
    expect(await phones()).toBe(0)
  })

  it('is one of at most five, and is switched off by whose it is', async () => {
    for (const name of ['2', '3', '4', '5', '6']) {
      shop.wait(1)
      await addPhone(counter, name)
    }
    expect(await phones()).toBe(5)
    const phone = service.subscribe('last')
    await shop.post('/notices/phone', phone, counter.token)
    await shop.post('/notices/forget-phone', phone, owner.token)
    expect(await phones()).toBe(5)
    await shop.post('/notices/forget-phone', phone, counter.token)
    expect(await phones()).toBe(4)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://fcm.googleapis.com:8080/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'file:///etc/passwd',
    'not an address',
  ])('is never called at %s', async (endpoint) => {
    const real = createWebPush({ secret: 'x'.repeat(32), contact: () => 'a@b.in' })
    expect(real.accepts(endpoint)).toBe(false)
    const push = { title: '', body: '', path: '/', tag: '' }
    expect(await real.send({ endpoint, p256dh: '', auth: '' }, push)).toBe(false)
    const body = { ...service.subscribe('x'), endpoint }
    expect((await shop.post('/notices/phone', body, counter.token)).status).toBe(422)
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is known by the service of its browser: %s', (endpoint) => {
    const real = createWebPush({ secret: 'x'.repeat(32), contact: () => 'a@b.in' })
    expect(real.accepts(endpoint)).toBe(true)
  })
})

it('quiet hours delay what is not for today, and nothing else', async () => {
  const quiet = { quietFrom: '22:00', quietUntil: '07:00' }
  await wish(owner, { mail: allEvents, ...quiet })
  await wish(counter, { push: allEvents, ...quiet })
  // From ten in the morning to half past ten at night.
  shop.wait(12.5 * hourMs)
  await buy(shop, asha.token)
  const news = all(`New order 1001: ${when}`)
  const toShop = news.filter((one) => one.startsWith(shop.context.shop.email))
  expect(await told()).toEqual(toShop)
  shop.wait(7.5 * hourMs)
  // At six in the morning, for this afternoon.
  await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
  expect(await told()).toEqual(all(`New order 1002: ${when}`))
  shop.wait(hourMs)
  expect(await told()).toEqual(news.filter((one) => !toShop.includes(one)))
})
