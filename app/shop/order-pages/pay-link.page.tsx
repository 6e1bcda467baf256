import { redirect } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { findLinked, payPath } from '#shop/orders/links/tracking-link.server.ts'
import type { Route } from './+types/pay-link.page.ts'
import { secretHeaders } from './page/order-parts.tsx'

/** The sender's link, from which the order is paid: earlier mails have this address. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const linked = await findLinked(app, token)
  const other = `/track/${encodeURIComponent(token)}`
  const path = linked?.audience === 'sender' ? payPath(app, linked.order.id) : other
  return redirect(path, { headers: secretHeaders })
}
