import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireCustomerOrNotFound } from '#shop/accounts/require-customer.server.ts'
import type { PageHandle } from '#shop/storefront/page-handle.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Route } from './+types/pay.page.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { Payment } from './payment.tsx'
import { isShippingComplete } from './shipping-details.ts'
import { useShipping } from './shipping-store.ts'
import { leaveCheckout } from './use-paying.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await requireCustomerOrNotFound(request, context.get(appContext))
  return { email }
}

export const handle: PageHandle = { footer: 'plain' }

export const meta: Route.MetaFunction = () => [
  { title: 'Payment | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function PayPage({ loaderData }: Route.ComponentProps) {
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
    <CheckoutFrame step={2} title="Pay now">
      {(lines) =>
        isShippingComplete(shipping) ? (
          <Payment checkout={{ lines, shipping, email: loaderData.email }} onPlaced={finish} />
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
