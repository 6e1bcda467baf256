import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { maxNoteLength } from '#shop/orders/order-rules.ts'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import type { KitchenNote } from './order-notes.server.ts'

export function NoteOrder({ orderId, note }: { orderId: string; note: string }) {
  const [text, setText] = useState(note)
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const changed = tidyLines(text) !== note

  async function save() {
    const problem = await run(() =>
      call<KitchenNote>('POST /orders/note', {
        body: { orderId, note: text, was: note },
      }),
    )
    setError(problem?.detail)
    if (!problem) setText(tidyLines(text))
  }

  return (
    <form
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && changed) void save()
      }}
    >
      <TextAreaField
        label="Note for the kitchen"
        rows={3}
        value={text}
        error={error}
        hint="Printed on kitchen tickets."
        maxLetters={maxNoteLength}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          busy={busy}
          aria-disabled={!changed || busy || undefined}
        >
          Save note
        </Button>
        <NeedsScript>Saving a note needs JavaScript.</NeedsScript>
      </div>
    </form>
  )
}
