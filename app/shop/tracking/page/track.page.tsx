import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { findTracked } from '../link/find-tracked.server.ts'
import type { Route } from './+types/track.page.ts'
import followOrder from './follow-order.js?url&no-inline'
import { RecipientOrder } from './recipient-order.tsx'
import { SenderOrder } from './sender-order.tsx'
import { showTracked } from './show-tracked.server.ts'

// Only reads: mail programs follow links to look at them.
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const tracked = await findTracked(app, params.token)
  const order = tracked && (await showTracked(app, tracked))
  const { phone, email } = app.shop
  return data(
    { order, token: params.token, shop: { phone, email } },
    { status: order ? 200 : 404, headers: secret },
  )
}

const secret = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = { frame: 'link', hydrates: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Track an order | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

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
      <script src={followOrder} defer />
    </div>
  )
}

/** The same for every link that does not work. */
function NoSuchLink({ shop }: { shop: ShopContact }) {
  return (
    <div className="shell grid justify-items-center gap-4 py-12 text-center md:py-20">
      <h1 className="text-3xl">This link does not work</h1>
      <p className="max-w-prose text-lg text-cocoa-soft">
        Part of it may be missing, or it is too old. Please open it again from our email, or call
        us.
      </p>
      <CallOrWrite shop={shop} />
    </div>
  )
}
