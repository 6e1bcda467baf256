import { type RefObject, useEffect, useState } from 'react'
import { Question } from '#ui/forms/question.tsx'
import { type NoteKind, noteKindOf } from './name-as-instruction.ts'
import { normaliseName } from './name-on-cake.ts'

export type NoteReader = 'baker' | 'rider'

interface NoteQuestionProps {
  /** As it is typed. */
  name: string
  input: RefObject<HTMLInputElement | null>
  hasRiderNote: boolean
  /** Empties the name, and adds the note to that for its reader; '' for none. */
  onMove: (note: string, reader: NoteReader) => void
}

/**
 * Asks about a name that reads like a note, or like words for none: its form waits for the answer. An allergy cannot be
 * piped.
 */
export function NoteQuestion({ name, input, hasRiderNote, onMove }: NoteQuestionProps) {
  const [answer, setAnswer] = useState({ name: '', sentence: '' })
  const typed = normaliseName(name)
  const isAnswered = answer.sentence !== '' && answer.name === typed
  const kind = isAnswered ? null : noteKindOf(name)
  useEffect(() => {
    const field = input.current
    field?.setCustomValidity(kind ? 'Is this a note? Please answer below.' : '')
    return () => field?.setCustomValidity('')
  }, [input, kind])

  if (isAnswered) {
    return (
      <p ref={focus} tabIndex={-1} className="text-sm">
        {answer.sentence}
      </p>
    )
  }
  if (!kind) return null
  const isNone = kind === 'nothing'
  const reader = kind === 'rider' && hasRiderNote ? 'rider' : 'baker'
  const move = isNone ? 'Leave the cake without a name' : `It is a note for the ${reader}`
  return (
    <Question
      text={questions[kind]}
      answers={{
        [move]() {
          onMove(isNone ? '' : typed, reader)
          const moved = `Moved to the note for the ${reader}.`
          setAnswer({ name: '', sentence: isNone ? 'The cake has no name.' : moved })
        },
        ...(kind !== 'allergy' && {
          'Pipe it as it is': () => setAnswer({ name: typed, sentence: 'We’ll pipe it as it is.' }),
        }),
      }}
    />
  )
}

const isItNote = 'This will be written on the cake. Is it a note for us?'
const questions: Record<NoteKind, string> = {
  nothing: 'This will be written on the cake. Would you like it without a name?',
  allergy: 'Our baker must know this. It is not written on the cake.',
  rider: isItNote,
  baker: isItNote,
}

/** The pressed button is gone. A field would open a phone's keyboard. */
function focus(element: HTMLElement | null) {
  element?.focus()
}
