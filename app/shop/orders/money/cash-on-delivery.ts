import type { CartPrice } from '#shop/cart/price-cart.ts'
import type { Zone } from '#shop/delivery/delivery.schema.ts'
import { type DeliveryPlan, findZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** The part of a delivery plan that decides whether ready-made cakes can be paid in cash. */
export interface CashPlan {
  /** The maximum price of these cakes and their delivery. */
  limitPaise: Paise
  zones: readonly Pick<Zone, 'pincodes' | 'active' | 'takesCash'>[]
  /** The ids of slots at midnight. */
  midnightSlots: readonly string[]
}

/** Null if ready-made cakes are paid only online: in a shop without zones or without a cash limit. */
export function cashPlanOf(plan: DeliveryPlan): CashPlan | null {
  const { usual, zones } = plan
  if (!hasZones(plan) || usual.cashLimitPaise === null) return null
  return {
    limitPaise: usual.cashLimitPaise,
    zones: zones.map(({ pincodes, active, takesCash }) => ({ pincodes, active, takesCash })),
    midnightSlots: midnightSlotsOf(plan),
  }
}

/** What customers may pay at their door, for the pages that say what the shop accepts: all cakes, custom ones alone, or none. */
export function acceptedCash(plan: DeliveryPlan, shop: { depositPercent: number }) {
  const isForAll = cashPlanOf(plan)?.zones.some(({ active, takesCash }) => active && takesCash)
  if (isForAll) return ['cash'] as const
  return shop.depositPercent < 100 ? (['customCash'] as const) : []
}

export const midnightSlotsOf = ({ slots }: DeliveryPlan): string[] =>
  slots.filter(({ kind }) => kind === 'midnight').map(({ id }) => id)

export interface CashPayer {
  isGuest: boolean
  /** Whether the customer has opened a link that was mailed to their address. */
  emailVerified: boolean
  /** Whether an order of theirs has arrived, where the shop requires it. */
  isKnown: boolean
}

/** Of an order that staff take. */
export const trustedPayer: CashPayer = { isGuest: false, emailVerified: true, isKnown: true }

interface OrderAtDoor extends CashPayer {
  /** Null for pickup. */
  pincode: string | null
  isForSomebodyElse: boolean
  /** Whether its zone does. */
  takesCash: boolean
  isAtMidnight: boolean
}

/**
 * Why all of an order is paid before its hand-over, as a sentence; null if some of it may be due then. The one rule of the
 * checkout, of a quote that is accepted, and of every change.
 */
export function paidAheadError(order: OrderAtDoor): string | null {
  const { pincode } = order
  const cash = pincode === null ? 'Cash at pickup' : 'Cash on delivery'
  // First what no account changes: nobody logs in for cash that this order cannot have.
  if (order.isForSomebodyElse) return `${cash} is not for gifts: nobody pays for their own present.`
  if (pincode !== null && !order.takesCash) return `${cash} is not available for ${pincode}.`
  if (order.isAtMidnight) return `${cash} is not available at midnight.`
  if (order.isGuest) return `${cash} is for customers who are logged in.`
  if (!order.emailVerified)
    return `${cash} needs an email that you have confirmed. Please confirm yours in Your account.`
  return order.isKnown ? null : `${cash} is for customers of whom an order has arrived before.`
}

export interface CashOrder extends Omit<OrderAtDoor, 'takesCash' | 'isAtMidnight'> {
  price: Pick<CartPrice, 'total' | 'hasCustom'>
  slotId: string
}

/** As a sentence; null if ready-made cakes can be paid in cash. For the page and the checkout. */
export function cashError(plan: CashPlan, order: CashOrder): string | null {
  const { price, pincode, slotId } = order
  if (price.hasCustom) return 'Beside a customised cake, the other cakes are paid online.'
  const takesCash = pincode === null || findZone(plan, pincode)?.takesCash === true
  const isAtMidnight = plan.midnightSlots.includes(slotId)
  const cash = pincode === null ? 'Cash at pickup' : 'Cash on delivery'
  if (price.total > plan.limitPaise)
    return `${cash} is for orders up to ${formatInr(plan.limitPaise)}.`
  return paidAheadError({ ...order, takesCash, isAtMidnight })
}
