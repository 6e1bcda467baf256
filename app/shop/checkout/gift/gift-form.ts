import type { Gift, Recipient } from '#shop/orders/gift/gift.ts'

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

/** What the shipping form says of whom the cart is for. */
export function toGift(form: GiftForm): Gift {
  const { riderNote = '', giftMessage = '', giftFrom = '' } = form
  return { recipient: toRecipient(form), riderNote, giftMessage, giftFrom }
}
