import { data, redirect } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { payPath } from '#shop/orders/links/pay-link.server.ts'
import type { Route } from './+types/pay-link.page.ts'
import { findLinked } from './find-tracked.server.ts'
import { NoSuchLink, secretHeaders } from './page/order-parts.tsx'

/** The sender's link, from which the order is paid: earlier mails have this address. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const linked = await findLinked(app, token)
  if (linked?.audience === 'sender') throw redirect(payPath(app, linked.order.id))
  const { phone, email } = app.shop
  return data({ shop: { phone, email } }, { status: 404, headers: secretHeaders })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function PayLinkPage({ loaderData }: Route.ComponentProps) {
  return <NoSuchLink shop={loaderData.shop} />
}
