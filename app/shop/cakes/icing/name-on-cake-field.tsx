import { lazy, type Ref, Suspense } from 'react'
import { TextField } from '#ui/forms/field.tsx'
import { canBeDrawn } from './icing-scripts.ts'
import { maxNameLength, nameError } from './name-error.ts'
import { normaliseName } from './name-on-cake.ts'
import type { PlaceForNote } from './note-question.tsx'

// Its rule knows many phrases, and most cakes have no name yet.
const NoteQuestion = lazy(async () => ({
  default: (await import('./note-question.tsx')).NoteQuestion,
}))

interface NameOnCakeFieldProps {
  label?: string
  /** As it is typed; normalised only when it is used. */
  value: string
  onChange: (name: string) => void
  /** An error from the form. The field itself shows which names cannot be piped. */
  error?: string
  placeForNote: PlaceForNote
  ref?: Ref<HTMLInputElement>
}

/** The name on a cake, with a hint and a counter. It asks about a name that reads like a note. */
export function NameOnCakeField(props: NameOnCakeFieldProps) {
  const { label = 'Name on cake', value, onChange, error, placeForNote, ref } = props
  const invalidName = nameError(value)
  return (
    <div className="grid gap-3">
      <TextField
        ref={ref}
        label={label}
        name="bname"
        placeholder="Happy Birthday Asha"
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        maxLength={maxNameLength}
        hint={
          <span className="flex justify-between gap-2">
            <span>
              {invalidName || canBeDrawn(normaliseName(value))
                ? 'Optional'
                : 'We pipe this by hand. The preview cannot show it.'}
            </span>
            <span className="shrink-0 tabular-nums">{`${value.length} of ${maxNameLength}`}</span>
          </span>
        }
        error={invalidName ?? error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div role="status" className="empty:hidden">
        {value && (
          <Suspense>
            <NoteQuestion name={value} place={placeForNote} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
