import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { MailedLink } from '#shop/storefront/mailed-link.tsx'
import type { Route } from './+types/tell-me.page.ts'
import type { confirmTellMeEndpoint, withdrawTellMeEndpoint } from './unserved.endpoints.ts'
import { findRequest } from './unserved.store.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token')
  if (!token) throw data(null, { status: 404 })
  const request = await findRequest(context.get(appContext).db, token)
  return { pincode: request?.pincode ?? null, isConfirmed: Boolean(request?.confirmedAt) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'When we deliver to you | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** What the mailed link opens: it confirms, and later it takes the request back. */
export default function TellMePage({ loaderData: { pincode, isConfirmed } }: Route.ComponentProps) {
  const place = pincode ?? 'you'
  if (isConfirmed) {
    return (
      <MailedLink
        title={`We’ll tell you when we deliver to ${place}`}
        text="Changed your mind? We’ll delete your email, and won’t tell you."
        button="Don’t tell me"
        send={(token) =>
          call<typeof withdrawTellMeEndpoint>('POST /delivery/tell-me/withdraw', {
            body: { token },
          })
        }
      />
    )
  }
  return (
    <MailedLink
      title={`Shall we tell you when we deliver to ${place}?`}
      text="We’ll email you once, and then delete your email from our list."
      button="Tell me when you do"
      send={(token) =>
        call<typeof confirmTellMeEndpoint>('POST /delivery/tell-me/confirm', { body: { token } })
      }
    />
  )
}
