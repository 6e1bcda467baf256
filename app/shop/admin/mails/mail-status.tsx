import { CircleCheck, CirclePause, Clock, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { type ListedMail, refreshAfterMs, statusInWords } from './mail-list.ts'
import type { SendMailsAgain } from './send-again.server.ts'

const looks = {
  sent: { Icon: CircleCheck, colour: 'text-pistachio' },
  waiting: { Icon: Clock, colour: 'text-cocoa' },
  dead_letter: { Icon: TriangleAlert, colour: 'text-chilli' },
  held_back: { Icon: CirclePause, colour: 'text-cocoa' },
}

/** The status of a mail, and its last error. */
export function MailStatusText({ mail, isStored }: { mail: ListedMail; isStored: boolean }) {
  const { Icon, colour } = looks[mail.status]
  return (
    <span className="grid gap-0.5">
      <span className={`flex items-start gap-1.5 font-semibold ${colour}`}>
        <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>{statusInWords(mail, { isStored })}</span>
      </span>
      {mail.lastError !== null && (
        <span className="text-xs text-cocoa-soft wrap-anywhere">{mail.lastError}</span>
      )}
    </span>
  )
}

/** Reloads the page's data as long as a mail waits and the page is visible. */
export function useRefresh(mails: readonly ListedMail[]) {
  const { revalidate } = useRevalidator()
  const afterMs = refreshAfterMs(mails)
  useEffect(() => {
    if (afterMs === null) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, afterMs)
    return () => clearInterval(timer)
  }, [afterMs, revalidate])
}

interface SendAgainProps {
  mail: ListedMail
  /** Called when the button is gone, so that the focus can move. */
  onDone: () => void
}

/** Sends one dead-letter or held-back mail again. */
export function SendAgain({ mail, onDone }: SendAgainProps) {
  const { busy, send } = useSendAgain()
  return (
    <Button
      size="small"
      variant="secondary"
      busy={busy}
      onClick={({ detail }) => {
        // The second click of a double click would hit the next mail, which has moved up.
        if (detail < 2) void send({ ids: [mail.id] }).then(onDone)
      }}
    >
      Send again
      <span className="sr-only">
        {`: ${mail.subject ?? mail.kind}${mail.recipient ? `, to ${mail.recipient}` : ''}`}
      </span>
    </Button>
  )
}

/** Sends mails again: one, or the oldest of all dead letters. */
export function useSendAgain() {
  const { busy, run } = useReloadingAction()
  const send = (body: { ids: string[] } | { all: true }) =>
    run(() => call<SendMailsAgain>('POST /mails/again', { body }))
  return { busy, send }
}
