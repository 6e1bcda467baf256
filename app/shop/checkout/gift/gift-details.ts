import { useSyncExternalStore } from 'react'
import { forgetNote, keptNote } from '#shop/icing/kept-note.ts'
import { type Gift, noGift, type Recipient } from '#shop/orders/gift/gift.ts'
import { longestText } from '#shop/orders/gift/gift-text.ts'
import { browserStorage, readStoredFields, writeStored } from '#ui/browser-storage.ts'

/** Where the browser keeps whom a cart is for, for one visit: it is about somebody else. */
export const giftKey = 'cakewala:gift'

/** The stored gift, whatever is there: what is damaged is none. */
export function readGift(visit: Pick<Storage, 'getItem'>): Gift {
  const { recipient, riderNote, giftMessage, giftFrom } = readStoredFields(visit, giftKey)
  return {
    recipient: parseRecipient(recipient),
    riderNote: text(riderNote),
    giftMessage: text(giftMessage),
    giftFrom: text(giftFrom),
  }
}

/** Saves it for this visit. A browser without storage (private mode, no space) loses it sooner. */
export function writeGift(visit: Pick<Storage, 'setItem'>, gift: Gift) {
  writeStored(visit, giftKey, gift)
}

function parseRecipient(stored: unknown): Recipient | null {
  const { name, mobile, email, surprise } = Object(stored)
  if (typeof name !== 'string' || name === '') return null
  return { name, mobile: text(mobile), email: text(email), surprise: surprise === true }
}

function text(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}

/** Null until it was read from the browser's storage. */
let gift: Gift | null = null

function currentGift(): Gift {
  gift ??= readGift(browserStorage('sessionStorage'))
  return gift
}

/** It is changed only where its page is left. */
const subscribe = () => () => {}

/** Whom the cart is for, as the customer said; nobody on the server and until the page is hydrated. */
export function useGift(): Gift {
  return useSyncExternalStore(subscribe, currentGift, () => noGift)
}

/** As the form begins: a note that was typed as a cake's name belongs to the rider. */
export function withKeptNote(saved: Gift): Gift {
  const riderNote = [saved.riderNote, keptNote()].filter(Boolean).join(', ')
  return { ...saved, riderNote: riderNote.slice(0, longestText.riderNote) }
}

export function saveGift(next: Gift) {
  gift = next
  forgetNote()
  writeGift(browserStorage('sessionStorage'), next)
}
