import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { maxNoteLength } from '#shop/orders/order-rules.ts'
import { Moment } from '#shop/values/moment.tsx'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon, mailIcon } from '#ui/icon.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { OrderDetail } from './load-order-detail.server.ts'
import type { AnswerProblem, KitchenNote } from './order-notes.server.ts'

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

interface ProblemNoticeProps {
  problem: OrderDetail['problems'][number]
  /** Of the customer, for the answer. */
  email: string
  /** Runs after it is answered: the button is gone then. */
  onDone: () => void
}

export function ProblemNotice({ problem, email, onDone }: ProblemNoticeProps) {
  const { busy, run } = useReloadingAction()

  const save = (isAnswered: boolean) =>
    call<AnswerProblem>('POST /orders/problem', {
      body: { problem: problem.id, isAnswered },
    })

  async function answer() {
    const failure = await run(
      () => save(true),
      () => save(false),
    )
    if (!failure) onDone()
  }

  return (
    <div className="grid gap-3 text-sm">
      <p className="max-w-prose wrap-anywhere">
        <UserText lines translate="yes">
          {problem.message}
        </UserText>
      </p>
      <p className="text-cocoa-soft">
        Reported <Moment at={problem.createdAt} />
      </p>
      <div className="flex flex-wrap gap-2">
        <a
          href={`mailto:${encodeURIComponent(email)}`}
          className={buttonLook({ variant: 'secondary', size: 'small' })}
        >
          <Icon path={mailIcon} size={18} />
          Reply by email
        </a>
        <Button size="small" busy={busy} onClick={() => void answer()}>
          Mark as answered
        </Button>
      </div>
      <NeedsScript>Marking it as answered needs JavaScript.</NeedsScript>
    </div>
  )
}
