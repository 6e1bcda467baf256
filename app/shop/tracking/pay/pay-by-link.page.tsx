import { lazy, Suspense, useState } from 'react'
import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { unpaidChange } from '#shop/orders/money/unpaid.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { greetedName } from '#shop/values/person-name.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { findTracked } from '../find-tracked.server.ts'
import { NoSuchLink, secretHeaders } from '../page/order-parts.tsx'
import type { confirmByLinkEndpoint, payByLinkEndpoint } from '../tracking.endpoints.ts'
import type { Route } from './+types/pay-by-link.page.ts'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { phone, email, name } = app.shop
  const shop = { phone, email, name }
  const tracked = await findTracked(app, token)
  if (tracked?.audience !== 'sender') {
    return data(
      { order: null, token, shop, provider: null },
      { status: 404, headers: secretHeaders },
    )
  }
  const { order } = tracked
  const shown = {
    number: order.number,
    firstName: greetedName(order.customerName),
    unpaidChange: unpaidChange(order),
  }
  const provider = app.payments.active.forBrowser
  return data({ order: shown, token, shop, provider }, { headers: secretHeaders })
}

// Loaded by whoever pays.
const PayBalance = lazy(async () => ({
  default: (await import('#shop/checkout/balance/pay-balance.tsx')).PayBalance,
}))

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = { frame: 'link' } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Pay for a change | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function PayByLinkPage({ loaderData }: Route.ComponentProps) {
  const { order, token, shop, provider } = loaderData
  const [isPaid, setIsPaid] = useState(false)
  if (!order) return <NoSuchLink shop={shop} />
  const { number, firstName } = order
  const open = isPaid ? null : order.unpaidChange
  return (
    <div className="shell pt-6 pb-12 md:pt-10">
      <article className="mx-auto grid max-w-2xl gap-6">
        <header>
          <div role="status" className="grid gap-2">
            <p className="text-sm text-cocoa-soft">Order {number}</p>
            <h1 className="text-3xl">{titleOf(isPaid, open !== null)}</h1>
            {open && (
              <p>
                Your change costs {formatInr(open.paise)} more. Pay by <Moment at={open.until} />,
                and your order is changed at once.
              </p>
            )}
            {isPaid && <p>Thank you! We’ve mailed you what is new.</p>}
          </div>
        </header>
        {open && (
          <Suspense fallback={<Skeleton className="h-121.75 md:h-116.25" />}>
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
          </Suspense>
        )}
        <footer className="grid gap-3">
          <ButtonLink to={`/track/${token}`} reloadDocument variant="secondary" size="small">
            Back to your order
          </ButtonLink>
          <CallOrWrite shop={shop} />
        </footer>
      </article>
    </div>
  )
}

function titleOf(isPaid: boolean, isOpen: boolean): string {
  if (isPaid) return 'Your order is changed'
  return isOpen ? 'Pay for your change' : 'Nothing is to be paid'
}
