import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { z } from 'zod'
import { minuteMs } from '#platform/clock.ts'
import { recordDispute } from '#shop/paying/record-dispute.server.ts'
import { settleEventJob } from '#shop/payments/payment-provider.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import { newCard, truffleLine } from '../support/checkout-steps.ts'
import {
  type Act,
  ask,
  type Body,
  call,
  colleagues,
  type Dice,
  itemOf,
  type Life,
  readRows,
} from './calls.ts'
import { type Limit, limitedSteps, limits, plumLine } from './limited.ts'
import { finders, newReference, upiSteps } from './own-upi.ts'
import { reviewSteps } from './reviews.ts'
import { standingOf, sumOf } from './rows.ts'
import { type Cart, payByLink, payWith, ways } from './world.ts'

export interface Step extends Partial<Dice> {
  does: keyof typeof steps
  /** The same request again, another like it, or both at once. */
  again?: 'same' | 'another' | 'at once'
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
  const how = pick % 2 ? { method: 'upi', reference: newReference() } : { method: 'cash' }
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
  const line = { ...truffleLine, wt: ['0.5', '1', '2'][pick], amount: 1 + (pick % 2) }
  const added = pick === 3 ? plumLine : { ...line, chosen: ['Shape: Round'] }
  return { added: [{ ...added, id: crypto.randomUUID() }] }
}
const zone: Body = (_, { pick }) => ({ address: { pincode: pick % 2 ? '560100' : '560001' } })
const slot: Body = ({ day }, { pick }) => ({
  time: `${pick > 1 ? shiftDay(day, 1) : day}T${pick % 2 ? '19:00' : '16:00'}`,
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
    ({ provider, paise, status }) => provider === 'sandbox' && paise > 0 && status === 'succeeded',
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
  'customer begins to pay by the link': async (life) => {
    const token = life.shop.context.payTokens.sign(life.order)
    const paymentMethodId = newCard()
    await ask(life, null, '/payments/start', { token, paymentMethodId })
  },
  ...limitedSteps,
  ...upiSteps,
  ...reviewSteps,
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
    extras: fc.nat(2),
    limit: fc.constantFrom(undefined, ...(Object.keys(limits) as Limit[])),
    upi: fc.constantFrom(undefined, undefined, ...finders),
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
