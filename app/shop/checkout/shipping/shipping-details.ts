import { typedNote } from '#shop/cart/cart-store.ts'
import { type CartPrice, type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import {
  saveDeliveryAddress,
  useDeliveryAddress,
} from '#shop/delivery/deliver-to/delivery-address.ts'
import { type DeliveryTerms, usualTerms } from '#shop/delivery/delivery-fees.ts'
import { type Gift, missingPlace, noGift, type Recipient } from '#shop/orders/gift/gift.ts'
import { maxText } from '#shop/orders/gift/gift-text.ts'
import {
  addressText,
  type DeliveryAddress,
  joinAddress,
  pincodePattern,
} from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { useStored } from '#ui/hydration.tsx'

/** `deliveryAt` is Kolkata's wall clock, 'YYYY-MM-DDTHH:mm'; '' until it is chosen. */
interface ChosenTime {
  deliveryAt: string
  /** Where the shop has slots: the one that begins at `deliveryAt`. */
  slot: ChosenSlot | null
}

export interface ShippingDetails extends DeliveryAddress, ChosenTime {
  /** Of a delivery; see {@link orderedGift}. */
  gift: Gift
}

/** A slot as it was chosen, with its price from the server, which decides again when it is ordered. */
export interface ChosenSlot {
  /** Slots of several kinds may begin at the same time. */
  id: string
  deliveryAt: string
  /** '22 Nov 2026, 6 to 8 pm' */
  text: string
  /** Where it was chosen for; '' for pickup. */
  pincode: string
  terms: DeliveryTerms
  /** The shop's address, where the cart is picked up; null where it is delivered. */
  pickupAt: string | null
}

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

export function isPickup({ slot }: Pick<ShippingDetails, 'slot'>): boolean {
  return slot !== null && slot.pickupAt !== null
}

/** Recipient and notes; none for pickup. */
export function orderedGift(details: ShippingDetails): Gift {
  return isPickup(details) ? noGift : details.gift
}

/** The address line of the order: address, pincode and city joined by commas; null when it is picked up. */
export function addressLine(details: ShippingDetails): string | null {
  return isPickup(details) ? null : joinAddress(details)
}

export function handoverAddress(details: ShippingDetails): string {
  return addressText(details.slot?.pickupAt ?? joinAddress(details))
}

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

/** After an order only the address stays for the next one. */
export function clearDelivery() {
  storedTime.save(null)
  saveGift(noGift)
}

/** Only for one visit: it is about somebody else. */
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

function useGift(): Gift {
  return useStored(storedGift)
}

/** The gift as the form begins: a note that was typed as a cake's name belongs to the rider. */
export function withTypedNote(saved: Gift): Gift {
  const riderNote = [saved.riderNote, typedNote.current()].filter(Boolean).join(', ')
  return { ...saved, riderNote: riderNote.slice(0, maxText.riderNote) }
}

export function saveGift(next: Gift) {
  typedNote.save(null)
  storedGift.save(next)
}

/** The fields of a recipient in the shipping form, by their names; left out where the cart is for its customer. */
export interface GiftForm {
  recipientName?: string
  recipientMobile?: string
  recipientEmail?: string
  /** 'on' when it is ticked. */
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
