import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { sendAgainEndpoint } from './admin-mails.endpoints.ts'
import type { ListedMail } from './mail-list.ts'

interface SendAgainProps {
  mail: Pick<ListedMail, 'id' | 'kind' | 'recipient' | 'subject'>
  /** Called when the button is gone, so that the focus can move. */
  onDone: () => void
}

/** Sends one dead-letter mail again. */
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

interface SendAllAgainProps {
  /** The number of dead letters. */
  dead: number
  maxPerCall: number
  onDone: () => void
}

/** Sends all dead-letter mails again, after confirmation. */
export function SendAllAgain({ dead, maxPerCall, onDone }: SendAllAgainProps) {
  const [open, setOpen] = useState(false)
  const { busy, send } = useSendAgain()
  const count = Math.min(dead, maxPerCall)

  async function sendAll() {
    await send({ all: true })
    setOpen(false)
    onDone()
  }

  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        <RotateCw size={18} aria-hidden="true" />
        Send all again
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void sendAll()}
        title={count === 1 ? 'Send 1 email again?' : `Send ${count} emails again?`}
        confirmLabel="Send again"
        busy={busy}
      >
        <p>
          Each email is written again with the current details. Emails that are no longer needed are
          not sent.
          {dead > count && ` Only the oldest ${count} of ${dead} are sent now.`}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** The mails to send again: one, or the oldest of all dead letters. */
type SendAgainBody = { ids: string[] } | { all: true }

/** Sends mails again, shows the response, and reloads the page's data. */
function useSendAgain() {
  const { busy, run } = useReloadingAction()
  const send = (body: SendAgainBody) =>
    run(() => call<typeof sendAgainEndpoint>('POST /mails/again', { body }))
  return { busy, send }
}
