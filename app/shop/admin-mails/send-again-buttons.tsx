import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import type { sendAgainEndpoint } from './admin-mails.endpoints.ts'
import type { ListedMail } from './mail-list.ts'

interface SendAgainProps {
  mail: Pick<ListedMail, 'id' | 'kind' | 'recipient' | 'subject'>
  /** The button is gone with what it stood beside; the focus has to go elsewhere. */
  onDone: () => void
}

/** Has one mail sent again that could not be sent. */
export function SendAgain({ mail, onDone }: SendAgainProps) {
  const { busy, send } = useSendAgain()
  return (
    <Button
      size="small"
      variant="secondary"
      busy={busy}
      onClick={({ detail }) => {
        // The second half of a double press falls on the next mail, which has moved up.
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
  /** How many could not be sent. */
  dead: number
  mostAtOnce: number
  onDone: () => void
}

/** Has all mails sent again that could not be sent, after asking. */
export function SendAllAgain({ dead, mostAtOnce, onDone }: SendAllAgainProps) {
  const [open, setOpen] = useState(false)
  const { busy, send } = useSendAgain()
  const count = Math.min(dead, mostAtOnce)

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
        title={count === 1 ? 'Send 1 mail again?' : `Send ${count} mails again?`}
        confirmLabel="Send again"
        busy={busy}
      >
        <p>
          Each is written anew and says how things stand now. What there is nothing to tell of any
          more is not sent.
          {dead > count && ` These are the oldest ${count} of ${dead}; the others come after them.`}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Which mails are to be sent again: one, or the oldest of all that could not be sent. */
type SendAgainBody = { ids: string[] } | { all: true }

/** Has mails sent again, tells the answer, and reads the page anew; whether it is at it. */
function useSendAgain() {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function send(wish: SendAgainBody) {
    setBusy(true)
    try {
      const { message } = await call<typeof sendAgainEndpoint>('POST /mails/again', { body: wish })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    } finally {
      setBusy(false)
    }
    await revalidate()
  }

  return { busy, send }
}
