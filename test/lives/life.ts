import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { z } from 'zod'
import { openServer } from '#platform/database/open-database.server.ts'
import { dayMs, hourMs, minuteMs } from '#platform/durations.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { recordDispute } from '#shop/paying/disputes/record-dispute.server.ts'
import { type PaymentProvider, settleEventJob } from '#shop/payments/payment-provider.ts'
import {
  checkoutOf,
  customLine,
  newCard,
  pay,
  type Started,
  truffleLine,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type Reply, type TestShop } from '../support/test-shop.ts'
import { type Rows, rowsOf, standingOf, sumOf } from './rows.ts'

export const colleagues = ['owner', 'manager', 'counter'] as const
export type Colleague = (typeof colleagues)[number]

/** How an order is paid at first: its customer at the checkout, by a link, or in cash at the counter or the door. */
export const ways = ['online', 'link', 'counter', 'door'] as const

export interface Cart {
  ready: number
  custom: number
  way: (typeof ways)[number]
  /** In per cent, of a quote. */
  deposit: number
  /** The code of one of {@link codes}. */
  coupon?: keyof typeof codes
}

/** Coupons of every world. */
const codes = { TEN: { off: '10%', from: '' }, FEST300: { off: '300', from: '900' } }

/** What a step is made of, whatever it does. */
export interface Dice {
  by: Colleague
  /** Of an item. */
  place: number
  rupees: number
  /** In per cent, of what there is. */
  part: number
  pick: number
}

export interface Step extends Partial<Dice> {
  does: keyof typeof steps
  /** The same request again, another like it, or both at once. */
  again?: 'same' | 'another' | 'at once'
}

export interface Answer {
  path: string
  body: unknown
  status: number
  reply: Reply<{ message?: string }>['body']
}

export interface Life {
  shop: TestShop
  /** Another process of the shop, or the same. */
  twin: TestShop
  /** What answers while a step is made. */
  answers: Answer[]
  order: string
  /** Of its first slot's end. */
  slotEndsAt: Date
  email: string
  tokens: Record<Colleague | 'customer', string>
  /** The rider's link; '' before there is a run. */
  run: string
  /** What was due when the order left; null before. */
  dueWhenItLeft: number | null
  /** The minute in which its pages were read last: they say how late it is. */
  judgedAt: number
}

/** A shop with zones, slots and a provider at which one may pay twice, and its twin. */
export async function openWorld() {
  const payments = (real: PaymentProvider): PaymentProvider => ({
    ...real,
    async getPayment(id) {
      const payment = await real.getPayment(id)
      return { ...payment, captures: await capturesOf(shop, payment.reference, id) }
    },
  })
  const shop: TestShop = await openTestShop({ payments })
  await shop.addCake({ weight: ['0.5', '1', '2'], stock: 3 })
  const owner = (await shop.admin()).token
  await shop.editCake({ choices: ['Shape: Round, Heart +100'] })
  for (const role of ['manager', 'counter'] as const) await shop.staff(role)
  const open = { categories: '', isForFirstOrder: 'no', maxUses: '', startsOn: '', endsOn: '' }
  for (const [code, off] of Object.entries(codes))
    await shop.post('/coupons', { ...open, code, ...off, maxEach: '' }, owner)
  const suburbs = newZone({ name: 'Suburbs', pincodes: ['5601'], feePaise: 15_000 })
  const evening = everyDay({ startMinute: 19 * 60, endMinute: 21 * 60 })
  const plan = settings({
    usual: { ...settings().usual, cashLimitPaise: 10_000_000 },
    zones: [newZone({ takesCash: true }), suburbs],
    slots: [...everyDay({ surchargePaise: 9900 }), ...evening],
  })
  await saveSettings(shop, owner, plan)
  return { shop, twin: await twinOf(shop, payments), lives: 0 }
}

