import { hourMs } from '#platform/clock.ts'
import type { AddedLine } from '#shop/cart/order-line.schema.ts'
import { apportion } from '#shop/values/apportion.ts'
import { groupBy } from '#shop/values/group-by.ts'
import type { DeliveryAddress } from '#shop/values/india-address.ts'
import { kolkataDay, minuteOfDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'

export const chargeLines = ['item', 'delivery', 'surcharge'] as const
export type ChargeLine = (typeof chargeLines)[number]

/** `coupon`: taken off as the order was placed. `moved`: taken off and charged again, because the order goes to another state. */
export const chargeCauses = [
  'placed',
  'coupon',
  'quoted',
  'changed',
  'dropped',
  'cancelled',
  'late',
  'waived',
  'goodwill',
  'moved',
] as const
export type ChargeCause = (typeof chargeCauses)[number]

export const paymentMethods = ['provider', 'cash', 'upi'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Where money was taken, or why it went back; `counter` is taken before or after the hand-over. */
export const paymentCauses = ['online', 'door', 'counter', 'refund', 'dispute'] as const
export type PaymentCause = (typeof paymentCauses)[number]

/**
 * A payment is `started` until it has succeeded or was cancelled; a cancelled one may still be captured late. A refund
 * is `requested` until the provider has made it, and `failed` if it did not reach the customer.
 */
export const paymentStatuses = ['started', 'requested', 'succeeded', 'cancelled', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * Why a payment is given back as soon as it came: the slot of its order was gone, what it buys could not be had or costs
 * another amount, or it came a second time.
 */
export const returnReasons = ['slot-gone', 'not-had', 'second'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** What of a change may cost more, as in `POST /orders/changeOrder`. */
export interface PricedChanges {
  /** In another zone; forgotten with the account. */
  address?: Partial<DeliveryAddress>
  time?: string
  slot?: string
  items?: { id: string; wt: string; amount: number }[]
  /** Cakes that are added. */
  added?: AddedLine[]
}

export interface BoughtChange {
  kind: 'change'
  changes: PricedChanges
  /** As staff asked for it, so also after the lock. */
  byShop?: boolean
}

/** What a payment online buys: it is done once the payment has succeeded. */
export type Bought = { kind: 'order' } | { kind: 'quote'; quoteId: string } | BoughtChange

interface WhatFor {
  buys: Bought | null
}

export const isForQuote =
  (quoteId: string) =>
  ({ buys }: WhatFor): boolean =>
    buys?.kind === 'quote' && buys.quoteId === quoteId

export const isForChange = <Payment extends WhatFor>(
  payment: Payment,
): payment is Payment & { buys: BoughtChange } => payment.buys?.kind === 'change'

/** The key of a charged line, as in papers: an item's id, 'delivery' or 'surcharge'. */
export function lineKey({ line, itemId }: { line: ChargeLine; itemId: string | null }): string {
  return itemId ?? line
}

interface Charge {
  line: ChargeLine
  itemId: string | null
  paise: Paise
  cause: ChargeCause
}

interface Payment {
  method: PaymentMethod
  cause: PaymentCause
  status: PaymentStatus
  paise: Paise
  buys: Pick<Bought, 'kind'> | null
}

export interface OrderLedger {
  charges: readonly Charge[]
  payments: readonly Payment[]
}

export interface NetCharge {
  line: ChargeLine
  itemId: string | null
  paise: Paise
}

/** The current charge of each line, in the order in which they were first charged; includes lines at 0. */
export function netCharges({ charges }: Pick<OrderLedger, 'charges'>): NetCharge[] {
  return netBy(charges, lineKey).map(({ line, itemId, paise }) => ({ line, itemId, paise }))
}

/** One row, with the total, for those of the same key. */
export function netBy<Row extends NetCharge>(
  rows: readonly Row[],
  key: (row: Row) => string,
): Row[] {
  return [...groupBy(rows, key).values()].flatMap((alike) => {
    const [first] = alike
    return first ? [{ ...first, paise: sumPaise(alike) }] : []
  })
}

/**
 * Whether it counts towards totals: a payment counts once it has succeeded; a refund counts from its request on, even
 * if it failed later.
 */
export function counts({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'succeeded' || status === 'requested' || status === 'failed'
}

export function paidOnlinePaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter((payment) => isPaidOnline(payment) && counts(payment)))
}

/** Money that came by the provider. */
export function isPaidOnline({ cause }: Pick<Payment, 'cause'>): boolean {
  return cause === 'online'
}

/** The part of {@link paidOnlinePaise} that is neither refunded nor lost in a dispute. */
export function leftOnlinePaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter((payment) => payment.method === 'provider' && counts(payment)))
}

/** The part of a payment online that is neither refunded nor lost in a dispute. */
export function leftOfPayment(
  { payments }: { payments: readonly { paymentId: string | null; paise: Paise }[] },
  payment: Payment & { id: string },
): Paise {
  if (!isPaidOnline(payment) || !counts(payment)) return 0
  return payment.paise + sumPaise(payments.filter(({ paymentId }) => paymentId === payment.id))
}

/** Refunds through the provider, made or requested, and lost disputes. */
export function refundedPaise(order: Pick<OrderLedger, 'payments'>): Paise {
  return paidOnlinePaise(order) - leftOnlinePaise(order)
}

/** The part of {@link refundedPaise} that did not reach the customer: the shop has the money. */
export function failedRefundPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  const failed = payments.filter(({ cause, status }) => cause === 'refund' && status === 'failed')
  return 0 - sumPaise(failed)
}

