import { data } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { MailedLink } from '../mailed-link.tsx'
import type { Route } from './+types/confirm-subscription.page.ts'
import type { ConfirmSubscription } from './newsletter.server.tsx'

export function loader({ url }: Route.LoaderArgs) {
  if (!url.searchParams.get('token')) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your subscription | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmSubscriptionPage() {
  return (
    <MailedLink
      title="Do you want our newsletter?"
      text="We’ll email you offers and new cakes. You can unsubscribe anytime."
      button="Confirm subscription"
      send={(token) => call<ConfirmSubscription>('POST /confirm-subscription', { body: { token } })}
    />
  )
}
