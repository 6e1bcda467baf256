import { typedNote } from '#shop/cart/cart-store.ts'
import { type Coupon, couponShares, storedCoupon } from '#shop/cart/coupon.ts'
import { type CartPrice, type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import {
  saveDeliveryAddress,
  useDeliveryAddress,
} from '#shop/delivery/deliver-to/delivery-address.ts'
import { type DeliveryTerms, usualTerms } from '#shop/delivery/delivery-fees.ts'
import type { Business } from '#shop/orders/business.schema.ts'
import { type Gift, missingPlace, noGift, type Recipient } from '#shop/orders/gift/gift.ts'
import {
  addressText,
  type DeliveryAddress,
  joinAddress,
  pincodePattern,
} from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { useStored } from '#ui/hydration.tsx'

/** `deliveryAt` is Kolkata's time, 'YYYY-MM-DDTHH:mm'; '' until it is chosen. */
interface ChosenTime {
  deliveryAt: string
  /** In a shop with slots: the one that starts at `deliveryAt`. */
  slot: ChosenSlot | null
}

export interface ShippingDetails extends DeliveryAddress, ChosenTime {
  /** Only for a delivery; see {@link orderedGift}. */
  gift: Gift
  business: Business | null
  coupon: Coupon | null
}

/** With its price at the time of the choice; the server decides again at the checkout. */
export interface ChosenSlot {
  /** Slots of several kinds may start at the same time. */
  id: string
  deliveryAt: string
  /** 'Sun 22 Nov, 6 to 8 pm' */
  text: string
  /** The pincode that it was chosen for; '' for pickup. */
  pincode: string
  terms: DeliveryTerms
  /** The shop's address for pickup; null for delivery. */
  pickupAt: string | null
}

export const storedTime = createStored('cakewala:delivery-time', parseTime, { visit: true })

function parseTime(stored: unknown): ChosenTime {
  const { deliveryAt, slot } = fieldsOf(stored)
  if (typeof deliveryAt !== 'string' || !isTime(deliveryAt)) return { deliveryAt: '', slot: null }
  const chosen = parseSlot(slot)
  return { deliveryAt, slot: chosen?.deliveryAt === deliveryAt ? chosen : null }
}

/** Whether nothing is missing; the checkout decides whether the time is still available. */
export function isShippingComplete(details: ShippingDetails): boolean {
  const { address, pincode, city, deliveryAt, slot, gift } = details
  if (!isTime(deliveryAt)) return false
  if (isPickup(details)) return true
  if (missingPlace(address, gift.recipient)) return false
  const isForHere = slot === null || isSlotForHere(details)
  return city !== '' && pincodePattern.test(pincode) && isForHere
}

/** Whether the slot was chosen for the current pincode, which may change on every page and decides the price. */
function isSlotForHere(details: Pick<ShippingDetails, 'slot' | 'pincode'>): boolean {
  return isPickup(details) || details.slot?.pincode === details.pincode
}

export function isPickup({ slot }: Pick<ShippingDetails, 'slot'>): boolean {
  return slot !== null && slot.pickupAt !== null
}

/** None for pickup. */
export function orderedGift(details: ShippingDetails): Gift {
  return isPickup(details) ? noGift : details.gift
}

/** Address, pincode and city joined by commas; null for pickup. */
export function addressLine(details: ShippingDetails): string | null {
  return isPickup(details) ? null : joinAddress(details)
}

export function handoverAddress(details: ShippingDetails): string {
  return addressText(details.slot?.pickupAt ?? joinAddress(details))
}

export function priceCheckout(
  lines: readonly PricedLine[],
  { slot, coupon }: ShippingDetails,
): CartPrice {
  return priceCart(lines, slot?.terms, couponShares(coupon, lines))
}

/**
 * The known terms of the delivery: null while a shop with zones waits for the slot, whose zone and kind decide them.
 */
export function checkoutTerms(
  details: Pick<ShippingDetails, 'slot' | 'pincode'>,
  hasZones: boolean,
): DeliveryTerms | null {
  if (hasZones && !isSlotForHere(details)) return null
  return details.slot?.terms ?? usualTerms
}

function parseSlot(stored: unknown): ChosenSlot | null {
  const { id, deliveryAt, text, pincode, terms, pickupAt } = fieldsOf(stored)
  if (typeof id !== 'string' || typeof deliveryAt !== 'string') return null
  if (typeof text !== 'string') return null
  if (typeof pincode !== 'string' || !isTerms(terms)) return null
  const place = typeof pickupAt === 'string' ? pickupAt : null
  return { id, deliveryAt, text, pincode, terms, pickupAt: place }
}

function isTerms(stored: unknown): stored is DeliveryTerms {
  const { feePaise, freeFromPaise, surchargePaise } = fieldsOf(stored)
  const amounts = [feePaise, freeFromPaise ?? 0, surchargePaise]
  return amounts.every((paise) => Number.isSafeInteger(paise) && Number(paise) >= 0)
}

function isTime(local: string) {
  return !Number.isNaN(kolkataToInstant(local).getTime())
}

export function useShipping(): ShippingDetails {
  const address = useDeliveryAddress()
  const business = useStored(storedBusiness)
  const coupon = useStored(storedCoupon)
  return { ...address, ...useStored(storedTime), gift: useGift(), business, coupon }
}

export function saveShipping(details: Omit<ShippingDetails, 'business' | 'coupon'>) {
  const { deliveryAt, slot, gift, ...address } = details
  saveDeliveryAddress(address)
  storedTime.save({ deliveryAt, slot })
  saveGift(gift)
}

/** Saves only the time; the address stays as it is. */
export function saveSlot(slot: ChosenSlot | null) {
  storedTime.save({ deliveryAt: slot?.deliveryAt ?? '', slot })
}

/** Keeps only the address, for the next order. */
export function clearDelivery() {
  storedTime.save(null)
  saveGift(noGift)
  storedBusiness.save(null)
  storedCoupon.save(null)
}

/** Stored for one visit, because it is about somebody else. */
export const storedGift = createStored('cakewala:gift', parseGift, { visit: true })

function parseGift(stored: unknown): Gift {
  const { recipient, riderNote, giftMessage, giftFrom } = fieldsOf(stored)
  return {
    recipient: parseRecipient(recipient),
    riderNote: textOf(riderNote),
    giftMessage: textOf(giftMessage),
    giftFrom: textOf(giftFrom),
  }
}

function parseRecipient(stored: unknown): Recipient | null {
  const { name, mobile, email, surprise } = fieldsOf(stored)
  if (typeof name !== 'string' || name === '') return null
  return { name, mobile: textOf(mobile), email: textOf(email), surprise: surprise === true }
}

export const storedBusiness = createStored('cakewala:business', parseBusiness, { visit: true })

function parseBusiness(stored: unknown): Business | null {
  const { name, gstin } = fieldsOf(stored)
  return typeof name === 'string' && typeof gstin === 'string' ? { name, gstin } : null
}

function useGift(): Gift {
  return useStored(storedGift)
}

/** The form's initial gift: a note typed as a cake's name becomes the note for the rider. */
export function withTypedNote(saved: Gift): Gift {
  const typed = typedNote.current()
  if (!typed || saved.riderNote.includes(typed)) return saved
  const riderNote = [saved.riderNote, typed].filter(Boolean).join(', ')
  return { ...saved, riderNote }
}

export function saveGift(next: Gift) {
  typedNote.save(null)
  storedGift.save(next)
}

/** Left out if the customer orders for themselves. */
export interface GiftForm {
  recipientName?: string
  recipientMobile?: string
  recipientEmail?: string
  /** 'on' if it is ticked. */
  surprise?: string
  giftMessage?: string
  giftFrom?: string
  riderNote?: string
}

export function toRecipient(form: GiftForm): Recipient | null {
  const { recipientName, recipientMobile = '', recipientEmail = '', surprise } = form
  if (recipientName === undefined) return null
  const isSurprise = surprise === 'on'
  return {
    name: recipientName,
    mobile: recipientMobile,
    email: recipientEmail,
    surprise: isSurprise,
  }
}

export function toGift(form: GiftForm): Gift {
  const { riderNote = '', giftMessage = '', giftFrom = '' } = form
  return { recipient: toRecipient(form), riderNote, giftMessage, giftFrom }
}