/** Lost disputes: no charge, and not collected again. */
export function lostPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return 0 - sumPaise(payments.filter(({ cause }) => cause === 'dispute'))
}

/**
 * What is still to be paid for an order; below 0 what is to be given back. Its charges less its payments that count,
 * whichever way and whenever they came. What a bank took back is not asked for again.
 */
export function duePaise(order: OrderLedger): Paise {
  const paid = order.payments.filter((payment) => counts(payment) && payment.cause !== 'dispute')
  return sumPaise(order.charges) - sumPaise(paid)
}

/** By how much less is still to be paid. */
export function lessDuePaise(before: OrderLedger, after: OrderLedger): Paise {
  return Math.max(0, duePaise(before)) - Math.max(0, duePaise(after))
}

/**
 * What of an excess goes back the way it was paid online, limited to what is left of these payments; staff give back the
 * rest.
 */
export function overpaidPaise(order: OrderLedger): Paise {
  return Math.max(0, Math.min(leftOnlinePaise(order), -duePaise(order)))
}

/** Taken in cash and by UPI, less what was given back of it. */
export function takenPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter(({ method }) => method !== 'provider'))
}

/** The parts of {@link takenPaise}, without and with what was given back of it. */
export function takenByMethod({ payments }: Pick<OrderLedger, 'payments'>) {
  const by = (method: PaymentMethod) =>
    sumPaise(payments.filter((payment) => payment.method === method && payment.cause !== 'refund'))
  return {
    cashTakenPaise: by('cash'),
    upiTakenPaise: by('upi'),
    givenBackPaise: givenBackPaise({ payments }),
  }
}

/** Refunds of money that was taken at a door or at the counter. */
export function givenBackPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  const back = payments.filter(({ method, cause }) => method !== 'provider' && cause === 'refund')
  return 0 - sumPaise(back)
}

/** Delivery fee and surcharge as agreed, before waivers and cancellations. */
export function shippingOf({ charges }: Pick<OrderLedger, 'charges'>): {
  feePaise: Paise
  surchargePaise: Paise
} {
  const agreed = charges.filter(({ cause }) => cause === 'placed' || cause === 'changed')
  const of = (line: ChargeLine) => sumPaise(agreed.filter((charge) => charge.line === line))
  return { feePaise: of('delivery'), surchargePaise: of('surcharge') }
}

/** By how much staff waived what was due, of lines that still cost something. */
export function waivedPaise(order: OrderLedger): Paise {
  const waived = netCharges(order).flatMap((net) => {
    const rows = order.charges.filter((charge) => lineKey(charge) === lineKey(net))
    // Waivers before a line's end do not apply to later charges.
    const end = rows.findLastIndex(({ cause }) => cause === 'cancelled' || cause === 'dropped')
    return rows.slice(end + 1).filter(({ cause }) => cause === 'waived')
  })
  return 0 - sumPaise(waived)
}

/**
 * Takes an amount off the lines: first off the parts that are paid, or that are still due, each in proportion; what was
 * charged first was paid first.
 *
 * @param paise at most the total of the charges
 * @returns negative amounts that add up to −`paise`
 */
