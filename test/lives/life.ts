import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { z } from 'zod'
import { dayMs, hourMs, minuteMs } from '#platform/durations.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { recordDispute } from '#shop/orders/disputes/record-dispute.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { PaymentProvider } from '#shop/payments/payment-provider.ts'
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
import { type Rows, rowsOf, standingOf } from './rows.ts'

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
}

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

/** A shop with zones, slots and a provider at which one may pay twice. */
export async function openWorld() {
  const twice = (real: PaymentProvider): PaymentProvider => ({
    ...real,
    async getPayment(id) {
      const payment = await real.getPayment(id)
      return { ...payment, captures: await capturesOf(shop, payment.reference, id) }
    },
  })
  const shop: TestShop = await openTestShop({ payments: twice })
  await shop.addCake({ weight: ['0.5', '1', '2'], stock: 3 })
  const owner = (await shop.admin()).token
  for (const role of ['manager', 'counter'] as const) await shop.staff(role)
  const zone = newZone({ takesCash: true })
  await saveSettings(
    shop,
    owner,
    settings({
      usual: { ...settings().usual, cashLimitPaise: 10_000_000 },
      zones: [zone, newZone({ name: 'Suburbs', pincodes: ['5601'], feePaise: 15_000 })],
      slots: [
        ...everyDay({ surchargePaise: 9900 }),
        ...everyDay({ startMinute: 19 * 60, endMinute: 21 * 60 }),
      ],
    }),
  )
  return { shop, lives: 0 }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Its own first, by an id that is not that of the payment: as at Razorpay, whose payments are of an order there. */
async function capturesOf({ context: { db } }: TestShop, reference: string, first: string) {
  const { rows } = await db.execute(sql`
    select case when i.id = ${first} then 'own-' else '' end || i.id as id, i.amount_paise::float8 as "amountPaise",
      (select coalesce(sum(amount_paise), 0)::float8 from sandbox_refunds r where r.intent_id = i.id) as "refundedPaise"
    from sandbox_intents i where reference = ${reference} and status = 'succeeded' order by i.id <> ${first}`)
  return rows as unknown as { id: string; amountPaise: number; refundedPaise: number }[]
}

/** An order of somebody new, for the day after tomorrow, some days after the last. */
export async function begin(
  world: World,
  { ready, custom, way, deposit }: Cart,
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
  Object.assign(shop.context.shop, { depositPercent: deposit })
  const life: Life = {
    shop,
    answers: [],
    order: '',
    slotEndsAt,
    email,
    tokens,
    run: '',
    dueWhenItLeft: null,
    judgedAt: 0,
  }
  const lines = [...Array(ready).fill(truffleLine), ...Array(custom).fill(customLine)]
  const address = `${world.lives} Church Street,560001,Bengaluru`
  const cart = { order: lines, address, time: `${slotEndsAt.toISOString().slice(0, 10)}T16:00` }
  life.order = await place(life, checkoutOf({ ...cart, checkoutId: crypto.randomUUID() }), way)
  await shop.runJobs()
  return life
}

async function place(life: Life, checkout: object, way: Cart['way']): Promise<string> {
  const { shop } = life
  const [buyer] = await shop.context.db
    .execute(sql`select id, mobileno from ${users} where email = ${life.email}`)
    .then(({ rows }) => rows)
  const customer = { id: buyer?.id, mobileno: buyer?.mobileno }
  const send = async (amount: number) => {
    const asked = { ...checkout, amount }
    if (way === 'counter' || way === 'link') {
      const paid = { method: way === 'link' ? 'link' : 'cash' }
      return ask<Started>(life, 'owner', '/orders/take', { customer, checkout: asked, paid })
    }
    const body = { ...asked, cash: way === 'door', paymentMethodId: await newCard(shop) }
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

/** Starts a payment by a link and goes through with it. */
async function payWith(life: Life, path: '/track' | '/quotes', token: string, more: object = {}) {
  const paymentMethodId = await newCard(life.shop)
  const { status, body } = await ask<Started>(life, null, `${path}/pay`, {
    token,
    paymentMethodId,
    ...more,
  })
  if (status === 200) await pay(life.shop, body)
  await ask(life, null, `${path}/confirm-payment`, { token })
}

async function payByLink(life: Life) {
  await payWith(life, '/track', (await linkOf(life)).split('/')[2] ?? '')
}

type Act = (life: Life, dice: Dice & { id: string }) => Promise<unknown>

const itemOf = async (life: Life, place: number, isCustom = false) => {
  const items = (await readRows(life)).items.filter(({ customize }) => customize || !isCustom)
  return items[place % Math.max(1, items.length)]?.id
}

const openQuote = async (life: Life, place: number) => {
  const item = await itemOf(life, place, true)
  const { quotes } = await readRows(life)
  const open = quotes.filter(({ status }) => status === 'open')
  return open.find(({ item_id }) => item_id === item) ?? open[0]
}

const quote: Act = async (life, { by, place, rupees }) =>
  ask(life, by, '/orders/confirmOrder', {
    order: life.order,
    suborder: await itemOf(life, place, true),
    data: 1,
    msg: rupees,
  })

const answerWith =
  (answer: 'accept' | 'decline'): Act =>
  async (life, { place }) =>
    ask(life, 'customer', '/orders/answerQuote', {
      quote: (await openQuote(life, place))?.id,
      answer,
    })

const payQuoteOf =
  (all: boolean): Act =>
  async (life, { place }) => {
    const open = await openQuote(life, place)
    if (open) await payWith(life, '/quotes', life.shop.context.quoteTokens.sign(open.id), { all })
  }

const move =
  (name: string, more: object = {}): Act =>
  (life, { by, id }) =>
    ask(life, by, '/orders/move', { orderId: life.order, move: name, moveId: id, ...more })

const rides =
  (name: string, more: object = {}): Act =>
  async (life, { id }) => {
    if (!life.run && (await readRows(life)).fulfilment === 'ready') {
      const run = { riderName: 'Ravi', riderMobile: '9876500000', orders: [life.order] }
      const { body } = await ask<{ link?: string }>(life, 'owner', '/runs/make', run)
      life.run = body.link?.split('/run/')[1] ?? ''
    }
    if (!life.run) return
    return ask(life, null, '/runs/move', {
      token: life.run,
      order: life.order,
      id,
      move: name,
      ...more,
    })
  }

/** What the rider reads, or what staff's dialog asks for. */
const askedFor = async ({ shop, order, tokens }: Life): Promise<number> =>
  (await shop.get<{ due: number }>(`/orders/door-money?order=${order}`, tokens.owner)).body.due

const moneyOf = async (life: Life, { part, pick }: Dice) => {
  const due = await askedFor(life)
  const amount = part === 100 ? due : Math.floor((due * part) / 100)
  const upi = {
    method: 'upi',
    reference: `${Date.now()}${Math.random()}`.replace(/\D/g, '').slice(-12),
  }
  return { amount, reason: 'No change', ...(pick % 2 ? upi : { method: 'cash' }) }
}

const changes =
  (by: 'customer' | 'colleague', what: (life: Life, dice: Dice) => Promise<object> | object): Act =>
  async (life, dice) => {
    const asked = { orderId: life.order, ...(await what(life, dice)) }
    if (by === 'customer') return ask(life, 'customer', '/orders/changeOrder', asked)
    return ask(life, dice.by, '/orders/changeOrder', { ...asked, reason: 'They called' })
  }

const size = async (life: Life, { place, pick }: Dice) => {
  const to = [{ amount: 1 }, { amount: 3 }, { wt: '0.5' }, { wt: '2' }][pick % 4]
  return { items: [{ id: await itemOf(life, place), ...to }] }
}
const zone = (_: Life, { pick }: Dice) => ({ address: { pincode: pick % 2 ? '560100' : '560001' } })
const slot = ({ slotEndsAt }: Life, { pick }: Dice) => ({
  time: `${slotEndsAt.toISOString().slice(0, 10)}T${pick % 2 ? '19:00' : '16:00'}`,
})

const refund =
  (method: 'provider' | 'cash'): Act =>
  async (life, { by, part, id }) => {
    const { online, refunded, taken, givenBack } = standingOf(await readRows(life))
    const left = method === 'provider' ? online - refunded : taken - givenBack
    const amount = Math.max(1, Math.floor((left * part) / 10_000))
    return ask(life, by, '/orders/refund', {
      orderId: life.order,
      amount,
      method,
      reason: 'Squashed',
      key: id,
    })
  }

const until =
  (minutes: number): Act =>
  async ({ shop, slotEndsAt, email, tokens }) => {
    const ms = slotEndsAt.getTime() + minutes * minuteMs - shop.context.clock.now().getTime()
    shop.wait(Math.max(0, ms))
    // Sessions end while days go by.
    tokens.customer = (await shop.context.accounts.signIn(email, 'asha-password')).token
    tokens.owner = (await shop.admin()).token
  }

const dispute =
  (status: 'open' | 'lost' | 'won'): Act =>
  async (life, { rupees }) => {
    const { payments } = await readRows(life)
    const paid = payments.find(
      ({ method, paise, provider_id }) => method === 'provider' && paise > 0 && provider_id,
    )
    if (!paid?.provider_id) return
    const { context } = life.shop
    life.shop.wait(1000)
    await recordDispute(context, {
      provider: 'sandbox',
      paymentId: paid.provider_id,
      report: {
        id: `du_${life.order}`,
        amountPaise: rupees * 100,
        reason: 'general',
        status,
        isRefundable: status !== 'open',
        answerBy: null,
        reportedAt: context.clock.now(),
      },
    })
  }

/** All that may happen to an order: what may not happen at its moment is refused by the shop. */
export const steps = {
  'is quoted': quote,
  'is rejected': async (life, { by, place }) =>
    ask(life, by, '/orders/confirmOrder', {
      order: life.order,
      suborder: await itemOf(life, place, true),
      data: 2,
      msg: 'Too tall',
    }),
  'customer accepts': answerWith('accept'),
  'customer declines': answerWith('decline'),
  'customer accepts and pays': payQuoteOf(false),
  'customer accepts and pays all': payQuoteOf(true),
  'customer pays by the link': payByLink,
  'customer changes the size': changes('customer', size),
  'customer changes the zone': changes('customer', zone),
  'customer changes the slot': changes('customer', slot),
  'customer cancels': (life) =>
    ask(life, 'customer', '/orders/cancelOrders', { email: life.email, orderId: life.order }),
  'shop changes the size': changes('colleague', size),
  'shop changes the zone': changes('colleague', zone),
  'shop changes the slot': changes('colleague', slot),
  'shop cancels': (life, { by }) =>
    ask(life, by, '/orders/cancelOrders', {
      email: life.email,
      orderId: life.order,
      reason: 'No flour',
    }),
  'shop drops a cake': async (life, { by, place }) =>
    ask(life, by, '/orders/dropItem', {
      orderId: life.order,
      itemId: await itemOf(life, place),
      reason: 'It fell',
    }),
  'shop refunds online': refund('provider'),
  'shop refunds in cash': refund('cash'),
  'shop waives': (life, { by }) =>
    ask(life, by, '/orders/waive-cash', { order: life.order, reason: 'Our fault' }),
  'shop settles': async (life, { by }) => {
    const amount = standingOf(await readRows(life)).due / 100
    if (amount !== 0)
      await ask(life, by, '/orders/settle-cash', { order: life.order, amount, method: 'cash' })
  },
  'all is baked': async (life) => {
    for (const { id } of (await readRows(life)).items)
      await ask(life, 'owner', '/orders/confirmOrder', {
        order: life.order,
        suborder: id,
        data: '',
      })
  },
  'shop dispatches': move('dispatch'),
  'shop could not deliver': move('fail', { reason: 'damaged' }),
  'shop closes': move('close'),
  'shop delivers': async (life, dice) =>
    move('deliver', { money: await moneyOf(life, dice) })(life, dice),
  'shop delivers and waives': move('deliver', { waive: 'Our fault' }),
  'shop delivers what is paid': move('deliver'),
  'rider leaves': rides('dispatch'),
  'rider could not deliver': rides('fail', { reason: 'nobody-in' }),
  'rider delivers': async (life, dice) => {
    const { amount, ...how } = await moneyOf(life, dice)
    const code = life.shop.context.deliveryCodeOf({ id: life.order })
    const money = (await askedFor(life)) > 0 ? { money: { amount, ...how } } : {}
    return rides('deliver', { receiver: 'recipient', code, ...money })(life, dice)
  },
  'it is 40 minutes before the end of the slot': until(-40),
  'it is 20 minutes late': until(20),
  'it is 35 minutes late': until(35),
  'it is 75 minutes late': until(75),
  'provider refunds': async (life, { part, id }) => {
    const { payments } = await readRows(life)
    const paid = payments.findLast(
      ({ method, paise, status }) => method === 'provider' && paise > 0 && status === 'succeeded',
    )
    if (!paid?.provider_id) return
    const left =
      paid.paise +
      payments.reduce((sum, row) => sum + (row.payment_id === paid.id ? row.paise : 0), 0)
    const amountPaise = Math.floor((left * Math.min(100, part)) / 100)
    const refunded = {
      key: id,
      attempts: 0,
      paymentId: paid.provider_id,
      amountPaise,
      isUrgent: false,
    }
    if (amountPaise > 0) await life.shop.context.payments.active.refund(refunded).catch(() => {})
  },
  'provider captures twice': async ({ shop, order }) => {
    const { db, clock } = shop.context
    await db.execute(sql`
      insert into sandbox_intents (id, idempotency_key, client_secret, amount_paise, currency, reference, status, created_at, updated_at)
      select left('pi_' || encode(sha256(('again' || id)::bytea), 'hex'), 27), 'again' || id, 'again' || id, amount_paise, currency, reference, status, ${clock.now()}, ${clock.now()}
      from sandbox_intents where status = 'succeeded' and idempotency_key not like 'again%'
        and id in (select provider_id from order_payments where order_id = ${order}) limit 1
      on conflict do nothing`)
    await reconcile(shop, order)
  },
  'database refuses to move an order': async ({ shop }) => {
    await shop.context.db.execute(sql`
      create function stay() returns trigger language plpgsql as $$ begin raise exception 'stay'; end $$`)
    await shop.context.db.execute(sql`
      create trigger stay before update of address on orders for each row
      when (old.address <> new.address) execute function stay()`)
  },
  'database is well again': async ({ shop }) => {
    await shop.context.db.execute(sql`drop function stay() cascade`)
  },
  'bank disputes': dispute('open'),
  'bank decides for its customer': dispute('lost'),
  'bank decides for the shop': dispute('won'),
} satisfies Record<string, Act>

/** As if the webhooks of an order's payments came again. */
async function reconcile({ context }: TestShop, order: string) {
  const { payments } = await rowsOf(context.db, order)
  for (const { provider_id: intentId, method, paise } of payments) {
    if (method !== 'provider' || paise <= 0 || !intentId) continue
    const event = {
      eventId: `evt_${crypto.randomUUID()}`,
      type: 'payment_intent.succeeded',
      intentId,
    }
    const job = { name: 'deliver-sandbox-webhook', data: z.any(), retryLimit: 0, isPrompt: true }
    await context.jobs.enqueue(context.db, job, {
      ...event,
      createdAt: context.clock.now().toISOString(),
    })
  }
}

/** What happens by itself: quotes expire, what was late is refunded, payments are looked up. */
export async function letJobsRun({ shop: { context, runJobs } }: Life) {
  for (const name of ['expire-quotes', 'refund-late', 'reconcile-payments']) {
    await context.jobs.enqueue(
      context.db,
      { name, data: z.any(), retryLimit: 0 },
      { isFollowUp: true },
    )
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
  again: fc.constantFrom(
    undefined,
    undefined,
    'same' as const,
    'another' as const,
    'at once' as const,
  ),
}

const oneOf = (does: readonly Does[]): fc.Arbitrary<Step> =>
  fc.record({ does: fc.constantFrom(...does), ...dice })

const some = (does: readonly Does[], maxLength: number) => fc.array(oneOf(does), { maxLength })

const all = (Object.keys(steps) as Does[]).filter((name) => !name.startsWith('database'))
const isOf = (pattern: RegExp) => all.filter((name) => pattern.test(name))
const price: Does[] = [
  'customer accepts',
  'customer accepts and pays',
  'customer accepts and pays all',
]
const priced = (place: number) =>
  fc
    .tuple(oneOf(['is quoted']), oneOf([...price, ...price, 'customer declines']))
    .map((pair) => pair.map((step) => ({ ...step, place, by: 'owner' as const })))
const atDoor: Does[] = [
  'shop delivers',
  'rider delivers',
  'shop delivers and waives',
  'shop delivers what is paid',
]

const carts: fc.Arbitrary<Cart> = fc
  .record({
    ready: fc.nat(3),
    custom: fc.nat(3),
    way: fc.constantFrom(...ways),
    deposit: fc.constantFrom(0, 0, 30),
  })
  .filter(({ ready, custom, way }) => ready + custom > 0 && (way !== 'door' || custom === 0))

/** In the shop, on the way and afterwards; in each of them also what should not happen there. */
export const lives: fc.Arbitrary<[Cart, Step[]]> = carts.chain((cart) => {
  const quotes = fc.tuple(...Array.from({ length: cart.custom }, (_, place) => priced(place)))
  const baked = fc.constant<Step[]>([{ does: 'all is baked' }])
  const late = some(isOf(/minutes/), 1)
  const way = [quotes.map((pairs) => pairs.flat()), some(isOf(/^(?!all|it is)/), 4), baked]
  const leaves = fc.constantFrom<Step[]>([{ does: 'shop dispatches' }], [{ does: 'rider leaves' }])
  const out = [leaves, late, some(all, 2), some(atDoor, 2)]
  return fc.tuple(
    fc.constant(cart),
    fc.tuple(...way, ...out, some(all, 3)).map((parts) => parts.flat()),
  )
})
