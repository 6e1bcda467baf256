import { type CartPrice, type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import {
  saveDeliveryAddress,
  useDeliveryAddress,
} from '#shop/delivery/deliver-to/delivery-address.ts'
import { type DeliveryTerms, usualTerms } from '#shop/delivery/delivery-fees.ts'
import { addressText } from '#shop/orders/customer-text.ts'
import { type Gift, missingPlace, noGift } from '#shop/orders/gift/gift.ts'
import { type DeliveryAddress, joinAddress, pincodePattern } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { createStored, fieldsOf } from '#ui/browser-storage.ts'
import { useStored } from '#ui/hydration.tsx'
import { saveGift, useGift } from '../gift/gift-details.ts'

/** When a cart is delivered. `deliveryAt` is Kolkata's wall clock, 'YYYY-MM-DDTHH:mm'; '' is 'not said yet'. */
export interface ChosenTime {
  deliveryAt: string
  /** Where the shop has slots: the one that begins at `deliveryAt`. */
  slot: ChosenSlot | null
}

/** Where and when a cart is delivered, and whom it is for. */
export interface ShippingDetails extends DeliveryAddress, ChosenTime {
  /** Of a delivery; see {@link orderedGift}. */
  gift: Gift
}

/** A slot as it was chosen, with what the server said it costs; the server decides again when it is ordered. */
export interface ChosenSlot {
  /** Slots of several kinds may begin at the same time. */
  id: string
  /** Its start, as `deliveryAt`. */
  deliveryAt: string
  /** '22 Nov 2026, 6 to 8 pm' */
  text: string
  /** Where it was chosen for; '' for pickup. */
  pincode: string
  terms: DeliveryTerms
  /** The shop's address, where the cart is picked up; null where it is delivered. */
  pickupAt: string | null
}

/** The chosen time, for this visit. */
export const storedTime = createStored('cakewala:delivery-time', parseTime, { visit: true })

function parseTime(stored: unknown): ChosenTime {
  const { deliveryAt, slot } = fieldsOf(stored)
  if (typeof deliveryAt !== 'string' || !isTime(deliveryAt)) return { deliveryAt: '', slot: null }
  const chosen = parseSlot(slot)
  return { deliveryAt, slot: chosen?.deliveryAt === deliveryAt ? chosen : null }
}

/** Whether an order can be made of it; that the time is still to be had is checked when it is ordered. */
export function isShippingComplete(details: ShippingDetails): boolean {
  const { address, pincode, city, deliveryAt, slot, gift } = details
  if (!isTime(deliveryAt)) return false
  if (isPickup(details)) return true
  if (missingPlace(address, gift.recipient)) return false
  const isForHere = slot === null || isSlotForHere(details)
  return city !== '' && pincodePattern.test(pincode) && isForHere
}

/** Whether a slot is chosen, for where the cart goes: the pincode may be changed on every page, and with it what it costs. */
function isSlotForHere(details: Pick<ShippingDetails, 'slot' | 'pincode'>): boolean {
  return isPickup(details) || details.slot?.pincode === details.pincode
}

/** Whether the cart is picked up. */
export function isPickup({ slot }: Pick<ShippingDetails, 'slot'>): boolean {
  return slot !== null && slot.pickupAt !== null
}

/** Whom it is for, and its notes; none where its customer comes for it. */
export function orderedGift(details: ShippingDetails): Gift {
  return isPickup(details) ? noGift : details.gift
}

/** The address line of the order: address, pincode and city joined by commas; null when it is picked up. */
export function addressLine(details: ShippingDetails): string | null {
  return isPickup(details) ? null : joinAddress(details)
}

/** Where the cart is handed over, as people read it. */
export function handoverAddress(details: ShippingDetails): string {
  return addressText(details.slot?.pickupAt ?? joinAddress(details))
}

/** What the lines cost with their delivery: the one that was chosen, or as usual. */
export function priceCheckout(lines: readonly PricedLine[], { slot }: ShippingDetails): CartPrice {
  return priceCart(lines, slot?.terms)
}

/**
 * What the delivery costs, as it is known until now: null as long as a shop with zones waits for the slot, whose zone and
 * kind decide it.
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

/** Where, when and for whom. */
export function useShipping(): ShippingDetails {
  const address = useDeliveryAddress()
  return { ...address, ...useStored(storedTime), gift: useGift() }
}

export function saveShipping({ deliveryAt, slot, gift, ...address }: ShippingDetails) {
  saveDeliveryAddress(address)
  storedTime.save({ deliveryAt, slot })
  saveGift(gift)
}

/** The time alone; where to deliver stays as it is. */
export function saveSlot(slot: ChosenSlot | null) {
  storedTime.save({ deliveryAt: slot?.deliveryAt ?? '', slot })
}

/** After an order the address stays for the next one, the delivery time and whom it was for do not. */
export function clearDelivery() {
  storedTime.save(null)
  saveGift(noGift)
}
