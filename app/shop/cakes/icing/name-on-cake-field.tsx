import { useRef, useState } from 'react'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { canBeDrawn, maxNameLength, nameError, normaliseName } from './name-on-cake.ts'

// Its rule knows many phrases, and most cakes have no name yet.
const NoteQuestion = lazyPart(async () => (await import('./note-question.tsx')).NoteQuestion)

interface NameOnCakeFieldProps {
  label?: string
  /** As it is typed; normalised only when it is used. */
  bname: string
  /** The note for the baker. */
  detail?: string
  /** The form has a field of its own for that note. Here it has one once there is a note. */
  hasDetailField?: boolean
  onChange: (change: { bname?: string; detail?: string }) => void
  /** Left out where the baker gets notes for the rider too. */
  onRiderNote?: (note: string) => void
  /** An error from the form. The field itself shows which names cannot be piped. */
  error?: string
}

/** The name on a cake, with a hint and a counter. It asks about a name that reads like a note. */
export function NameOnCakeField(props: NameOnCakeFieldProps) {
  const { label = 'Name on cake', bname, detail = '', hasDetailField, error } = props
  const { onChange, onRiderNote } = props
  const input = useRef<HTMLInputElement>(null)
  const [wasTyped, setWasTyped] = useState(false)
  const [hadDetail, setHadDetail] = useState(false)
  const invalidName = nameError(bname)
  return (
    <div className="grid gap-3">
      <TextField
        ref={input}
        label={label}
        name="bname"
        placeholder="Happy Birthday Asha"
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        maxLetters={maxNameLength}
        hint={
          invalidName || canBeDrawn(normaliseName(bname))
            ? 'Optional'
            : 'We pipe this by hand. The preview cannot show it.'
        }
        error={invalidName ?? error}
        value={bname}
        onChange={(event) => {
          setWasTyped(true)
          onChange({ bname: event.target.value })
        }}
      />
      <div role="status" className="empty:hidden">
        {(wasTyped || bname) && (
          <NoteQuestion
            name={bname}
            input={input}
            hasRiderNote={onRiderNote !== undefined}
            onMove={(note, reader) => {
              if (reader === 'rider') onRiderNote?.(note)
              const notes = [detail, reader === 'baker' && note].filter(Boolean)
              setHadDetail(notes.length > 0)
              onChange({ bname: '', detail: notes.join('\n') })
            }}
          />
        )}
      </div>
      {(detail || hadDetail) && !hasDetailField && (
        <TextAreaField
          label="Note for the baker"
          name="detail"
          rows={2}
          dir="auto"
          value={detail}
          onChange={(event) => onChange({ detail: event.target.value })}
        />
      )}
    </div>
  )
}
