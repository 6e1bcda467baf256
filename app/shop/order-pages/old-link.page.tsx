import { redirect } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { findLinked, payPath } from '#shop/orders/links/tracking-link.server.ts'
import type { Route } from './+types/old-link.page.ts'
import { secretHeaders } from './page/order-parts.tsx'

/** Addresses below a link that earlier mails and bookmarks have: where a sender paid, and where they changed the order. */
export async function loader({ context, url, params: { token } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const linked = url.pathname.endsWith('/pay') ? await findLinked(app, token) : null
  const isSenders = linked?.audience === 'sender'
  const path = isSenders ? payPath(app, linked.order.id) : `/track/${encodeURIComponent(token)}`
  return redirect(path, { headers: secretHeaders })
}
