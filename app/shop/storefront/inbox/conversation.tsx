import { type ReactNode, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { pictureTypes } from '#shop/pictures/picture-file.ts'
import { Moment } from '#shop/values/moment.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useFocusOnError } from '#ui/forms/use-focus-on-error.ts'
import { ConfirmDialog } from '#ui/modal.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Conversation } from '../storefront.store.server.ts'
import { type Reply, wishes } from './conversation.ts'
import type { AnswerMessage } from './messages.server.ts'

/** What was written, oldest first; `customer` is their name, or 'You' to themselves. */
export function Entries({ entries, customer }: { entries: Reply[]; customer: string }) {
  return (
    <ol className="grid gap-2 text-sm">
      {entries.map(({ fromShop, words, at }) => (
        <li
          key={at}
          className={`rounded-field px-4 py-3 ${fromShop ? 'ml-6 bg-blush' : 'mr-6 bg-cream'}`}
        >
          <p className="text-cocoa-soft">
            <UserText>{fromShop ? 'Shop' : customer}</UserText>, <Moment at={at} />
          </p>
          <UserText lines translate="yes">
            {words}
          </UserText>
        </li>
      ))}
    </ol>
  )
}

interface WriteProps {
  /** What the button says, and the dialog. */
  title: string
  hint: string
  send: (words: string) => Promise<{ message: string }>
  /** Before the words, so that they are about it; left out where no photo is sent. */
  sendPhoto?: (photo: File) => Promise<unknown>
  photoHint?: string
  /** What is changed; left out for something new. */
  former?: string
  /** The page was opened to write it. */
  isAsked?: boolean
  /** More fields, of a message that begins something new. */
  children?: ReactNode
}

/** A button, and the dialog in which one writes. */
export function Write(props: WriteProps) {
  const { title, hint, send, sendPhoto, photoHint, former = '', isAsked = false, children } = props
  const [isOpen, setIsOpen] = useState(isAsked)
  const [words, setWords] = useState(former)
  const [photo, setPhoto] = useState<File>()
  const [errors, setErrors] = useState<{ photo?: string; words?: string }>({})
  const fields = useFocusOnError<HTMLDivElement>(errors)
  const { busy, run } = useReloadingAction()

  /** The field of the photo begins empty each time. */
  function show(open: boolean) {
    setErrors({})
    setPhoto(undefined)
    setIsOpen(open)
  }

  async function submit() {
    let wrong: keyof typeof errors = 'photo'
    const problem = await run(async () => {
      if (photo) await sendPhoto?.(photo)
      wrong = 'words'
      return send(words)
    })
    if (problem) return setErrors({ [wrong]: problem.errors?.message ?? problem.detail })
    show(false)
    setWords(former)
  }

  return (
    <div className="noscript:hidden">
      <Button variant={children ? 'quiet' : 'secondary'} size="small" onClick={() => show(true)}>
        {title}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => show(false)}
        onConfirm={() => void submit()}
        title={title}
        confirmLabel="Send"
        busy={busy}
      >
        <div ref={fields} className="grid gap-4">
          <TextAreaField
            label="Your message"
            hint={hint}
            value={words}
            error={errors.words}
            onChange={({ target }) => setWords(target.value)}
          />
          {children}
          {sendPhoto && (
            <TextField
              type="file"
              accept={pictureTypes}
              label="A photo (optional)"
              hint={photoHint ?? 'Only we and people with this link can see it.'}
              error={errors.photo}
              onChange={({ target }) => setPhoto(target.files?.[0])}
            />
          )}
        </div>
      </ConfirmDialog>
    </div>
  )
}

/** As staff read and answer it. */
export function StaffConversation(conversation: Conversation) {
  const { id, number, kind, state, isOverdue, entries, username, email, wish, orderNumber } =
    conversation
  const isOpen = state === 'Open'
  const { busy, run } = useReloadingAction()
  const send = (body: { message?: string; isAnswered?: boolean }) =>
    call<AnswerMessage>('POST /messages/answer', { body: { id, was: entries.length - 1, ...body } })
  return (
    <article
      id={`message-${number}`}
      aria-label={`${kind} ${number}`}
      className="grid gap-3 text-sm"
    >
      <p className={`font-semibold ${isOverdue ? 'text-chilli' : ''}`}>
        <span>{`${kind} ${number}: ${isOverdue ? 'overdue' : state.toLowerCase()}`}</span>
        {wish && <span>{`. Wishes for: ${wishes[wish].toLowerCase()}`}</span>}
      </p>
      <Entries entries={entries} customer={[username, email].filter(Boolean).join(', ')} />
      <div className="flex flex-wrap gap-2">
        <Write
          title={`Answer message ${number}`}
          hint={`It goes to ${email || 'nobody by email'}, and stands on the page of the order.`}
          send={(message) => send({ message })}
        />
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          onClick={() => void run(() => send({ isAnswered: isOpen }))}
        >
          {isOpen ? 'Mark as answered' : 'Open it again'}
        </Button>
        {orderNumber && (
          <ButtonLink to={`/admin/orders/${orderNumber}`} variant="quiet" size="small">
            {`Order ${orderNumber}`}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
