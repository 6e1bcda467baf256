import { data } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { MailedLink } from '../mailed-link.tsx'
import type { Route } from './+types/unsubscribe.page.ts'
import type { Unsubscribe } from './newsletter.server.tsx'

export function loader({ url }: Route.LoaderArgs) {
  if (!url.searchParams.get('token')) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Unsubscribe | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function UnsubscribePage() {
  return (
    <MailedLink
      title="Unsubscribe from our newsletter?"
      text="We’ll stop emailing you offers and new cakes, and delete your address from our list. You’ll still get emails about your orders."
      button="Unsubscribe"
      send={(token) => call<Unsubscribe>('POST /unsubscribe', { body: { token } })}
    />
  )
}
