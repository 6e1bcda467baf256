import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { LateSteps } from '#shop/handling/late/late-promise.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/refunds.page.ts'
import { GrievanceContact, PolicyPage } from './policy-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { deliveryPlan, shop } = context.get(appContext)
  return { late: hasZones(deliveryPlan.current()) ? shop.lateScale : [] }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Refunds and cancellation',
    description:
      'Cancel until our kitchen starts on your order and get a refund, and what to do if a cake arrives damaged.',
    path: '/refunds',
  })

export default function RefundsPage({ loaderData: { late } }: Route.ComponentProps) {
  return (
    <PolicyPage
      title="Refunds and cancellation"
      summary="You can cancel until our kitchen starts on your order. If your cake isn’t right, we’ll refund you."
    >
      {(shop) => (
        <>
          <h2>Cancelling an order</h2>
          <p>
            Go to <Link to="/yourorder">View Order</Link> and press Cancel Order. You can cancel
            until our kitchen starts on your order. Its tracking page shows until when: the link is
            in our email. We refund what you paid online right away. It will reach you in 5 to 7
            working days, the way you paid.
          </p>
          <h2>If your cake isn’t right</h2>
          <p>
            If it is damaged, late or not what you ordered, call <span>{shop.phone}</span> or email{' '}
            <a href={`mailto:${shop.email}`}>{shop.email}</a> within 24 hours of delivery, with a
            photo if you can. We’ll bake it again or refund you, whichever you prefer.
          </p>
          {late.length > 0 && (
            <>
              <h2>If we are late</h2>
              <p>
                We deliver within the slot that you choose. If we’re late, you get back a part of
                the price without asking. Less is due in cash; what you paid online is refunded the
                way you paid:
              </p>
              <LateSteps scale={late} />
              <p>
                What counts is when we reached your door. There is no refund if nobody opened, the
                address was wrong or the cake was refused there in time, if the address came after
                the slot had begun, or on a day that was called exceptional at checkout.
              </p>
            </>
          )}
          <h2>If no one is home</h2>
          <p>
            We call you and wait for 15 minutes. A cake that we can’t deliver can’t be sold again,
            so we can’t refund it.
          </p>
          <h2>Customised cakes</h2>
          <p>
            You owe nothing until you accept our quote. After that, you can cancel until our kitchen
            starts on the order. As you pay cash on delivery, there is nothing to refund.
          </p>
          <h2>Failed payments</h2>
          <p>
            If money has left your account but no order appears within an hour, we refund it
            automatically.
          </p>
          <GrievanceContact shop={shop} />
        </>
      )}
    </PolicyPage>
  )
}
