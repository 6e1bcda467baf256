import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { minuteMs } from '#platform/clock.ts'
import { cashDays } from '#shop/accounting/month/close-day.server.ts'
import { findOrderByNumber } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loader as loadOrderPage } from '#shop/admin-orders/detail/order.page.tsx'
import { toStaffOrder } from '#shop/admin-orders/list/list-orders.server.ts'
import type { TakenOrder } from '#shop/admin-orders/new/take-order.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { findTracked } from '#shop/orders/links/tracking-link.server.ts'
import { keepReadyText } from '#shop/orders/mails/order-mail.server.tsx'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { showOrder } from '#shop/orders/shown-order.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { loader } from '#shop/paying/pay.page.tsx'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { findQuoteToAnswer } from '#shop/quotes/find-quote.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import {
  begin,
  buy,
  checkoutOf,
  comeBack,
  customLine,
  newCard,
  pay,
  payByLink,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let counter: { token: string; email: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  counter = await shop.staff('counter')
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const cash = { method: 'cash' }
const meera = { name: 'Meera', mobileno: '9876500001' }

const take = (more: object = {}, checkout: object = {}, who = counter.token) =>
  shop.post<TakenOrder>(
    '/orders/take',
    { customer: meera, paid: null, checkout: checkoutOf(checkout), ...more },
    who,
  )
const known = async (mobile: string) =>
  (
    await shop.get<{ customer: object | null }>(
      `/orders/customer?mobileno=${mobile}`,
      counter.token,
    )
  ).body.customer
const orderOf = async (number: number) => {
  const order = await findOrderByNumber(shop.context.db, number)
  if (!order) throw new Error(`no order ${number}`)
  return order
}

const papers = async (id: string) =>
  (await papersOf(shop.context.db, [id])).map(({ content }) => content)

it('is paid when it is handed over, placed by a colleague, once', async () => {
  const first = await take()
  expect(first.status).toBe(200)
  const again = await take()
  expect(again.body).toEqual(first.body)
  const order = await orderOf(first.body.number)
  expect(order).toMatchObject({ customerName: 'Meera', paymentMethod: 'cash', payments: [] })
  expect(doorStanding(order)).toMatchObject({ state: 'due', duePaise: 900_00 })
  expect(await papers(order.id)).toMatchObject([{ paidByCard: 0, paidInPerson: 0 }])
  const entries = await listAuditLog(shop.context.db, { subject: 'order', id: order.id, limit: 9 })
  expect(entries).toMatchObject([{ action: 'place-order', actorEmail: counter.email }])
})

it.each<[string, object, RegExp]>([
  ['another customer', { customer: { ...meera, name: 'Mira' } }, /is taken already, for Meera\./],
  ['another payment', { paid: { method: 'cash' } }, /is taken already, for Meera\./],
])('the same form with %s is not taken for the first one', async (_, more, detail) => {
  const { body } = await take()
  const again = await take(more)
  expect([again.status, again.body.detail]).toEqual([409, expect.stringMatching(detail)])
  expect(await orderOf(body.number)).toMatchObject({ customerName: 'Meera', payments: [] })
})

it('the same form for another caller is not an order of the first, unpaid one', async () => {
  expect(
    (await take({ paid: { method: 'link' }, customer: { ...meera, email: 'm@example.in' } }))
      .status,
  ).toBe(200)
  const other = { customer: { name: 'Ravi', mobileno: '9876500002' } }
  expect((await take(other, { order: [{ ...truffleLine, amount: 2 }], amount: 1750 })).status).toBe(
    409,
  )
})

it('is paid in cash now, and nothing is due at the door', async () => {
  const { body } = await take({ paid: { method: 'cash' } })
  const order = await orderOf(body.number)
  expect(doorStanding(order)).toMatchObject({ state: 'taken', takenPaise: 900_00, duePaise: 0 })
  expect(order.payments).toMatchObject([{ cause: 'counter', by: counter.email }])
  expect(await cashDays(shop.context.db, '2026-11')).toMatchObject([{ expectedPaise: 900_00 }])
})

it('is paid by UPI with a reference of its own', async () => {
  const upi = { method: 'upi', reference: '123456789012' }
  expect((await take({ paid: { method: 'upi' } })).status).toBe(422)
  expect((await take({ paid: { ...upi } })).status).toBe(200)
  const other = await take({ paid: upi }, { checkoutId: crypto.randomUUID() })
  expect([other.status, other.body]).toMatchObject([409, { errors: { reference: /./ } }])
})

it('leaves nothing of who is refused', async () => {
  expect((await take({}, { amount: 1 })).status).toBe(409)
  expect(await known(meera.mobileno)).toBeNull()
})

it('mails who gave an address, and nobody else', async () => {
  await take({ customer: { ...meera, email: 'meera@example.in' }, paid: { method: 'cash' } })
  await take({}, { checkoutId: crypto.randomUUID() })
  await shop.runJobs()
  const mails = [...shop.mails.values()].filter(({ to }) => to !== shop.context.shop.email)
  expect(mails.map(({ to }) => to)).toEqual(['meera@example.in'])
  expect(mails[0]?.text).toMatch(/Paid in person:? ₹900/)
  expect(mails[0]?.text).not.toMatch(/Due in cash|keep ₹/)
})

it('says on its page, its invoice and its mails that it was paid at the counter', async () => {
  const { body } = await take({ paid: { method: 'cash' } })
  const order = await orderOf(body.number)
  expect(keepReadyText(order)).toBe('')
  const shown = { duePaise: 0, paidAtDoor: '₹900 in cash to the shop' }
  expect(showOrder(order)).toMatchObject(shown)
  expect(toStaffOrder(order)).toMatchObject({ payment: ['Paid at the counter'], marks: [] })
  expect(await papers(order.id)).toMatchObject([{ paidByCard: 0, paidInPerson: 900_00 }])
})

it('knows who ordered with a number: name, address and cakes, and no more', async () => {
  expect(await known(meera.mobileno)).toBeNull()
  await take()
  const found = await known('+91 98765-00001'.replaceAll('+', '%2B'))
  const { cakeid, flavour, wt, amount, bname } = truffleLine
  expect(found).toEqual({
    name: 'Meera',
    address: '12 Church Street,560001,Bengaluru',
    cakes: [{ cakeid, flavour, wt, amount, bname, chosen: [], name: expect.any(String) }],
  })
})

describe('whose it is', () => {
  const paid = { method: 'cash' }
  const callers = async () => {
    const asha = await shop.customer()
    const { number } = await buy(shop, asha.token)
    return { asha, before: await orderOf(number) }
  }
  const seenBy = async (token: string, email: string) =>
    (await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, token)).body.map(({ id }) => id)

  it.each(['9876543210', '+91 98765 43210', '09876543210', '0091-98765-43210'])(
    'is not the account’s that has the number %s, nor its mails, before its owner has confirmed',
    async (mobileno) => {
      const { asha, before } = await callers()
      const customer = { id: before.userId, name: 'Asha Rao', mobileno, email: asha.email }
      const { body } = await take({ customer, paid }, { checkoutId: crypto.randomUUID() })
      const taken = await orderOf(body.number)
      expect(taken.customerMobile).toBe(before.customerMobile)
      expect(taken.userId).not.toBe(before.userId)
      expect(await seenBy(asha.token, asha.email)).toEqual([before.id])
      await shop.runJobs()
      const html = shop.mails.get(`order-placed-${taken.id}`)?.html ?? ''
      const token = decodeURIComponent(/keep-order\?token=([^"&]+)/.exec(html)?.[1] ?? '')
      expect((await shop.post('/orders/keep', { token }, asha.token)).status).toBe(200)
      expect(await seenBy(asha.token, asha.email)).toContain(taken.id)
    },
  )

  it('is not a stranger’s who typed the caller’s number before, as a guest or in an account', async () => {
    const stranger = { name: 'Asha Rao', email: 'thief@example.in', mobileno: '9876543210' }
    const guest = (await shop.post<{ token: string }>('/auth/guest', stranger)).body.token
    const account = await shop.customer('thief@example.in')
    for (const token of [guest, account.token])
      await begin(shop, token, { order: [customLine], amount: 0, checkoutId: crypto.randomUUID() })
    const { id } = (await known(stranger.mobileno)) as { id?: string }
    expect(id).toBeUndefined()
    const customer = { id, name: 'Asha Rao', mobileno: stranger.mobileno, email: '' }
    const { body } = await take({ customer, paid }, { checkoutId: crypto.randomUUID() })
    expect(await seenBy(guest, stranger.email)).not.toContain(body.orderId)
    expect(await seenBy(account.token, stranger.email)).not.toContain(body.orderId)
    const orderId = body.orderId
    for (const token of [guest, account.token]) {
      expect(
        (await shop.post('/orders/changeOrder', { orderId, riderNote: 'x' }, token)).status,
      ).toBe(403)
      const cancelled = { email: stranger.email, orderId }
      expect((await shop.post('/orders/cancelOrders', cancelled, token)).status).toBe(403)
    }
    await shop.runJobs()
    expect([...shop.mails.keys()].filter((mail) => mail.includes(orderId))).toEqual([
      `new-order-${orderId}`,
    ])
  })

  it('is a second person’s with the same number, under their own name and email', async () => {
    await take({ customer: { ...meera, email: 'meera@example.in' }, paid })
    const ravi = { name: 'Ravi', mobileno: meera.mobileno, email: 'ravi@example.in' }
    const { body } = await take({ customer: ravi, paid }, { checkoutId: crypto.randomUUID() })
    expect(await orderOf(body.number)).toMatchObject({
      customerName: 'Ravi',
      customerEmail: ravi.email,
    })
  })

  it('has an email, if a caller whom we know has one now', async () => {
    await take({ paid })
    const customer = { ...meera, email: 'meera@example.in' }
    const custom = { order: [customLine], amount: 0, checkoutId: crypto.randomUUID() }
    expect((await take({ customer }, custom)).status).toBe(200)
  })
})

it('keeps the rules of the shop, but for the limits of cash', async () => {
  const owner = (await shop.admin()).token
  const slots = everyDay({ places: 1 })
  await saveSettings(shop, owner, settings({ zones: [newZone()], slots }))
  const time = { time: '2026-11-21T16:00', amount: 910 }
  expect((await take({}, { amount: 1 })).status).toBe(409)
  expect((await take({}, { ...time, address: '1 MG Road,110001,Delhi' })).status).toBe(409)
  expect((await take({}, { ...time, amount: 900 })).status).toBe(409)
  expect((await take({}, time)).status).toBe(200)
  expect((await take({}, { ...time, checkoutId: crypto.randomUUID() })).status).toBe(409)
})

it('may have a customised cake, whose quote is mailed', async () => {
  const order = { order: [customLine], amount: 0 }
  expect((await take({}, order)).body).toMatchObject({ errors: { 'customer.email': /mailed/ } })
  const asked = { ...order, checkoutId: crypto.randomUUID() }
  expect((await take({ paid: cash }, asked)).status).toBe(200)
  const customer = { ...meera, email: 'meera@example.in' }
  const { body } = await take({ customer }, order)
  const { items, chargedPaise } = await orderOf(body.number)
  expect(items).toMatchObject([
    { customize: true, status: 'processing', detail: customLine.detail },
  ])
  expect(chargedPaise).toBe(50_00)
})

it('without an email has its quote answered by staff, and by nobody else of them', async () => {
  const { number } = (await take({ paid: cash }, { order: [customLine], amount: 0 })).body
  const { id: order, items } = await orderOf(number)
  shop.wait(1000)
  const owner = (await shop.admin()).token
  const price = { order, suborder: items[0]?.id, data: 1, msg: 1200 }
  expect((await shop.post('/orders/confirmOrder', price, owner)).status).toBe(200)
  const [open] = await quotesOfOrder(shop.context.db, order)
  const accept = { quote: open?.id, answer: 'accept' }
  for (const token of [(await shop.customer()).token, (await shop.staff('kitchen')).token])
    expect((await shop.post('/orders/answerQuote', accept, token)).status).toBe(403)
  const answered = await shop.post('/orders/answerQuote', accept, counter.token)
  expect(answered.body).toMatchObject({ status: 'accepted' })
  expect(doorStanding(await orderOf(number))).toMatchObject({ duePaise: 1200_00 })
})

it('has no gift that its recipient pays', async () => {
  const recipient = { name: 'Ravi', mobile: '9876500003' }
  expect((await take({}, { recipient })).body).toMatchObject({ errors: { paid: /present/ } })
  expect((await take({ paid: { method: 'cash' } }, { recipient })).status).toBe(200)
})

it('that is cancelled owes its customer the money, which staff give back', async () => {
  const { body } = await take({ paid: { method: 'cash' } })
  const { id } = await orderOf(body.number)
  const owner = (await shop.admin()).token
  const cancel = { email: '', orderId: id, reason: 'No flour' }
  expect((await shop.post('/orders/cancelOrders', cancel, owner)).status).toBe(200)
  expect(doorStanding(await orderOf(body.number))).toMatchObject({
    state: 'over',
    duePaise: -900_00,
  })
  expect(await papers(id)).toMatchObject([{}, { paidByCard: 0, paidInPerson: 900_00 }])
  const settled = { order: id, amount: -900, method: 'cash' }
  expect((await shop.post('/orders/settle-cash', settled, counter.token)).status).toBe(403)
  expect((await shop.post('/orders/settle-cash', settled, owner)).status).toBe(200)
})

it('that becomes smaller after it was paid at the counter owes the rest, and says so', async () => {
  const { body } = await take({ customer: { ...meera, email: 'meera@example.in' }, paid: cash })
  const { id: orderId, items } = await orderOf(body.number)
  shop.wait(1000)
  const lighter = { orderId, items: [{ id: items[0]?.id, wt: '0.5' }], reason: 'You called us' }
  expect((await shop.post('/orders/changeOrder', lighter, counter.token)).status).toBe(403)
  const owner = (await shop.admin()).token
  expect((await shop.post('/orders/changeOrder', lighter, owner)).status).toBe(200)
  expect(doorStanding(await orderOf(body.number)).duePaise).toBe(-425_00)
  await shop.runJobs()
  const mail = [...shop.mails.values()].find(({ subject }) => /is changed/.test(subject))
  expect(mail?.text.replace(/\s+/g, ' ')).toMatch(/We owe you ₹425 and give it back\./)
  expect(mail?.text).not.toMatch(/less in cash/)
})

describe('paid by a link', () => {
  const byLink = { customer: { ...meera, email: 'meera@example.in' }, paid: { method: 'link' } }
  const tokenOf = ({ toPay }: TakenOrder) => toPay?.link.split('/').at(-1) ?? ''

  const payBy = ({ toPay }: TakenOrder) => payByLink(shop, toPay?.link ?? '')

  it('is placed once its customer has paid, and baked by nobody before', async () => {
    const first = (await take(byLink)).body
    expect(await findOrderByNumber(shop.context.db, first.number)).not.toHaveProperty(
      'state',
      'placed',
    )
    expect((await take(byLink)).body).toEqual(first)
    await shop.runJobs()
    const [mail] = [...shop.mails.values()]
    expect(mail?.text).toMatch(/1 × .*Pay ₹900.*/s)
    expect(mail?.text).toContain(first.toPay?.link)
    expect(await payBy(first)).toEqual({ status: 200, state: 'placed', number: first.number })
    expect(await payBy(first)).toMatchObject({ status: 409, state: 'placed' })
    const order = await orderOf(first.number)
    expect(order).toMatchObject({ paymentMethod: 'provider', paidPaise: 900_00 })
    expect((await take(byLink)).body).toMatchObject({ number: first.number, toPay: null })
  })

  it('holds its slot for an hour, and then is over', async () => {
    const owner = (await shop.admin()).token
    const slots = everyDay({ places: 1 })
    await saveSettings(shop, owner, settings({ zones: [newZone()], slots }))
    const slot = { time: '2026-11-21T16:00', amount: 910 }
    const first = (await take(byLink, slot)).body
    shop.wait(59 * minuteMs)
    expect((await take({}, { ...slot, checkoutId: crypto.randomUUID() })).status).toBe(409)
    shop.wait(minuteMs)
    await reconcile(shop.context)
    expect(await payBy(first)).toMatchObject({ status: 409, state: 'expired' })
    expect((await take({}, { ...slot, checkoutId: crypto.randomUUID() })).status).toBe(200)
  })

  it('is paid another way instead, with what was mistyped put right', async () => {
    const first = (await take(byLink)).body
    const checkout = checkoutOf({ checkoutId: crypto.randomUUID() })
    const email = 'right@example.in'
    const right = {
      customer: { ...meera, email },
      paid: cash,
      replacedOrderId: first.orderId,
      checkout,
    }
    const second = (await take(right)).body
    expect(second).toMatchObject({ number: expect.any(Number), toPay: null })
    expect(await orderOf(second.number)).toMatchObject({ customerEmail: email })
    expect(await payBy(first)).toMatchObject({ status: 409, state: 'expired' })
  })

  describe('and replaced', () => {
    const again = (replacedOrderId: string, more: object = {}, checkout: object = {}) =>
      take(
        { ...byLink, paid: cash, replacedOrderId, ...more },
        { checkoutId: crypto.randomUUID(), ...checkout },
      )
    const statesNow = async () =>
      (
        await shop.context.db.select({ state: orders.state }).from(orders).orderBy(orders.number)
      ).map(({ state }) => state)
    /** Asks, and proves that it was refused and changed nothing. */
    async function refused(ask: () => ReturnType<typeof take>) {
      const before = await tableContents(shop.context.db)
      const { status, body } = await ask()
      expect(await tableContents(shop.context.db)).toEqual(before)
      return [status, body.detail]
    }

    it('stays if the new one cannot be had', async () => {
      const first = (await take(byLink)).body
      expect((await refused(() => again(first.orderId, {}, { amount: 1 })))[0]).toBe(409)
      expect(await payBy(first)).toMatchObject({ state: 'placed' })
    })

    it('leaves its place to the new one, even the last of a slot', async () => {
      const owner = (await shop.admin()).token
      const slots = everyDay({ places: 1 })
      await saveSettings(shop, owner, settings({ zones: [newZone()], slots }))
      const slot = { time: '2026-11-21T16:00', amount: 910 }
      const first = (await take(byLink, slot)).body
      const second = await again(first.orderId, {}, slot)
      expect([second.status, await statesNow()]).toEqual([200, ['expired', 'placed']])
      expect(await wrongPlaces(shop)).toEqual([])
    })

    it.each(['account', 'guest'])('is not one that its customer ordered, by %s', async (by) => {
      const email = 'asha@example.in'
      const person = { name: 'Asha', mobileno: '9876543210', email }
      const { token } =
        by === 'account'
          ? await shop.customer(email)
          : (await shop.post<{ token: string }>('/auth/guest', person)).body
      const begun = await begin(shop, token)
      const asKnown = { customer: { name: 'Asha', mobileno: '9876543210', email } }
      expect(await refused(() => again(begun.body.orderId, asKnown))).toEqual([
        409,
        'Order 1001 was not taken by staff, so its customer alone pays or leaves it.',
      ])
      await pay(shop, begun.body)
      expect((await comeBack(shop, token, begun.body.orderId)).body.state).toBe('placed')
    })

    it('is not another customer’s, nor one that there is not, nor one that is placed', async () => {
      const first = (await take(byLink)).body
      const customer = { name: 'Ravi', mobileno: '9876500009' }
      expect(await refused(() => again(first.orderId, { customer }))).toEqual([
        409,
        'Order 1001 is another customer’s. It ends by itself if it is not paid within the hour.',
      ])
      expect((await refused(() => again(crypto.randomUUID())))[0]).toBe(404)
      const placed = (await again(first.orderId)).body
      expect((await refused(() => again(placed.orderId)))[0]).toBe(409)
    })

    it('is not one that is being paid', async () => {
      const first = (await take(byLink)).body
      const paid = await payByLink(shop, first.toPay?.link ?? '', async () => {
        expect(await refused(() => again(first.orderId))).toEqual([
          409,
          'Order 1001 is being paid online. Ask if it is paid, or wait until its hour is over.',
        ])
      })
      expect([paid.state, await statesNow()]).toEqual(['placed', ['placed']])
    })
  })

  it('is not paid another way once it is paid', async () => {
    const first = (await take(byLink)).body
    await payBy(first)
    const checkout = checkoutOf({ checkoutId: crypto.randomUUID() })
    const refused = await take({ paid: cash, replacedOrderId: first.orderId, checkout })
    expect([refused.status, refused.body]).toMatchObject([409, { errors: { paid: /online/ } }])
  })

  it('is one of several of its customer, each of which can be paid', async () => {
    const owner = (await shop.admin()).token
    await saveSettings(shop, owner, settings({ zones: [newZone()], slots: everyDay() }))
    const taken: TakenOrder[] = []
    for (let count = 0; count < 4; count += 1) {
      const more = { time: '2026-11-22T16:00', amount: 910, checkoutId: crypto.randomUUID() }
      taken.push((await take(byLink, more)).body)
    }
    for (const one of taken)
      expect(await payBy(one)).toMatchObject({ status: 200, state: 'placed' })
  })

  it('is not ended by what its customer begins online', async () => {
    const owner = (await shop.admin()).token
    await saveSettings(shop, owner, settings({ zones: [newZone()], slots: everyDay() }))
    const { token } = await shop.customer()
    const slot = { time: '2026-11-21T16:00', amount: 910 }
    const another = () => ({ ...slot, checkoutId: crypto.randomUUID() })
    const customer = { name: 'Asha Rao', mobileno: '9876543210', email: 'asha@example.in' }
    const taken = (await take({ ...byLink, customer }, another())).body
    for (let count = 0; count < 4; count += 1) {
      const paymentMethodId = newCard()
      const begun = { ...checkoutOf(another()), paymentMethodId }
      expect((await shop.post('/orders/process-payment', begun, token)).status).toBe(200)
    }
    expect(await payBy(taken)).toMatchObject({ status: 200, state: 'placed' })
  })

  describe('is a gift, whose link', () => {
    const recipient = { name: 'Ravindra', mobile: '9876500003' }
    const address = '7 Rose Lane,560001,Bengaluru'
    const taken = async () => (await take(byLink, { recipient, address })).body
    const context = () => {
      const context = new RouterContextProvider()
      context.set(appContext, shop.context)
      return context
    }
    async function shown(link: string) {
      const url = new URL(link)
      const token = url.pathname.split('/').at(-1) ?? ''
      const args = { request: new Request(url), url, params: { token }, context: context() }
      return JSON.stringify((await loader(args as never)).data)
    }

    it('shows what it pays, and nobody’s address, number or email', async () => {
      const first = await taken()
      const link = first.toPay?.link ?? ''
      const seen = [await shown(link)]
      expect(seen[0]).toContain('1 × Truffle Cake')
      const started = await shop.post('/payments/start', {
        token: tokenOf(first),
        paymentMethodId: newCard(),
      })
      seen.push(JSON.stringify(started.body))
      expect((await payBy(first)).state).toBe('placed')
      expect(doorStanding(await orderOf(first.number)).duePaise).toBe(0)
      seen.push(await shown(link))
      for (const text of seen)
        expect(text).not.toMatch(/Rose Lane|560001|Ravindra|9876500003|9876500001|meera@/)
    })

    it('opens nothing else, before and after it is paid', async () => {
      const first = await taken()
      const token = tokenOf(first)
      const tries = [
        ['/orders/cancelOrders', {}],
        ['/orders/changeOrder', { riderNote: 'x' }],
        ['/orders/changeOrder', { address: { address: '1 Thief Lane', pincode: '560001' } }],
        ['/orders/whereTo', { mobile: '9876500009', address: '1 Thief Lane' }],
        ['/orders/hold', {}],
        ['/orders/report', { message: 'Wrong' }],
        ['/quotes/answer', { answer: 'decline' }],
        ['/runs/move', { order: first.orderId, id: crypto.randomUUID(), move: 'dispatch' }],
      ] as const
      const reads = ['generatepdf', 'photo', 'slots', 'liveOrder'].map(
        (what) => `/orders/${what}?token=${token}`,
      )
      async function seeNothing() {
        const before = await tableContents(shop.context.db)
        for (const [path, more] of tries)
          expect([path, (await shop.post(path, { token, ...more })).status]).toEqual([path, 404])
        for (const path of reads) expect((await shop.api.request(path)).status, path).toBe(404)
        expect((await shop.post('/orders/keep', { token }, counter.token)).status).toBe(404)
        expect(await findTracked(shop.context, token)).toBeNull()
        expect(await findQuoteToAnswer(shop.context, token)).toBeNull()
        expect(await tableContents(shop.context.db)).toEqual(before)
      }
      await seeNothing()
      expect((await payBy(first)).state).toBe('placed')
      await seeNothing()
    })
  })

  const unpaid = async () => {
    const { body } = await shop.get<ApiOrder[]>('/orders/adminOrders?todo=unpaid', counter.token)
    return body.map(({ number }) => number)
  }

  it('is found until it is paid or its hour is over, and no customer’s own checkout is', async () => {
    await begin(shop, (await shop.customer()).token, { checkoutId: crypto.randomUUID() })
    expect(await unpaid()).toEqual([])
    const first = (await take(byLink)).body
    const again = (await take(byLink, { checkoutId: crypto.randomUUID() })).body
    expect(await unpaid()).toEqual([again.number, first.number])
    expect(toStaffOrder(await orderOf(first.number)).marks).toContainEqual({
      text: 'Waits for ₹900',
      isAlarming: false,
    })
    await payBy(first)
    expect(await unpaid()).toEqual([again.number])
    shop.wait(60 * minuteMs)
    expect(await unpaid()).toEqual([])
  })

  it('is the one that staff can send for a change, who have not the customer’s', async () => {
    const first = (await take(byLink)).body
    await payBy(first)
    const { id: orderId, items } = await orderOf(first.number)
    shop.wait(1000)
    const larger = { orderId, items: [{ id: items[0]?.id, amount: 2 }] }
    const { body } = await shop.post<{ message: string }>(
      '/orders/changeOrder',
      larger,
      counter.token,
    )
    expect(body.message).toMatch(/₹850: we’ve mailed them the link/)
    expect(await unpaid()).toEqual([first.number])
    const url = new URL(`http://shop.test/admin/orders/${first.number}`)
    const context = new RouterContextProvider()
    context.set(appContext, shop.context)
    const headers = { authorization: `Bearer ${counter.token}` }
    const args = {
      request: new Request(url, { headers }),
      url,
      params: { number: `${first.number}` },
      context,
    }
    const page = await loadOrderPage(args as never)
    expect(page.payUrl).toBe(first.toPay?.link)
    expect(JSON.stringify(page)).not.toContain('/track/')
    expect((await payByLink(shop, page.payUrl)).state).toBe('placed')
  })
})

it('is one of as many cakes to be priced as callers ask for, whatever a customer may ask for alone', async () => {
  const strict = await openTestShop({ isStrict: true, limits: { attemptsByMany: 100 } })
  const { token } = await strict.staff('counter')
  const customer = { ...meera, email: 'meera@example.in' }
  const asked = (order: object[]) => ({ ...checkoutOf({ checkoutId: crypto.randomUUID() }), order })
  for (let count = 0; count < 5; count += 1) {
    const checkout = { ...asked(Array.from({ length: 5 }, () => customLine)), amount: 0 }
    const { status } = await strict.post('/orders/take', { customer, paid: null, checkout }, token)
    expect(status).toBe(200)
  }
  const asha = await strict.customer()
  const own = { ...asked([customLine]), amount: 0 }
  expect((await strict.post('/orders/process-payment', own, asha.token)).status).toBe(200)
  await strict.close()
})
