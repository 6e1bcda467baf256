import { formatInr, toPaise } from '#shop/values/money.ts'
import { cutOffText } from '../slot-text.ts'
import type { DeliveryOptions } from './delivery-options.endpoints.ts'

type Slot = DeliveryOptions['days'][number]['slots'][number]

/** '₹60', 'Free', '₹60, 2 left' */
export function priceNote({ fee, surcharge, placesLeft }: Slot): string {
  const price = fee + surcharge === 0 ? 'Free' : formatInr(toPaise(fee + surcharge))
  return placesLeft === null ? price : `${price}, ${placesLeft} left`
}

/** Why a slot cannot be had, in a word or two. */
export function slotNote({ state, orderBy, start }: Slot): string {
  if (state === 'full') return 'Full'
  if (state === 'closed') return 'Closed'
  if (state === 'lead') return 'Too soon for your cakes'
  return cutOffText({ orderBy: new Date(orderBy), startsAt: new Date(start) })
}
