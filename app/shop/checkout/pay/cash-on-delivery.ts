import type { CartPrice } from '#shop/cart/price-cart.ts'
import type { Zone } from '#shop/delivery/delivery-plan.schema.ts'
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
  const { usual, zones, slots } = plan
  if (!hasZones(plan) || usual.cashLimitPaise === null) return null
  return {
    limitPaise: usual.cashLimitPaise,
    zones: zones.map(({ pincodes, active, takesCash }) => ({ pincodes, active, takesCash })),
    midnightSlots: slots.filter(({ kind }) => kind === 'midnight').map(({ id }) => id),
  }
}

export interface CashOrder {
  price: Pick<CartPrice, 'total' | 'hasCustom'>
  /** Null for pickup. */
  pincode: string | null
  slotId: string
  isForSomebodyElse: boolean
  isGuest: boolean
  /** Whether the customer has opened a link that was mailed to their address. */
  emailVerified: boolean
  /** Whether an order of theirs has arrived, where the shop requires it. */
  isKnown: boolean
}

/** As a sentence; null if ready-made cakes can be paid in cash. For the page and the checkout. */
export function cashError(plan: CashPlan, order: CashOrder): string | null {
  const { price, pincode, slotId, isForSomebodyElse, isGuest } = order
  const cash = pincode === null ? 'Cash at pickup' : 'Cash on delivery'
  if (price.hasCustom) return 'Beside a customised cake, the other cakes are paid online.'
  if (isGuest) return `${cash} is for customers who are logged in.`
  if (!order.emailVerified)
    return `${cash} needs an email that you have confirmed. Please confirm yours in Your account.`
  if (!order.isKnown) return `${cash} is for customers of whom an order has arrived before.`
  if (isForSomebodyElse) return `${cash} is not for gifts: nobody pays for their own present.`
  if (pincode !== null && !findZone(plan, pincode)?.takesCash) {
    return `${cash} is not available for ${pincode}.`
  }
  if (plan.midnightSlots.includes(slotId)) return `${cash} is not available at midnight.`
  if (price.total > plan.limitPaise)
    return `${cash} is for orders up to ${formatInr(plan.limitPaise)}.`
  return null
}
