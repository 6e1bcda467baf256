import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#platform/http/api-client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useBusy } from '#ui/loading.tsx'

interface MailedLinkProps {
  title: string
  text: string
  button: string
  /** Called on the button; its message is shown. */
  send: (token: string) => Promise<{ message: string }>
}

/** The page behind a link in an email. It has a button, because mail programs open links by themselves. */
export function MailedLink({ title, text, button, send }: MailedLinkProps) {
  const token = useSearchParams()[0].get('token') ?? ''
  const { busy, outcome, confirm } = useConfirmation(() => send(token))
  return (
    <div className="shell grid justify-items-center gap-5 pt-16 text-center">
      <h1 className="text-3xl">{title}</h1>
      <p role="status" className="max-w-prose text-lg">
        {outcome || text}
      </p>
      {outcome ? (
        <ButtonLink to="/">Back to the shop</ButtonLink>
      ) : (
        <Button busy={busy} onClick={() => void confirm()}>
          {button}
        </Button>
      )}
    </div>
  )
}

/** Sends a confirmation on a button; the outcome is a sentence to show, '' until then. */
export function useConfirmation(send: () => Promise<{ message: string }>) {
  const { busy, whileBusy } = useBusy()
  const [outcome, setOutcome] = useState('')
  const confirm = () => whileBusy(async () => setOutcome(await messageOf(send())))
  return { busy, outcome, confirm }
}

async function messageOf(response: Promise<{ message: string }>): Promise<string> {
  try {
    return (await response).message
  } catch (error) {
    if (error instanceof ApiError) return error.problem.detail
    throw error
  }
}
