import { useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import type { confirmEmailEndpoint } from '../account/account.endpoints.ts'
import { AccountCard, AccountLink } from '../account-form.tsx'
import { refreshSession } from '../session.ts'

export const meta = () => [
  { title: 'Confirm your email | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** What the links of a change of email open. A button, because mail programs follow links to look at them. */
export default function ConfirmEmailPage() {
  // The token is after the #, so that no server and no log sees it.
  const token = useLocation().hash.slice(1)
  const { busy, outcome, confirm } = useConfirmation(token)
  const ready = useHydrated()
  return (
    <AccountCard
      title="Confirm your email"
      foot={<AccountLink to="/account">Your account</AccountLink>}
    >
      <p role="status" className="text-cocoa-soft">
        {outcome ||
          'You asked to change the email of your account. It changes when both addresses, the old and the new, have confirmed it.'}
      </p>
      {!outcome && (
        <Button size="large" wide busy={busy} disabled={!ready} onClick={() => void confirm()}>
          Confirm
        </Button>
      )}
      <NeedsScript>This page needs JavaScript.</NeedsScript>
    </AccountCard>
  )
}

function useConfirmation(token: string) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')

  async function send(): Promise<string> {
    const route = 'POST /account/email/confirm'
    const { message, isChanged } = await call<typeof confirmEmailEndpoint>(route, {
      body: { token },
    })
    if (isChanged) refreshSession()
    return message
  }

  async function confirm() {
    setBusy(true)
    setOutcome(await send().catch(sentenceOf))
    setBusy(false)
  }

  return { busy, outcome, confirm }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  throw error
}
