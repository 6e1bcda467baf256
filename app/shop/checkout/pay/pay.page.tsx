import { useState } from 'react'
import { Navigate, redirectDocument, useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireCustomerOrNotFound } from '#shop/accounts/require-customer.server.ts'
import { customerOf } from '#shop/orders/orders.store.server.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { isShippingComplete } from '../shipping/shipping-details.ts'
import { useShipping } from '../shipping/shipping-store.ts'
import type { Route } from './+types/pay.page.ts'
import { Payment } from './payment.tsx'
import { PaymentLoading } from './payment-loading.tsx'
import { leaveCheckout } from './use-payment.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id } = await requireCustomerOrNotFound(request, app)
  const customer = await customerOf(app.db, id)
  return { customer, company: app.payments.active.forBrowser, shopName: app.shop.name }
}

/** What a company's code may do is said with the document, so coming here from another page loads one. */
export function clientLoader(): never {
  throw redirectDocument('/order')
}

export const handle: PageHandle = { footer: 'plain' }

export const meta: Route.MetaFunction = () => [
  { title: 'Payment | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function PayPage({ loaderData }: Route.ComponentProps) {
  const { customer, company, shopName } = loaderData
  const shipping = useShipping()
  const navigate = useNavigate()
  const [placed, setPlaced] = useState(false)

  function finish() {
    setPlaced(true)
    leaveCheckout()
    void navigate('/', { replace: true })
  }

  if (placed) return <Placed />
  return (
    <CheckoutFrame step={2} title="Pay now" waiting={<PaymentLoading company={company} />}>
      {(lines) =>
        isShippingComplete(shipping) ? (
          <Payment
            checkout={{ lines, shipping, customer }}
            company={company}
            shopName={shopName}
            onPlaced={finish}
          />
        ) : (
          <Navigate to="/shipping" replace />
        )
      }
    </CheckoutFrame>
  )
}

/** While the home page is fetched. */
function Placed() {
  return (
    <div className="shell py-10">
      <h1 className="sr-only">Payment</h1>
      <EmptyState title="Your Order is Placed.">Taking you home…</EmptyState>
    </div>
  )
}
