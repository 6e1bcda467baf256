import { data } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { privateMeta } from '../frame/shown-shop.ts'
import { MailedLink } from '../mailed-link.tsx'
import type { Route } from './+types/mailed-answer.page.ts'
import type { ConfirmSubscription, Unsubscribe } from './newsletter.server.tsx'

/** The two answers that a mail about the newsletter links to, by their routes. */
const answers = {
  'confirm-subscription': {
    page: 'Confirm your subscription',
    title: 'Do you want our newsletter?',
    text: 'We’ll email you offers and new cakes. You can unsubscribe anytime.',
    button: 'Confirm subscription',
    send: (token: string) =>
      call<ConfirmSubscription>('POST /confirm-subscription', { body: { token } }),
  },
  unsubscribe: {
    page: 'Unsubscribe',
    title: 'Unsubscribe from our newsletter?',
    text: 'We’ll stop emailing you offers and new cakes, and delete your address from our list. You’ll still get emails about your orders.',
    button: 'Unsubscribe',
    send: (token: string) => call<Unsubscribe>('POST /unsubscribe', { body: { token } }),
  },
}

export function loader({ url }: Route.LoaderArgs) {
  if (!url.searchParams.get('token')) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, answers[matches[1].id].page)

export default function MailedAnswerPage({ matches }: Route.ComponentProps) {
  const { page: _, ...link } = answers[matches[1].id]
  return <MailedLink key={link.title} {...link} />
}
