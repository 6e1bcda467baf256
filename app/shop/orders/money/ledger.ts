import { type Paise, sumPaise } from '#shop/values/money.ts'

/** What a charge is for: a cake of the order, its delivery, or what its slot costs more. */
export const chargeLines = ['item', 'delivery', 'surcharge'] as const
export type ChargeLine = (typeof chargeLines)[number]

/** Why something is owed, or owed no more. */
export const chargeCauses = [
  'placed',
  'quoted',
  'changed',
  'dropped',
  'cancelled',
  'late',
  'waived',
  'goodwill',
] as const
export type ChargeCause = (typeof chargeCauses)[number]

/** How money came or went. */
export const paymentMethods = ['provider', 'cash', 'upi'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Why money came or went: `counter` is what was settled after the door. */
export const paymentCauses = ['checkout', 'door', 'counter', 'refund', 'dispute'] as const
export type PaymentCause = (typeof paymentCauses)[number]

/**
 * A payment is `started` until it has succeeded or was cancelled; a cancelled one may still be captured late. A refund is
 * `requested` until the provider has made it, and `failed` when it did not reach the customer after all.
 */
export const paymentStatuses = ['started', 'requested', 'succeeded', 'cancelled', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The key of what a charge is for, as papers name it: an item's id, 'delivery' or 'surcharge'. */
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
}

/** What of an order decides how its money stands. */
export interface OrderLedger {
  paymentMethod: 'provider' | 'cash'
  items: readonly { id: string; customize: boolean }[]
  charges: readonly Charge[]
  payments: readonly Payment[]
}

/** What one line of an order costs by now. */
export interface NetCharge {
  line: ChargeLine
  itemId: string | null
  paise: Paise
}

/** What each line of an order costs by now, in the order in which they were first charged; also lines that cost nothing. */
export function netCharges({ charges }: Pick<OrderLedger, 'charges'>): NetCharge[] {
  return [...Map.groupBy(charges, lineKey).values()].flatMap((rows) => {
    const [first] = rows
    return first ? [{ line: first.line, itemId: first.itemId, paise: sumPaise(rows) }] : []
  })
}

/** Whether a line was paid at the checkout. A customised cake, and all of an order in cash, is paid when it is handed over. */
export function isPrepaid(order: OrderLedger, { itemId }: Pick<NetCharge, 'itemId'>): boolean {
  if (order.paymentMethod === 'cash') return false
  return !order.items.some(({ id, customize }) => id === itemId && customize)
}

/** Whether a payment counts: once it has succeeded, a refund from the moment it is requested, also one that came back. */
export function counts({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'succeeded' || status === 'requested' || status === 'failed'
}

/** What the provider took at the checkout. */
export function paidOnlinePaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter((payment) => payment.cause === 'checkout' && counts(payment)))
}

/** What of {@link paidOnlinePaise} is left: neither refunded nor taken back by a bank. */
export function leftOnlinePaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter((payment) => payment.method === 'provider' && counts(payment)))
}

/** What was refunded through the provider, or is about to be, and what banks took back. */
export function refundedPaise(order: Pick<OrderLedger, 'payments'>): Paise {
  return paidOnlinePaise(order) - leftOnlinePaise(order)
}

/** What banks took back in lost disputes: no charge, and not collected again. */
export function lostPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return 0 - sumPaise(payments.filter(({ cause }) => cause === 'dispute'))
}

/** What an order costs when it is handed over, whatever was taken of it. */
export function cashPaise(order: OrderLedger): Paise {
  return sumPaise(netCharges(order).filter((net) => !isPrepaid(order, net)))
}

/** What the lines that were paid at the checkout cost by now. */
export function prepaidPaise(order: OrderLedger): Paise {
  return sumPaise(netCharges(order).filter((net) => isPrepaid(order, net)))
}

/** What was taken at the door, or settled afterwards. */
export function takenPaise({ payments }: Pick<OrderLedger, 'payments'>): Paise {
  return sumPaise(payments.filter(({ method }) => method !== 'provider'))
}

/** What is due when an order is handed over, and not taken; below 0 what was too much. */
export function openPaise(order: OrderLedger): Paise {
  return cashPaise(order) - takenPaise(order)
}

/**
 * What was paid online and is no longer charged, so that it is refunded, as far as banks have not taken it back. A loss is no
 * refund: it is not set off against what the shop refunds by itself.
 */
export function overpaidPaise(order: OrderLedger): Paise {
  const left = leftOnlinePaise(order)
  return Math.max(0, Math.min(left, left + lostPaise(order) - prepaidPaise(order)))
}

/** The delivery and what its slot costs more, as agreed: without what was waived, or cancelled. */
export function shippingOf({ charges }: Pick<OrderLedger, 'charges'>): {
  feePaise: Paise
  surchargePaise: Paise
} {
  const agreed = charges.filter(({ cause }) => cause === 'placed' || cause === 'changed')
  const of = (line: ChargeLine) => sumPaise(agreed.filter((charge) => charge.line === line))
  return { feePaise: of('delivery'), surchargePaise: of('surcharge') }
}

/** By how much waivers and a late delivery lowered what is due when an order is handed over, of lines that still cost. */
export function waivedPaise(order: OrderLedger): Paise {
  const { charges } = order
  const lines = netCharges(order).filter((net) => !isPrepaid(order, net))
  const waived = lines.flatMap((net) => {
    const rows = charges.filter((charge) => lineKey(charge) === lineKey(net))
    // What was charged after an end of its line is charged whole.
    const end = rows.findLastIndex(({ cause }) => cause === 'cancelled' || cause === 'dropped')
    return rows.slice(end + 1).filter(({ cause }) => cause === 'waived' || cause === 'late')
  })
  return 0 - sumPaise(waived)
}

/**
 * Takes an amount off those lines of an order that are due when it is handed over, or off those that were paid online, each
 * in proportion to what it costs.
 *
 * @param paise at most what all of these lines cost
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

/** What makes every line cost nothing. */
export function takeOffAll(order: OrderLedger): NetCharge[] {
  return netCharges(order).flatMap((net) =>
    net.paise === 0 ? [] : [{ ...net, paise: 0 - net.paise }],
  )
}

/**
 * Shares whole paise in proportion to weights, by the largest remainders. No share is above its weight where the paise are
 * not above their sum.
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
