import { useId } from 'react'
import { rangeText } from '../minute-text.ts'
import { priceNote, slotNote } from '../options/slot-note.ts'
import { localStart, type Slot } from './find-slot.ts'

interface SlotCardProps {
  slot: Slot
  name: string
  isChosen: boolean
  /** Why it cannot be chosen although it is open; null where it can. */
  whyNot: string | null
  onChoose: () => void
}

/** One slot to choose, with its price, or why it cannot be had. */
export function SlotCard({ slot, name, isChosen, whyNot, onChoose }: SlotCardProps) {
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
          disabled={!isOpen || whyNot !== null}
          onChange={onChoose}
          aria-describedby={noteId}
          className="size-5 shrink-0 accent-berry"
        />
        <span className="font-semibold">{rangeText(new Date(slot.start), new Date(slot.end))}</span>
      </span>
      <span id={noteId} className="text-right text-sm text-cocoa-soft">
        {isOpen ? (whyNot ?? priceNote(slot)) : slotNote(slot)}
      </span>
    </label>
  )
}
