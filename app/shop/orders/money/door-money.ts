import { formatInr, type Paise, sumPaise, toPaise } from '#shop/values/money.ts'
import { sampleDetails } from '#shop/words/shop/sample-details.ts'
import { arrivedStatuses, type FulfilmentStatus } from '../fulfilment/fulfilment-status.ts'
import type { Order, OrderPayment } from '../order.ts'
import { duePaise, takenPaise, waivedPaise } from './ledger.ts'

export const doorMoneyStates = ['due', 'taken', 'short', 'over', 'waived'] as const
export type DoorMoneyState = (typeof doorMoneyStates)[number]

export const doorMethods = ['cash', 'upi'] as const
export type DoorMethod = (typeof doorMethods)[number]

/**
 * What staff may change afterwards. `taken` and `waived` are final. A shortfall is paid later or waived; an excess is
 * refunded. Whether a due amount may be settled, `maySettle` says.
 */
const changes = {
  settle: { from: ['due', 'short', 'over'], to: 'taken' },
  waive: { from: ['due', 'short'], to: 'waived' },
} as const satisfies Record<string, { from: readonly DoorMoneyState[]; to: DoorMoneyState }>

/** Null if the change is not allowed now (409 in the API). */
export function doorMoneyAfter(
  state: DoorMoneyState,
  change: keyof typeof changes,
): DoorMoneyState | null {
  const { from, to }: { from: readonly DoorMoneyState[]; to: DoorMoneyState } = changes[change]
  return from.includes(state) ? to : null
}

/** Before the hand-over, a due amount is not settled but taken at the door. */
export function maySettle(state: DoorMoneyState, fulfilment: FulfilmentStatus): boolean {
  if (doorMoneyAfter(state, 'settle') === null) return false
  return state !== 'due' || arrivedStatuses.includes(fulfilment)
}

/** How the money of an order stands at its hand-over, in paise. */
export interface DoorStanding {
  /** Null if nothing was ever due there. */
  state: DoorMoneyState | null
  /** What the hand-over asked for, or will: what is still due, with what was taken there. */
  askedPaise: Paise
  waivedPaise: Paise
  takenPaise: Paise
  /** Below 0 what is to be given back of what was taken. */
  duePaise: Paise
  /** In cash and by UPI, in the order in which they were taken. */
  payments: readonly OrderPayment[]
}

export function doorStanding(order: Order): DoorStanding {
  const payments = order.payments.filter(({ method }) => method !== 'provider')
  const atDoor = payments.filter(({ cause }) => cause === 'door')
  const taken = takenPaise(order)
  const due = Math.max(duePaise(order), -taken)
  const waived = waivedPaise(order)
  return {
    state: stateOf({ order, payments, due, waived }),
    askedPaise: Math.max(0, due) + sumPaise(atDoor),
    waivedPaise: waived,
    takenPaise: taken,
    duePaise: due,
    payments,
  }
}

/**
 * What an order's customer reads of payments at the hand-over and later, so that nobody keeps what they took: '₹900 in cash
 * to Ravi', '₹900 by UPI to the shop'; '' without any.
 */
export function doorPaymentText({ payments }: Pick<Order, 'payments'>): string {
  const atDoor = payments.filter(({ method }) => method !== 'provider')
  const texts = atDoor.map(({ method, paise, by }) => {
    const how = `${formatInr(Math.abs(paise))} ${method === 'upi' ? 'by UPI' : 'in cash'}`
    if (paise < 0) return `${how} back to you`
    const rider = method === 'cash' && /^rider ?(.*)$/.exec(by)
    return `${how} to ${rider ? rider[1] || 'our rider' : 'the shop'}`
  })
  return texts.join(', ')
}

/**
 * What of the money that was taken may be refunded at once, and the payment that the refund lowers: the one of which most
 * is left. What was taken too much is not part of it: it is settled.
 */
export function refundableTaken(order: Order): { paise: Paise; paymentId: string | null } {
  const { duePaise, takenPaise: taken, payments } = doorStanding(order)
  let largest: { paise: Paise; paymentId: string | null } = { paise: 0, paymentId: null }
  for (const { id, paise } of payments) {
    const left = paise + sumPaise(payments.filter(({ paymentId }) => paymentId === id))
    if (left > largest.paise) largest = { paise: left, paymentId: id }
  }
  const notOverPaise = taken + Math.min(0, duePaise)
  return { ...largest, paise: Math.max(0, Math.min(largest.paise, notOverPaise)) }
}

function stateOf({ order, payments, due, waived }: StandingSums): DoorMoneyState | null {
  const [first] = payments
  if (!first) {
    if (due > 0) return 'due'
    return waived > 0 ? 'waived' : null
  }
  // What was paid with the order leaves the rest to the door.
  const isAtDoor = payments.some(({ cause }) => cause === 'door')
  if (due > 0) return isAtDoor ? 'short' : 'due'
  if (due < 0) return 'over'
  const isWaivedSince = order.charges.some(
    ({ cause, createdAt }) => cause === 'waived' && createdAt >= first.createdAt,
  )
  return isWaivedSince ? 'waived' : 'taken'
}

interface StandingSums {
  order: Order
  payments: readonly OrderPayment[]
  due: Paise
  waived: Paise
}

export const doorMoneyLabels: Record<DoorMoneyState, string> = {
  due: 'Due',
  taken: 'Taken',
  short: 'Short',
  over: 'Too much',
  waived: 'Waived',
}

/** Banks identify a UPI payment by twelve digits. */
export const upiReferencePattern = /^\d{12}$/

/** Characters of why money was short, or is waived. */
export const maxMoneyReason = 140

/** Rupees, if the order is handed over now. */
export interface DueNow {
  /** 0 if nothing is due. */
  due: number
  /** '' without an account: then there is no QR code. */
  upiLink: string
}

/** Tells the rider that another amount is due than before, in rupees; '' if it is the same. */
export function dueChangeText({ before, due }: { before: number; due: number }): string {
  const now = `${formatInr(toPaise(due))} is due now.`
  if (due >= before) return due > before ? now : ''
  if (due === 0) return 'Nothing is due any more. Please give back what you took.'
  return `Only ${now} If you took more, please give the rest back.`
}

interface UpiPayment {
  upiId: string
  shopName: string
  orderNumber: number
  amountPaise: Paise
  /** Letters and digits, other ones for each payment; left out at the door. */
  tr?: string
}

/**
 * A link for UPI apps by the standard of NPCI: payee, name, rupees, currency, note and reference; '' while the shop has only the
 * sample's id, which may be a stranger's account.
 */
export function upiLink({ upiId, shopName, orderNumber, amountPaise, tr }: UpiPayment): string {
  if (upiId === sampleDetails.upiId) return ''
  const fields = {
    pa: upiId,
    pn: shopName,
    am: (amountPaise / 100).toFixed(2),
    cu: 'INR',
    tn: `Order ${orderNumber}`,
    ...(tr && { tr }),
  }
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `upi://pay?${query.join('&')}`
}
