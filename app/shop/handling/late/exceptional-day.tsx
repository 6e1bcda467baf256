import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import type { DeclareExceptional } from './exceptional-day.server.ts'

/** Excludes a day from the late-delivery promise, or includes it again. */
export function ExceptionalDay({ day, reason }: { day: string; reason: string | null }) {
  const [text, setText] = useState('')
  const { busy, run } = useReloadingAction()
  const save = (next: string | null) =>
    run(() =>
      call<DeclareExceptional>('POST /delivery/exceptional-day', {
        body: { day, reason: next },
      }),
    )
  if (reason !== null) {
    return (
      <>
        <p className="wrap-anywhere">{reason}</p>
        <Button className="justify-self-start" busy={busy} onClick={() => void save(null)}>
          Turn late refunds on again
        </Button>
      </>
    )
  }
  return (
    <form
      className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        void save(text)
      }}
    >
      <TextField
        label="Reason, shown at checkout"
        hint="Such as: heavy rain"
        value={text}
        onChange={({ target }) => setText(target.value)}
        required
      />
      <Button type="submit" variant="secondary" busy={busy} className="sm:mt-7">
        Turn late refunds off for this day
      </Button>
    </form>
  )
}
