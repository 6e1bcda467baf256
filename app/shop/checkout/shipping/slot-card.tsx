import { useId } from 'react'
import { rangeText } from '#shop/delivery/minute-text.ts'
import { cutOffText } from '#shop/delivery/slot-text.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { localStart, type Slot } from './find-slot.ts'

interface SlotCardProps {
  slot: Slot
  name: string
  isChosen: boolean
  onChoose: () => void
}

/** One slot to choose, with its price, or why it cannot be had. */
export function SlotCard({ slot, name, isChosen, onChoose }: SlotCardProps) {
  const isOpen = slot.state === 'open'
  const noteId = useId()
  return (
    <label className="flex min-h-14 items-center justify-between gap-3 rounded-field border border-stroke bg-paper px-4 py-2 transition hover:border-berry has-checked:border-berry has-checked:bg-blush has-disabled:bg-cream has-disabled:text-cocoa-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry">
      <span className="flex items-center gap-3">
        <input
          type="radio"
          name={name}
          value={localStart(slot)}
          checked={isChosen}
          disabled={!isOpen}
          onChange={onChoose}
          aria-describedby={noteId}
          className="size-5 shrink-0 accent-berry"
        />
        <span className="font-semibold">{rangeText(new Date(slot.start), new Date(slot.end))}</span>
      </span>
      <span id={noteId} className="text-right text-sm text-cocoa-soft">
        {isOpen ? priceNote(slot) : reason(slot)}
      </span>
    </label>
  )
}

/** '₹60', 'Free', '₹60, 2 left' */
export function priceNote({ fee, surcharge, placesLeft }: Slot): string {
  const price = fee + surcharge === 0 ? 'Free' : formatInr(toPaise(fee + surcharge))
  return placesLeft === null ? price : `${price}, ${placesLeft} left`
}

/** Why a slot cannot be had, in a word or two. */
export function reason({ state, orderBy, start }: Slot): string {
  if (state === 'full') return 'Full'
  if (state === 'closed') return 'Closed'
  if (state === 'lead') return 'Too soon for your cakes'
  return cutOffText({ orderBy: new Date(orderBy), startsAt: new Date(start) })
}
