import { useEffect } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import { type AppContext, appContext } from '#app/context.server.ts'
import { fulfilmentPhrases } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { findLinked, findTracked, payPath } from '#shop/orders/links/tracking-link.server.ts'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { type ShopContact, shopContact } from '#shop/values/shop-details.ts'
import { ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Route } from './+types/track.page.ts'
import { CustomersOrder } from './customers-order.tsx'
import { followOrder } from './live-events.ts'
import { NoSuchLink, OrderState, secretHeaders } from './order-parts.tsx'
import { TimelineList } from './timeline.tsx'
import { type OrderOfSender, showTracked } from './view-orders.server.ts'

// Only reads, because mail programs open links to check them.
export async function loader({ context, url, params: { token } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [, former] = /^\/track\/[^/]+\/(\w+)/i.exec(url.pathname) ?? []
  if (former) throw redirect(await pathNow(app, token, former), { headers: secretHeaders })
  const tracked = await findTracked(app, token)
  const order = tracked && (await showTracked(app, tracked))
  return data(
    { order, token, shop: shopContact(app.shop) },
    { status: order ? 200 : 404, headers: secretHeaders },
  )
}

/** Of addresses below a link that earlier mails and bookmarks have: where a sender paid, and where they changed the order. */
async function pathNow(app: AppContext, token: string, former: string) {
  const linked = former === 'pay' ? await findLinked(app, token) : null
  return linked?.audience === 'sender'
    ? payPath(app, linked.order.id)
    : `/track/${encodeURIComponent(token)}`
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = {
  frame: 'link',
  hydrates: ({ order }) => order?.audience === 'sender',
} satisfies PageHandle<Route.ComponentProps['loaderData']>

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Track an order')

// Shown by the server alone: no browser loads it.
const RecipientOrder = lazyPart(async () => (await import('./recipient-order.tsx')).RecipientOrder)

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

interface SenderOrderProps {
  order: OrderOfSender
  token: string
  shop: ShopContact
}

/** Where the order is, and all of it as in View Orders; read again when it changes. */
function SenderOrder({ order, token, shop }: SenderOrderProps) {
  const { isCancelled, fulfilment, now, choices } = order
  const { revalidate } = useRevalidator()
  useEffect(() => followOrder(token, () => void revalidate()), [token, revalidate])
  return (
    <article className="card mx-auto grid max-w-5xl gap-8 p-5 md:grid-cols-[1fr_2fr] md:gap-12 md:p-8">
      <div className="grid content-start gap-6">
        <OrderState
          order={order}
          shop={shop}
          title={`Your order ${fulfilmentPhrases[isCancelled ? 'cancelled' : fulfilment]}`}
        />
        <TimelineList steps={order.timeline} />
      </div>
      <div className="grid content-start gap-5">
        <CustomersOrder
          found={order}
          page={{ now, choices, shop }}
          id="ordered"
          title="What you ordered"
        >
          {order.isInAccount && (
            <ButtonLink to="/yourorder" reloadDocument variant="quiet" size="small">
              View Orders
            </ButtonLink>
          )}
        </CustomersOrder>
        <footer className="border-t border-line pt-4 text-sm">
          <p>Please don’t share this link: whoever has it can change or cancel the order.</p>
          <CallOrWrite shop={shop} order={order} />
        </footer>
      </div>
    </article>
  )
}
