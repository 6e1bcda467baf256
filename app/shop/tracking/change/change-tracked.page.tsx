import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { ChangeFields } from '#shop/orders/change/change-fields.tsx'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { ButtonLink } from '#ui/button.tsx'
import followOrder from '../page/follow-order.ts?worker&url'
import { NoSuchLink, secretHeaders } from '../page/no-such-link.tsx'
import { CallForm, LivePart, Said } from '../page/order-parts.tsx'
import type { Route } from './+types/change-tracked.page.ts'
import type { OrderToChange } from './order-to-change.ts'
import { OtherTime } from './other-time.tsx'
import { showChange } from './show-change.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const order = await showChange(app, params.token)
  const { phone, email } = app.shop
  return data(
    { order, token: params.token, shop: { phone, email } },
    { status: order ? 200 : 404, headers: secretHeaders },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = { frame: 'link', hydrates: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Change an order | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function ChangeTrackedPage({ loaderData }: Route.ComponentProps) {
  const { order, token, shop } = loaderData
  if (!order) return <NoSuchLink shop={shop} />
  return (
    <div className="shell pt-6 pb-12 md:pt-10">
      <article className="card mx-auto grid max-w-2xl gap-6 p-5 md:p-8">
        <header className="grid gap-2">
          <p className="text-sm text-cocoa-soft">Order {order.number}</p>
          <h1 className="text-3xl">Change your order</h1>
        </header>
        <Said />
        <LivePart name="change">
          <WhatToChange order={order} shop={shop} />
        </LivePart>
        <footer className="border-t border-line pt-4">
          <ButtonLink to={`/track/${token}`} reloadDocument variant="secondary" size="small">
            Back to your order
          </ButtonLink>
        </footer>
      </article>
      <script type="module" src={followOrder} />
    </div>
  )
}

function WhatToChange({ order, shop }: { order: OrderToChange; shop: ShopContact }) {
  const { parts, changesUntil, why, draft, cakes, flavours } = order
  if (parts.length === 0) {
    return (
      <>
        <p>{why} Call us and we will help.</p>
        <CallOrWrite shop={shop} />
      </>
    )
  }
  return (
    <>
      {changesUntil ? (
        <p>
          You can change it until <Moment at={changesUntil} />, unless we start baking before. It
          never costs more afterwards.
        </p>
      ) : (
        <p>{why}</p>
      )}
      <CallForm call="/track/change" submit="Save changes" onlyChanges>
        <ChangeFields
          parts={parts}
          draft={draft}
          errors={noErrors}
          flavours={flavours}
          cakes={cakes}
          time={<OtherTime order={order} />}
          change={nothing}
        />
      </CallForm>
    </>
  )
}

const noErrors = {}

// The page is read as it was sent: `follow-order.ts` compares its fields with what they were.
const nothing = () => {}