export function takeOff(order: OrderLedger, paise: Paise, from: 'paid' | 'due'): NetCharge[] {
  const nets = netCharges(order).filter((net) => net.paise > 0)
  if (paise > sumPaise(nets)) throw new RangeError('more is taken off than is charged')
  let paidPaise = sumPaise(nets) - Math.max(0, duePaise(order))
  const [first, then] = [[] as Paise[], [] as Paise[]]
  for (const net of nets) {
    const paid = Math.max(0, Math.min(net.paise, paidPaise))
    paidPaise -= paid
    first.push(from === 'paid' ? paid : net.paise - paid)
    then.push(from === 'paid' ? net.paise - paid : paid)
  }
  const firstPaise = Math.min(
    paise,
    first.reduce((sum, part) => sum + part, 0),
  )
  const [some, rest] = [apportion(firstPaise, first), apportion(paise - firstPaise, then)]
  return nets.flatMap((net, index) => {
    const share = (some[index] ?? 0) + (rest[index] ?? 0)
    return share === 0 ? [] : [{ ...net, paise: -share }]
  })
}

export function takeOffAll(order: Pick<OrderLedger, 'charges'>): NetCharge[] {
  return netCharges(order).flatMap((net) =>
    net.paise === 0 ? [] : [{ ...net, paise: 0 - net.paise }],
  )
}

/** What cancelling took off delivery and surcharge, to be charged again. */
export function cancelledShipping({
  charges,
}: {
  charges: readonly (Charge & { event: string })[]
}): NetCharge[] {
  return netBy(charges, lineKey).flatMap(({ line, itemId, paise }) => {
    if (line === 'item' || paise !== 0) return []
    const taken = charges.filter((row) => row.line === line && row.cause === 'cancelled')
    const last = taken.filter(({ event }) => event === taken.at(-1)?.event)
    return last.length > 0 ? [{ line, itemId, paise: -sumPaise(last) }] : []
  })
}

/** The provider of payments to the shop's own UPI id: staff look whether the money came. */
export const ownUpi = 'upi'

/** An unpaid order expires after this time, and so does a payment that came after its checkout, in ms. */
export const unpaidOrderLifetimeMs = hourMs
/** Of one that staff have to look for; nobody looks between these minutes of two days. */
const lookedForMs = 4 * hourMs
const [lastLook, firstLook] = [22 * 60, 10 * 60]

/** How long there is to pay: 'an hour', '4 hours'. */
export const payTimeText = (provider: string) =>
  provider === ownUpi ? `${lookedForMs / hourMs} hours` : 'an hour'

/** Until when a payment that begins now can be made, but not after the last moment for what it buys. */
export function payableBy(provider: string | null, now: Date, last?: Date): Date {
  if (provider !== ownUpi) return new Date(now.getTime() + unpaidOrderLifetimeMs)
  const until = new Date(now.getTime() + lookedForMs)
  const day = kolkataDay(until)
  const morning = minuteOfDay(
    until > minuteOfDay(day, lastLook) ? shiftDay(day, 1) : day,
    firstLook,
  )
  const looked = until > minuteOfDay(day, lastLook) || until < morning ? morning : until
  return last && last < looked ? last : looked
}

export interface Unpaid {
  paise: Paise
  until: Date
}

/** What the link of an order pays: a change, or else the order itself; undefined for an order that nobody pays online. */
export function paymentByLink<Started extends WhatFor>({
  payments,
}: {
  payments: readonly Started[]
}): Started | undefined {
  return payments.findLast(isForChange) ?? payments.find(({ buys }) => buys?.kind === 'order')
}

/** What waits for its payment by the link; null if nothing does, or it was dropped. */
export function unpaidByLink(order: {
  payments: readonly (WhatFor &
    Pick<Payment, 'status' | 'paise'> &
    Lifetime & { updatedAt: Date })[]
}): Unpaid | null {
  const payment = paymentByLink(order)
  // The time of a dropped one ended when it was dropped.
  if (payment?.status !== 'started' || payUntil(payment) <= payment.updatedAt) return null
  return { paise: payment.paise, until: payUntil(payment) }
}

interface Lifetime {
  createdAt: Date
  /** Null for one that an older version began. */
  until: Date | null
}

/** Until when a payment can be made. */
export function payUntil({ createdAt, until }: Lifetime): Date {
  return until ?? new Date(createdAt.getTime() + unpaidOrderLifetimeMs)
}