/** The shop once more, with connections of its own, at the same time of day; on an embedded database it is alone. */
async function twinOf(shop: TestShop, payments: (real: PaymentProvider) => PaymentProvider) {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return shop
  const { rows } = await shop.context.db.execute(sql`select current_database() as name`)
  const url = new URL(server)
  url.pathname = `/${rows[0]?.name}`
  const twin = await openTestShop({ payments, database: await openServer(url.href, null) })
  Object.assign(twin.context.clock, shop.context.clock)
  await twin.context.deliveryPlan.reload('everything')
  return twin
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Its own first, by an id that is not that of the payment: as at Razorpay, whose payments are of an order there. */
async function capturesOf({ context: { db } }: TestShop, reference: string, first: string) {
  const { rows } = await db.execute(sql`
    select case when i.id = ${first} then 'own-' else '' end || i.id as id, i.amount_paise::float8 as "amountPaise",
      (select coalesce(sum((r ->> 'amountPaise')::integer), 0)::float8 from jsonb_array_elements(i.refunds) r) as "refundedPaise"
    from sandbox_intents i where reference = ${reference} and status = 'succeeded' order by i.id <> ${first}`)
  return rows as unknown as { id: string; amountPaise: number; refundedPaise: number }[]
}

/** An order of somebody new, for the day after tomorrow, some days after the last. */
export async function begin(
  world: World,
  { ready, custom, way, deposit, coupon }: Cart,
  days = 1,
): Promise<Life> {
  const { shop } = world
  const { clock } = shop.context
  const midnight = Math.floor((clock.now().getTime() + 5.5 * hourMs) / dayMs) * dayMs - 5.5 * hourMs
  if (days > 0) shop.wait(midnight + days * dayMs + 10 * hourMs - clock.now().getTime())
  const slotEndsAt = new Date(midnight + (days + 2) * dayMs + 18 * hourMs)
  world.lives += 1
  const email = `asha${world.lives}@example.in`
  const { accounts } = shop.context
  const staff = async (role: Colleague) =>
    (await accounts.signIn(`${role}@example.in`, 'asha-password')).token
  const tokens = {
    customer: (await shop.customer(email)).token,
    owner: (await shop.admin()).token,
    manager: await staff('manager'),
    counter: await staff('counter'),
  }
  await shop.verify(email)
  // The shop counts orders in cash of those who share a number or a door.
  const mobileno = `98${String(world.lives).padStart(8, '0')}`
  await shop.context.db.execute(
    sql`update ${users} set mobileno = ${mobileno} where email = ${email}`,
  )
  for (const { context } of [shop, world.twin])
    Object.assign(context.shop, { depositPercent: deposit, managerDayLimitPaise: 80_000 })
  const begun = { answers: [], order: '', run: '', dueWhenItLeft: null, judgedAt: 0 }
  const life: Life = { ...world, ...begun, slotEndsAt, email, tokens }
  const shapes = ['Shape: Heart +100', 'Shape: Round']
  const readyMade = Array.from({ length: ready }, (_, index) => ({
    ...truffleLine,
    chosen: [shapes[index % 2]],
  }))
  const lines = [...readyMade, ...Array(custom).fill(customLine)]
  const address = `${world.lives} Church Street,560001,Bengaluru`
  const cart = {
    order: lines,
    coupon,
    address,
    time: `${slotEndsAt.toISOString().slice(0, 10)}T16:00`,
  }
  life.order = await place(life, checkoutOf({ ...cart, checkoutId: crypto.randomUUID() }), way)
  await shop.runJobs()
  return life
}

async function place(life: Life, checkout: object, way: Cart['way']): Promise<string> {
  const { shop } = life
  const [buyer] = await shop.context.db
    .execute(sql`select mobileno from ${users} where email = ${life.email}`)
    .then(({ rows }) => rows)
  const customer = { name: 'Asha Rao', mobileno: buyer?.mobileno, email: life.email }
  const byStaff = way === 'counter' || way === 'link'
  const send = async (amount: number) => {
    const asked = { ...checkout, amount }
    if (byStaff) {
      const paid = { method: way === 'link' ? 'link' : 'cash' }
      return ask<Started>(life, 'owner', '/orders/take', { customer, checkout: asked, paid })
    }
    const body = { ...asked, cash: way === 'door', paymentMethodId: newCard() }
    return ask<Started>(life, 'customer', '/orders/process-payment', body)
  }
  let answer = await send(0)
  const total = /₹([\d,.]+)\.$/.exec(answer.body.errors?.amount ?? '')?.[1]
  if (total) answer = await send(Number(total.replaceAll(',', '')))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { orderId, client_secret } = answer.body
  if (client_secret) {
    await pay(shop, { client_secret })
    await ask(life, 'customer', '/orders/confirm-payment', { orderId })
  }
  if (way === 'link') {
    life.order = orderId
    await payByLink(life)
  }
  const token = shop.context.keepOrderTokens.sign(orderId)
  if (byStaff) await ask(life, 'customer', '/orders/keep', { token })
  return orderId
}

async function ask<Body>(
  life: Life,
  who: Colleague | 'customer' | null,
  path: string,
  body: object,
) {
  const answer = await life.shop.post<Body>(path, body, who ? life.tokens[who] : undefined)
  life.answers.push({ path, body, status: answer.status, reply: answer.body })
  return answer
}

export const whole = (dice: Partial<Dice>): Dice & { id: string } => ({
  by: 'owner',
  place: 0,
  rupees: 1000,
  part: 100,
  pick: 0,
  ...dice,
  id: crypto.randomUUID(),
})

const readRows = ({ shop, order }: Life): Promise<Rows> => rowsOf(shop.context.db, order)

/** The link of its sender, as a path. */
export const linkOf = async ({ shop, order }: Pick<Life, 'shop' | 'order'>) =>
  new URL(await trackingUrl(shop.context, order, 'sender')).pathname

type Rolled = Dice & { id: string }
type Act = (life: Life, dice: Rolled) => Promise<unknown>
type Body = (life: Life, dice: Rolled) => Promise<object> | object

const call =
  (who: 'customer' | 'staff', path: string, body: Body): Act =>
  async (life, dice) =>
    ask(life, who === 'staff' ? dice.by : who, path, await body(life, dice))

/** Starts a payment by the link of an order or a quote, and goes through with it. */
async function payWith(
  { shop, ...life }: Life,
  id: string,
  more: object = {},
  meanwhile?: () => Promise<void>,
) {
  const token = shop.context.payTokens.sign(id)
  const begun = { token, paymentMethodId: newCard(), ...more }
  const { status, body } = await ask<Started>({ shop, ...life }, null, '/payments/start', begun)
  if (status === 200) await meanwhile?.()
  if (status === 200) await pay(shop, body)
  await ask({ shop, ...life }, null, '/payments/confirm', { token })
}

const payByLink = (life: Life) => payWith(life, life.order)

const itemOf = async (life: Life, place: number, isCustom = false) => {
  const items = (await readRows(life)).items.filter(({ customize }) => customize || !isCustom)
  return items[place % Math.max(1, items.length)]?.id
}

const openQuote = async (life: Life, place: number) => {
  const item = await itemOf(life, place, true)
  const open = (await readRows(life)).quotes.filter(({ status }) => status === 'open')
  return (open.find(({ item_id }) => item_id === item) ?? open[0])?.id
}

const baker = (data: 1 | 2) =>
  call('staff', '/orders/confirmOrder', async (life, { place, rupees }) => {
    const suborder = await itemOf(life, place, true)
    return { order: life.order, suborder, data, msg: data === 1 ? rupees : 'Too tall' }
  })

const answerWith = (answer: 'accept' | 'decline') =>
  call('customer', '/orders/answerQuote', async (life, { place }) => ({
    quote: await openQuote(life, place),
    answer,
  }))

const payQuoteOf =
  (all: boolean): Act =>
  async (life, { place }) => {
    const quote = await openQuote(life, place)
    if (quote) await payWith(life, quote, { all })
  }

const move = (name: string, more: Body = () => ({})) =>
  call('staff', '/orders/move', async (life, dice) => {
    const { order: orderId } = life
    return { orderId, move: name, moveId: dice.id, ...(await more(life, dice)) }
  })

const rides =
  (name: string, more: Body = () => ({})): Act =>
  async (life, dice) => {
    const { order } = life
    if (!life.run && (await readRows(life)).fulfilment === 'ready') {
      const run = { riderName: 'Ravi', riderMobile: '9876500000', orders: [order] }
      const { body } = await ask<{ link?: string }>(life, 'owner', '/runs/make', run)
      life.run = body.link?.split('/run/')[1] ?? ''
    }
    if (!life.run) return
    const said = { order, id: dice.id, move: name, ...(await more(life, dice)) }
    await ask(life, null, '/runs/move', { token: life.run, ...said })
  }

/** A part of what the rider reads, and staff's dialog asks for. */
const moneyOf: Body = async ({ shop, order, tokens }, { part, pick }) => {
  const path = `/orders/door-money?order=${order}`
  const { due } = (await shop.get<{ due: number }>(path, tokens.owner)).body
  const amount = part === 100 ? due : Math.floor((due * part) / 100)
  const reference = `${Date.now()}${Math.random()}`.replace(/\D/g, '').slice(-12)
  const how = pick % 2 ? { method: 'upi', reference } : { method: 'cash' }
  return due > 0 ? { money: { amount, reason: 'No change', ...how } } : {}
}

const change = (who: 'customer' | 'staff', what: Body) =>
  call(who, '/orders/changeOrder', async (life, dice) => {
    const reason = who === 'staff' ? { reason: 'They called' } : {}
    return { orderId: life.order, ...(await what(life, dice)), ...reason }
  })
const size: Body = async (life, { place, pick }) => {
  const to = [{ amount: 1 }, { amount: 3 }, { wt: '0.5' }, { wt: '2' }][pick % 4]
  return { items: [{ id: await itemOf(life, place), ...to }] }
}
const add: Body = async (_, { pick }) => {
  const line = { ...truffleLine, wt: ['0.5', '1', '2'][pick % 3], amount: 1 + (pick % 2) }
  return { added: [{ ...line, id: crypto.randomUUID(), chosen: ['Shape: Round'] }] }
}
const zone: Body = (_, { pick }) => ({ address: { pincode: pick % 2 ? '560100' : '560001' } })
const slot: Body = ({ slotEndsAt }, { pick }) => ({
  time: `${slotEndsAt.toISOString().slice(0, 10)}T${pick % 2 ? '19:00' : '16:00'}`,
})

const refund = (method: 'provider' | 'cash') =>
  call('staff', '/orders/refund', async (life, { part, id: key }) => {
    const { online, refunded, taken, givenBack } = standingOf(await readRows(life))
    const left = method === 'provider' ? online - refunded : taken - givenBack
    const amount = Math.max(1, Math.floor((left * part) / 10_000))
    return { orderId: life.order, amount, method, reason: 'Squashed', key }
  })

const until =
  (minutes: number): Act =>
  async ({ shop, slotEndsAt, email, tokens }) => {
    const ms = slotEndsAt.getTime() + minutes * minuteMs - shop.context.clock.now().getTime()
    shop.wait(Math.max(0, ms))
    // Sessions end while days go by.
    tokens.customer = (await shop.context.accounts.signIn(email, 'asha-password')).token
    tokens.owner = (await shop.admin()).token
  }

const onlineOf = async (life: Life) =>
  (await readRows(life)).payments.filter(
    ({ method, paise, status }) => method === 'provider' && paise > 0 && status === 'succeeded',
  )

const dispute =
  (status: 'open' | 'lost' | 'won'): Act =>
  async (life, { rupees }) => {
    const paymentId = (await onlineOf(life))[0]?.provider_id
    if (!paymentId) return
    const { shop, order } = life
    shop.wait(1000)
    const told = { id: `du_${order}`, amountPaise: rupees * 100, reason: 'general', answerBy: null }
    const reportedAt = shop.context.clock.now()
    const report = { ...told, status, isRefundable: status !== 'open', reportedAt }
    await recordDispute(shop.context, { provider: 'sandbox', paymentId, report })
  }

/** All that may happen to an order: what may not happen at its moment is refused by the shop. */
export const steps = {
  'is quoted': baker(1),
  'is rejected': baker(2),
  'customer accepts': answerWith('accept'),
  'customer declines': answerWith('decline'),
  'customer accepts and pays': payQuoteOf(false),
  'customer accepts and pays all': payQuoteOf(true),
  'customer pays by the link': payByLink,
  'customer changes the size': change('customer', size),
  'customer adds a cake': change('customer', add),
  'customer changes the zone': change('customer', zone),
  'customer changes the slot': change('customer', slot),
  'customer cancels': call('customer', '/orders/cancelOrders', ({ order: orderId, email }) => ({
    orderId,
    email,
  })),
  'shop changes the size': change('staff', size),
  'shop adds a cake': change('staff', add),
  'shop changes the zone': change('staff', zone),
  'shop changes the slot': change('staff', slot),
  'shop cancels': call('staff', '/orders/cancelOrders', ({ order: orderId, email }) => ({
    orderId,
    email,
    reason: 'No flour',
  })),
  'shop drops a cake': call('staff', '/orders/dropItem', async (life, { place }) => {
    const { order: orderId } = life
    return { orderId, itemId: await itemOf(life, place), reason: 'It fell' }
  }),
  'shop refunds online': refund('provider'),
  'shop refunds in cash': refund('cash'),
  'shop waives': call('staff', '/orders/waive-cash', ({ order }) => ({ order, reason: 'Ours' })),
  'shop settles': call('staff', '/orders/settle-cash', async (life) => {
    const amount = standingOf(await readRows(life)).due / 100
    return { order: life.order, amount, method: 'cash' }
  }),
  'shop says a courier': call('staff', '/orders/courier', ({ order }) => ({
    order,
    courier: { name: 'Porter', link: 'https://porter.in/7', note: 'Fare 140' },
  })),
  'all is baked': async (life) => {
    const { order } = life
    for (const { id: suborder } of (await readRows(life)).items)
      await ask(life, 'owner', '/orders/confirmOrder', { order, suborder, data: '' })
  },
  'shop dispatches': move('dispatch'),
  'shop could not deliver': move('fail', () => ({ reason: 'damaged' })),
  'shop closes': move('close'),
  'shop delivers': move('deliver', moneyOf),
  'shop delivers and waives': move('deliver', () => ({ waive: 'Our fault' })),
  'shop delivers what is paid': move('deliver'),
  'rider leaves': rides('dispatch'),
  'rider could not deliver': rides('fail', () => ({ reason: 'nobody-in' })),
  'rider delivers': rides('deliver', async (life, rolled) => {
    const code = life.shop.context.deliveryCodeOf({ id: life.order })
    return { receiver: 'recipient', code, ...(await moneyOf(life, rolled)) }
  }),
  'it is 40 minutes before the end of the slot': until(-40),
  'it is 20 minutes late': until(20),
  'it is 35 minutes late': until(35),
  'it is 75 minutes late': until(75),
  'provider refunds': async (life, { part, id: key }) => {
    const paid = (await onlineOf(life)).at(-1)
    if (!paid?.provider_id) return
    const { payments } = await readRows(life)
    const left = sumOf(payments.filter(({ id, payment_id }) => [id, payment_id].includes(paid.id)))
    const amountPaise = Math.floor((left * Math.min(100, part)) / 100)
    const asked = { key, attempts: 0, paymentId: paid.provider_id, amountPaise, isUrgent: false }
    if (amountPaise > 0) await life.shop.context.payments.active.refund(asked).catch(() => {})
  },
  'provider captures twice': async (life) => {
    const { context } = life.shop
    const at = context.clock.now()
    const intentId = (await onlineOf(life))[0]?.provider_id
    await context.db.execute(sql`
      insert into sandbox_intents (id, idempotency_key, client_secret, amount_paise, currency, reference, status, created_at, updated_at)
      select left('pi_' || encode(sha256(('again' || id)::bytea), 'hex'), 27), 'again' || id, 'again' || id, amount_paise, currency, reference, status, ${at}, ${at}
      from sandbox_intents where id = ${intentId ?? ''} and idempotency_key not like 'again%' on conflict do nothing`)
    if (!intentId) return
    const eventId = `evt_${crypto.randomUUID()}`
    const event = { provider: 'sandbox', eventId, paymentId: intentId, refundId: null }
    await context.jobs.enqueue(context.db, settleEventJob, event)
  },
  'what is paid by the link cannot be made': async (life) => {
    const { db } = life.shop.context
    const stay = sql`create function stay() returns trigger language plpgsql as $$ begin raise exception 'stay'; end $$`
    const always = sql`create trigger stay before update of address on orders for each row when (old.address <> new.address) execute function stay()`
    await payWith(life, life.order, {}, async () => {
      await db.execute(stay)
      await db.execute(always)
    })
    await letJobsRun(life).catch(() => {})
    await db.execute(sql`drop function if exists stay() cascade`)
  },
  'bank disputes': dispute('open'),
  'bank decides for its customer': dispute('lost'),
  'bank decides for the shop': dispute('won'),
} satisfies Record<string, Act>

/** What happens by itself: quotes expire, what was late is refunded, payments are looked up. */
export async function letJobsRun({ shop: { context, runJobs } }: Life) {
  for (const name of ['expire-quotes', 'refund-late', 'reconcile-payments']) {
    const job = { name, data: z.any(), retryLimit: 0 }
    await context.jobs.enqueue(context.db, job, { isFollowUp: true })
  }
  await runJobs()
}

type Does = Step['does']

const dice = {
  by: fc.constantFrom(...colleagues),
  place: fc.nat(3),
  rupees: fc.integer({ min: 1, max: 3000 }),
  part: fc.constantFrom(100, 100, 60, 30, 0, 130),
  pick: fc.nat(3),
  again: fc.constantFrom(...([undefined, undefined, 'same', 'another', 'at once'] as const)),
}

const oneOf = (does: readonly Does[]): fc.Arbitrary<Step> =>
  fc.record({ does: fc.constantFrom(...does), ...dice })

const some = (does: readonly Does[], maxLength: number) => fc.array(oneOf(does), { maxLength })

const all = (Object.keys(steps) as Does[]).filter((name) => !name.startsWith('what'))
const isOf = (pattern: RegExp) => all.filter((name) => pattern.test(name))
const price = isOf(/customer accepts/)
const priced = (place: number) =>
  fc
    .tuple(oneOf(['is quoted']), oneOf([...price, ...price, 'customer declines']))
    .map((pair) => pair.map((step) => ({ ...step, place, by: 'owner' as const })))

const carts: fc.Arbitrary<Cart> = fc
  .record({
    ready: fc.nat(3),
    custom: fc.nat(3),
    way: fc.constantFrom(...ways),
    deposit: fc.constantFrom(0, 0, 30),
  })
  .filter(({ ready, custom, way }) => ready + custom > 0 && (way !== 'door' || custom === 0))
  // By what is rolled already: the courses stay those that were judged.
  .map((cart) => ({ ...cart, coupon: ([undefined, 'TEN', 'FEST300'] as const)[cart.ready - 1] }))

/** In the shop, on the way and afterwards; in each of them also what should not happen there. */
export const lives: fc.Arbitrary<[Cart, Step[]]> = carts.chain((cart) => {
  const quotes = fc.tuple(...Array.from({ length: cart.custom }, (_, place) => priced(place)))
  const baked = fc.constant<Step[]>([{ does: 'all is baked' }])
  const way = [quotes.map((pairs) => pairs.flat()), some(isOf(/^(?!all|it is)/), 4), baked]
  const leaves = fc.constantFrom<Step[]>([{ does: 'shop dispatches' }], [{ does: 'rider leaves' }])
  const out = [leaves, some(isOf(/minutes/), 1), some(all, 2), some(isOf(/delivers/), 2)]
  return fc.tuple(
    fc.constant(cart),
    fc.tuple(...way, ...out, some(all, 3)).map((parts) => parts.flat()),
  )
})
