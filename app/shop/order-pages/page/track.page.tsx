import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { findTracked } from '#shop/orders/links/tracking-link.server.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { shopContact } from '#shop/values/shop-details.ts'
import type { Route } from './+types/track.page.ts'
import { NoSuchLink, secretHeaders } from './order-parts.tsx'
import { RecipientOrder } from './recipient-order.tsx'
import { SenderOrder } from './sender-order.tsx'
import { showTracked } from './show-tracked.server.ts'

// Only reads, because mail programs open links to check them.
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const tracked = await findTracked(app, params.token)
  const order = tracked && (await showTracked(app, tracked))
  return data(
    { order, token: params.token, shop: shopContact(app.shop) },
    { status: order ? 200 : 404, headers: secretHeaders },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = {
  frame: 'link',
  hydrates: ({ order }) => order?.audience === 'sender',
} satisfies PageHandle<Route.ComponentProps['loaderData']>

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Track an order')

export default function TrackPage({ loaderData }: Route.ComponentProps) {
  const { order, token, shop } = loaderData
  if (!order) return <NoSuchLink shop={shop} />
  return (
    <div className="shell pt-6 pb-12 md:pt-10">
      {order.audience === 'sender' ? (
        <SenderOrder order={order} token={token} shop={shop} />
      ) : (
        <RecipientOrder order={order} shop={shop} />
      )}
    </div>
  )
}
