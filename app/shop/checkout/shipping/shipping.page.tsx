import { appContext } from '#app/context.server.ts'
import { requireCustomer } from '#shop/accounts/require-customer.server.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { CheckoutFrame } from '../checkout-frame.tsx'
import type { Route } from './+types/shipping.page.ts'
import { ShippingForm } from './shipping-form.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCustomer(request, context.get(appContext), 'login-first')
  return null
}

export const handle: PageHandle = { footer: 'plain' }

export const meta: Route.MetaFunction = () => [
  { title: 'Shipping Details | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function ShippingPage() {
  return (
    <CheckoutFrame step={0} title="Shipping Details">
      {() => <ShippingForm />}
    </CheckoutFrame>
  )
}
