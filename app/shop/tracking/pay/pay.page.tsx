import { useState } from 'react'
import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { cakesText } from '#shop/cart/cakes-text.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { unpaidByLink } from '#shop/orders/money/unpaid.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { greetedName } from '#shop/values/typed/person-name.ts'
import { ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { findLinked } from '../find-tracked.server.ts'
import { NoSuchLink, secretHeaders } from '../page/order-parts.tsx'
import type { confirmByLinkEndpoint, payByLinkEndpoint } from '../tracking.endpoints.ts'
import type { Route } from './+types/pay.page.ts'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { phone, email, name } = app.shop
  const shop = { phone, email, name }
  const linked = await findLinked(app, token)
  if (linked?.audience !== 'sender') {
    return data(
      { order: null, token, shop, provider: null },
      { status: 404, headers: secretHeaders },
    )
  }
  const { order } = linked
  const { number, items, state } = order
  const isPlaced = state === 'placed'
  const shown = {
    number,
    firstName: greetedName(order.customerName),
    isPlaced,
    /** What nobody has read on the order's page yet. */
    ordered: isPlaced ? '' : `${cakesText(items)}, for ${deliveryText(order)}`,
    hasCustom: !isPlaced && items.some(({ customize }) => customize),
    unpaid: unpaidByLink(order),
  }
  const provider = app.payments.active.forBrowser
  return data({ order: shown, token, shop, provider }, { headers: secretHeaders })
}

// Loaded by whoever pays.
const PayBalance = lazyPart(
  async () => (await import('#shop/checkout/balance/pay-balance.tsx')).PayBalance,
  { isNeeded: true, loading: <Skeleton className="h-121.75 md:h-116.25" /> },
)

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = { frame: 'link' } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Pay for your order | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function PayByLinkPage({ loaderData }: Route.ComponentProps) {
  const { order, token, shop, provider } = loaderData
  const [isPaid, setIsPaid] = useState(false)
  if (!order) return <NoSuchLink shop={shop} />
  const { number, firstName, isPlaced, ordered, hasCustom } = order
  const open = isPaid ? null : order.unpaid
  const isOver = !isPlaced && !isPaid && open === null
  return (
    <div className="shell pt-6 pb-12 md:pt-10">
      <article className="mx-auto grid max-w-2xl gap-6">
        <header>
          <div role="status" className="grid gap-2">
            <p className="text-sm text-cocoa-soft">{`Order ${number}`}</p>
            <h1 className="text-3xl">{titleOf({ isPlaced, isPaid, isOpen: open !== null })}</h1>
            {ordered && <p>{ordered}</p>}
            {open && (
              <p>
                <span>{isPlaced && `Your change costs ${formatInr(open.paise)} more. `}</span>
                Pay <span>{!isPlaced && formatInr(open.paise)}</span> by <Moment at={open.until} />,
                and <span>{isPlaced ? 'your order is changed at once' : 'we bake it for you'}</span>
                .
              </p>
            )}
            {open && hasCustom && <p>We email you the price of your customised cake.</p>}
            {isOver && <p>The time to pay is over. Call us to order again.</p>}
            {isPaid && <p>Thank you! We’ve mailed you what is new.</p>}
          </div>
        </header>
        {open && (
          <PayBalance
            amountPaise={open.paise}
            firstName={firstName}
            hint={null}
            provider={provider}
            shopName={shop.name}
            start={(paymentMethodId) =>
              call<typeof payByLinkEndpoint>('POST /track/pay', {
                body: { token, paymentMethodId },
              })
            }
            confirm={(signedReturn) =>
              call<typeof confirmByLinkEndpoint>('POST /track/confirm-payment', {
                body: { token, signedReturn },
              })
            }
            onPaid={() => setIsPaid(true)}
          />
        )}
        <footer className="grid gap-3">
          {(isPlaced || isPaid) && (
            <ButtonLink to={`/track/${token}`} reloadDocument variant="secondary" size="small">
              {isPlaced ? 'Back to your order' : 'See your order'}
            </ButtonLink>
          )}
          <CallOrWrite shop={shop} />
        </footer>
      </article>
    </div>
  )
}

interface Standing {
  isPlaced: boolean
  isPaid: boolean
  isOpen: boolean
}

function titleOf({ isPlaced, isPaid, isOpen }: Standing): string {
  if (isPaid) return `Your order is ${isPlaced ? 'changed' : 'placed'}`
  if (isOpen) return `Pay for your ${isPlaced ? 'change' : 'order'}`
  return 'Nothing is to be paid'
}
