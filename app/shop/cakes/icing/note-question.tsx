import { Button } from '#ui/button.tsx'
import { readsAsInstruction } from './name-as-instruction.ts'
import { normaliseName } from './name-on-cake.ts'

/** Where to move a note that was typed as a name. */
export interface PlaceForNote {
  /** 'Move it to the note for the rider' */
  label: string
  /** Takes the note; the name is empty then. */
  move: (note: string) => void
}

/** Asks about a name that reads like a note. The customer may keep it. */
export function NoteQuestion({ name, place }: { name: string; place: PlaceForNote }) {
  if (!readsAsInstruction(name)) return null
  return (
    <div className="grid justify-items-start gap-2 rounded-field bg-blush p-4 text-sm">
      <p>This will be written on the cake. Is it a note for us?</p>
      <Button variant="secondary" size="small" onClick={() => place.move(normaliseName(name))}>
        {place.label}
      </Button>
    </div>
  )
}
