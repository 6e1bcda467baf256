import { groupBy } from '#shop/values/group-by.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import type { Bought } from './bought.ts'

export const chargeLines = ['item', 'delivery', 'surcharge'] as const
export type ChargeLine = (typeof chargeLines)[number]

/** `moved`: taken off and charged again, because the order goes to another state. */
export const chargeCauses = [
  'placed',
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
  paymentMethod: 'provider' | 'cash'
  items: readonly { id: string; customize: boolean }[]
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

/** Customised cakes, and all lines of a cash order, are paid at the hand-over. */
export function isPrepaid(order: OrderLedger, { itemId }: Pick<NetCharge, 'itemId'>): boolean {
  if (order.paymentMethod === 'cash') return false
  return !order.items.some(({ id, customize }) => id === itemId && customize)
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

function balancePaidPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  const later = payments.filter(({ cause, buys }) => cause === 'online' && buys?.kind !== 'order')
  return sumPaise(later.filter(counts))
}

/**
 * The part of what is due at the hand-over that was paid online before: at most what came as a balance, and what the
 * lines of the checkout leave of it.
 */
export function paidAheadPaise(order: OrderLedger): Paise {
  const spare = leftOnlinePaise(order) + lostPaise(order) - prepaidPaise(order)
  return Math.max(0, Math.min(cashPaise(order), balancePaidPaise(order), spare))
}

/** The part of {@link paidOnlinePaise} that is neither refunded nor lost in a dispute. */
export function leftOnlinePaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter((payment) => payment.method === 'provider' && counts(payment)))
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

/** The current charges of the lines paid at the hand-over, if they are not paid online before. */
export function cashPaise(order: OrderLedger): Paise {
  return sumPaise(netCharges(order).filter((net) => !isPrepaid(order, net)))
}

/** The current charges of the lines paid at the checkout. */
export function prepaidPaise(order: OrderLedger): Paise {
  return sumPaise(netCharges(order).filter((net) => isPrepaid(order, net)))
}

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

/** What is to be paid at the hand-over, whether or not it was taken. */
export function duePaise(order: OrderLedger): Paise {
  return cashPaise(order) - paidAheadPaise(order)
}

/** Due at the hand-over and not taken; below 0 an excess. */
export function openPaise(order: OrderLedger): Paise {
  return duePaise(order) - takenPaise(order)
}

/** Asked for at the hand-over: {@link duePaise}, without what was paid at the counter before it. */
export function collectPaise(order: OrderLedger): Paise {
  const isHandedOver = order.payments.some(({ cause }) => cause === 'door')
  return isHandedOver ? duePaise(order) : Math.max(0, openPaise(order))
}

/**
 * The part of the online payment that is no longer charged, so that it is refunded, limited to what banks have not
 * taken back. A loss is no refund: it does not reduce the shop's own refunds.
 */
export function overpaidPaise(order: OrderLedger): Paise {
  const left = leftOnlinePaise(order)
  const needed = prepaidPaise(order) + paidAheadPaise(order)
  return Math.max(0, Math.min(left, left + lostPaise(order) - needed))
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

/**
 * By how much waivers and a late delivery lowered the amount due at the hand-over, for lines that still cost something.
 */
export function waivedPaise(order: OrderLedger): Paise {
  const { charges } = order
  const lines = netCharges(order).filter((net) => !isPrepaid(order, net))
  const waived = lines.flatMap((net) => {
    const rows = charges.filter((charge) => lineKey(charge) === lineKey(net))
    // Waivers before a line's end do not apply to later charges.
    const end = rows.findLastIndex(({ cause }) => cause === 'cancelled' || cause === 'dropped')
    return rows.slice(end + 1).filter(({ cause }) => cause === 'waived' || cause === 'late')
  })
  return 0 - sumPaise(waived)
}

const givenCauses: readonly ChargeCause[] = ['dropped', 'cancelled', 'late', 'waived', 'goodwill']

/** All that the shop has given away of an order: what it refunded, waived or cancelled, however it was to be paid. */
export function givenAwayPaise({ charges }: Pick<OrderLedger, 'charges'>): Paise {
  return 0 - sumPaise(charges.filter(({ cause }) => givenCauses.includes(cause)))
}

/**
 * Takes an amount off the lines that are due at the hand-over, or off those paid online, each in proportion to its
 * charge.
 *
 * @param paise at most the total of these lines
 * @returns negative amounts that add up to −`paise`
 */
export function takeOff(order: OrderLedger, paise: Paise, from: 'due' | 'prepaid'): NetCharge[] {
  const nets = netCharges(order).filter(
    (net) => net.paise > 0 && isPrepaid(order, net) === (from === 'prepaid'),
  )
  if (paise > sumPaise(nets)) throw new RangeError('more is taken off than is charged')
  const shares = apportion(
    paise,
    nets.map((net) => net.paise),
  )
  return nets.flatMap((net, index) => {
    const share = shares[index] ?? 0
    return share === 0 ? [] : [{ ...net, paise: -share }]
  })
}

/** Takes an amount off what was paid online: off the lines of the checkout first, then off those that were paid ahead. */
export function takeOffOnline(order: OrderLedger, paise: Paise): NetCharge[] {
  const prepaid = Math.min(paise, prepaidPaise(order))
  return [...takeOff(order, prepaid, 'prepaid'), ...takeOff(order, paise - prepaid, 'due')]
}

export function takeOffAll(order: OrderLedger): NetCharge[] {
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

/**
 * Divides whole paise in proportion to weights, by the largest remainders. If the paise are not above the total of the
 * weights, no share is above its weight.
 */
export function apportion(paise: Paise, weights: readonly number[]): Paise[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(weight) * BigInt(paise))
  const shares = exact.map((share) => Number(share / all))
  let rest = paise - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % all }))
    .sort((a, b) => (b.remainder > a.remainder ? 1 : b.remainder < a.remainder ? -1 : 0))
  for (const { index } of byRemainder) {
    if (rest === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    rest -= 1
  }
  return shares
}
