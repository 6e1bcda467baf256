import { hasLeft } from '../fulfilment/fulfilment-status.ts'
import type { Order } from '../order.ts'

/** Receives an order that somebody else pays. */
export interface Recipient {
  name: string
  /** Ten digits; '' if unknown. */
  mobile: string
  /** '' if unknown. */
  email: string
  /** Nobody calls or writes to them before it is out for delivery. */
  surprise: boolean
}

/** Each text is '' for none. */
export interface Gift {
  /** Null if the customer orders for themselves. */
  recipient: Recipient | null
  /** For the rider only. */
  riderNote: string
  /** For the printed card only, like `giftFrom`. */
  giftMessage: string
  giftFrom: string
}

export const noGift: Gift = { recipient: null, riderNote: '', giftMessage: '', giftFrom: '' }

export interface MissingPlace {
  field: 'address' | 'mobile'
  message: string
}

/**
 * Null if the rider can find the door: by the whole address, or by calling the recipient. Nobody calls about a
 * surprise.
 *
 * @param street the address without pincode and city; '' if unknown
 */
export function missingPlace(street: string, recipient: Recipient | null): MissingPlace | null {
  if (street !== '') return null
  if (!recipient) return { field: 'address', message: 'Address is required' }
  if (recipient.surprise) {
    return { field: 'address', message: 'For a surprise, we need the full address' }
  }
  if (recipient.mobile === '') {
    return { field: 'mobile', message: 'Enter their mobile number, or the full address' }
  }
  return null
}

export function giftColumns({ recipient, riderNote, giftMessage, giftFrom }: Gift) {
  return {
    recipientName: recipient?.name ?? null,
    recipientMobile: recipient?.mobile ?? '',
    recipientEmail: recipient?.email ?? '',
    isSurprise: recipient?.surprise ?? false,
    riderNote,
    giftMessage,
    giftFrom,
  }
}

/** The parts that tell two orders apart, in a fixed order; empty without a gift and notes. */
export function giftParts(gift: Gift): unknown[] {
  const parts = Object.values(giftColumns(gift))
  return parts.some(Boolean) ? [parts] : []
}

export function giftFacts({ recipient, ...texts }: Gift): [label: string, text: string][] {
  const { name = '', mobile = '', email = '', surprise } = recipient ?? {}
  const facts: [string, string][] = [
    ['For', [name, mobile, email].filter(Boolean).join(', ')],
    ['Surprise', surprise ? 'Nobody calls or writes to them before it is out for delivery' : ''],
    ['Gift message', texts.giftMessage],
    ['From', texts.giftFrom],
    ['Note for the rider', texts.riderNote],
  ]
  return facts.filter(([, text]) => text !== '')
}

export type StoredGift = Pick<Order, keyof ReturnType<typeof giftColumns>>

/** The inverse of {@link giftColumns}. */
export function giftOf(order: StoredGift): Gift {
  const { recipientName: name, recipientMobile: mobile, recipientEmail: email } = order
  const { isSurprise: surprise, riderNote, giftMessage, giftFrom } = order
  const recipient = name === null ? null : { name, mobile, email, surprise }
  return { recipient, riderNote, giftMessage, giftFrom }
}

/** As {@link giftOf}, but what is on its way is no surprise any more. */
export function giftNow(order: StoredGift & Pick<Order, 'fulfilment'>): Gift {
  const { recipient, ...texts } = giftOf(order)
  if (!recipient || !hasLeft(order.fulfilment)) return { recipient, ...texts }
  return { recipient: { ...recipient, surprise: false }, ...texts }
}

/** In letters: the room on a printed card and a rider's slip. */
export const maxText = { riderNote: 140, giftMessage: 200, giftFrom: 60 }
