import { Link } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/refunds.page.ts'
import { GrievanceContact, PolicyPage } from './policy-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Refunds and cancellation',
    description:
      'Cancel until your cake is prepared and get back what you paid by card; what to do if a cake arrives damaged.',
    path: '/refunds',
  })

export default function RefundsPage() {
  return (
    <PolicyPage
      title="Refunds and cancellation"
      summary="You may cancel until your cake is prepared. If it is not as it should be, you get your money back."
    >
      {(shop) => (
        <>
          <h2>Cancelling an order</h2>
          <p>
            In <Link to="/yourorder">View Order</Link> press Cancel Order. That works until an item
            of the order has been prepared. What you paid by card for the cancelled items goes back
            to the same card, at once from our side; banks usually take five to seven working days
            to show it.
          </p>
          <h2>A cake that is not right</h2>
          <p>
            Damaged, late or not what you ordered: call {shop.phone} or write to{' '}
            <a href={`mailto:${shop.email}`}>{shop.email}</a> within 24 hours of the delivery, with
            a picture if you can. We bake it again or give the money back, as you prefer.
          </p>
          <h2>When nobody was in</h2>
          <p>
            We call you and wait a quarter of an hour. A cake that could not be handed over cannot
            be sold again, so it is not refunded.
          </p>
          <h2>Customised cakes</h2>
          <p>
            Until you have agreed to the price, you owe nothing. After that you may cancel until the
            cake is prepared; as you pay on delivery, there is nothing to give back.
          </p>
          <h2>Payments that went wrong</h2>
          <p>
            If money left your account and no order shows within an hour, we return it without being
            asked.
          </p>
          <GrievanceContact shop={shop} />
        </>
      )}
    </PolicyPage>
  )
}
