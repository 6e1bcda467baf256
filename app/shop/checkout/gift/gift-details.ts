import { typedNote } from '#shop/cart/cart-store.ts'
import type { Gift, Recipient } from '#shop/orders/gift/gift.ts'
import { longestText } from '#shop/orders/gift/gift-text.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { useStored } from '#ui/hydration.tsx'

/** Whom the cart is for. Only for one visit: it is about somebody else. */
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

export function useGift(): Gift {
  return useStored(storedGift)
}

/** The gift as the form begins: a note that was typed as a cake's name belongs to the rider. */
export function withTypedNote(saved: Gift): Gift {
  const riderNote = [saved.riderNote, typedNote.current()].filter(Boolean).join(', ')
  return { ...saved, riderNote: riderNote.slice(0, longestText.riderNote) }
}

export function saveGift(next: Gift) {
  typedNote.save(null)
  storedGift.save(next)
}
