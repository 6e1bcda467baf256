import { sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#platform/clock.ts'
import { openServer } from '#platform/database/open-database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
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
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import { ask, atItsTotal, type Colleague, type Life } from './calls.ts'
import { candle, candleLine, city, type Limit, limitCake, plum, plumLine } from './limited.ts'
import { findUpi } from './own-upi.ts'
import { type Rows, sumOf } from './rows.ts'

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
  /** How many candles beside. */
  extras?: number
  /** One piece of the limited cake, and how it is limited. */
  limit?: Limit
  upi?: Life['upi']
}

/** Coupons of every world. */
const codes = { TEN: { off: '10%', from: '' }, FEST300: { off: '300', from: '900' } }

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
  await shop.addCake(plum)
  await shop.addCake(candle)
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
    zones: [newZone({ name: city, takesCash: true }), suburbs],
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
  { ready, custom, way, deposit, coupon, extras = 0, limit, upi }: Cart,
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
  for (const { context } of [shop, world.twin]) {
    const upiId = upi ? 'ovenly@okbank' : 'cakewala@upi'
    Object.assign(context.shop, { depositPercent: deposit, managerDayLimitPaise: 80_000, upiId })
    const [card, own] = context.payments.all
    Object.assign(context.payments, { active: upi ? own : card })
  }
  const begun = { answers: [], order: '', run: '', dueWhenItLeft: null, judgedAt: 0 }
  const day = slotEndsAt.toISOString().slice(0, 10)
  const life: Life = { ...world, ...begun, day, upi, slotEndsAt, email, tokens }
  await limitCake(life, limit)
  const shapes = ['Shape: Heart +100', 'Shape: Round']
  const readyMade = Array.from({ length: ready }, (_, index) => ({
    ...truffleLine,
    chosen: [shapes[index % 2]],
  }))
  const beside = [
    ...(limit ? [plumLine] : []),
    ...(extras ? [{ ...candleLine, amount: extras }] : []),
  ]
  const lines = [...readyMade, ...Array(custom).fill(customLine), ...beside]
  const address = `${world.lives} Church Street,560001,Bengaluru`
  const cart = {
    order: lines,
    coupon,
    address,
    time: `${day}T16:00`,
  }
  life.order = await place(life, checkoutOf({ ...cart, checkoutId: crypto.randomUUID() }), way)
  await shop.runJobs()
  return life
}

/** An order is charged its lines and its delivery at the prices of this file, less its coupon, to the paisa. */
export function startLies({ ready, coupon, extras = 0, limit }: Cart, { charges }: Rows): string[] {
  const hearts = Math.ceil(ready / 2)
  const goods = ready * 850_00 + hearts * 100_00 + extras * 40_50 + (limit ? 600_00 : 0)
  const off = coupon === 'TEN' ? Math.round(goods / 10) : coupon ? 300_00 : 0
  const right = goods - off + (goods >= 1500_00 ? 0 : 60_00) + 99_00
  const charged = sumOf(charges)
  return charged === right ? [] : [`an order is charged ${charged} instead of ${right}`]
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
  const answer = await atItsTotal(send)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { orderId, client_secret } = answer.body
  if (client_secret) {
    life.order = orderId
    await payOnline(life, client_secret)
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

/** What a customer does who has started a payment. */
async function payOnline(life: Life, client_secret: string | null) {
  if (life.upi) await findUpi(life)
  else await pay(life.shop, { client_secret })
}

/** Starts a payment by the link of an order or a quote, and goes through with it. */
export async function payWith(
  life: Life,
  id: string,
  more: object = {},
  meanwhile?: () => Promise<void>,
) {
  const token = life.shop.context.payTokens.sign(id)
  const begun = { token, paymentMethodId: newCard(), ...more }
  const { status, body } = await ask<Started>(life, null, '/payments/start', begun)
  if (status === 200) {
    await meanwhile?.()
    await payOnline(life, body.client_secret)
  }
  await ask(life, null, '/payments/confirm', { token })
}

export const payByLink = (life: Life) => payWith(life, life.order)
