import { useLocation } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { useConfirmation } from '#shop/storefront/mailed-link.tsx'
import { Button } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { AccountCard, AccountLink } from '../account-form.tsx'
import { refreshSession } from '../session.ts'
import type { Route } from './+types/confirm-email.page.ts'
import type { confirmEmailEndpoint } from './change-email.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Confirm your email')

/** The links that confirm an email, or a change of it, lead here. It has a button, because mail programs open links by themselves. */
export default function ConfirmEmailPage() {
  // The token is after the #, so that no server and no log sees it.
  const token = useLocation().hash.slice(1)
  const { busy, outcome, confirm } = useConfirmation(() => confirmEmail(token))
  const ready = useHydrated()
  return (
    <AccountCard
      title="Confirm your email"
      foot={<AccountLink to="/account">Your account</AccountLink>}
    >
      <p role="status" className="text-cocoa-soft">
        {outcome ||
          'Please confirm that this is your address. A change of your email counts once both addresses, the old and the new, have confirmed it.'}
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

async function confirmEmail(token: string) {
  const response = await call<typeof confirmEmailEndpoint>('POST /account/email/confirm', {
    body: { token },
  })
  if (response.isChanged) refreshSession()
  return response
}
