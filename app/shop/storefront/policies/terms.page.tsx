import { Link } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/terms.page.ts'
import { GrievanceContact, PolicyPage } from './policy-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms',
    description:
      'How ordering works: prices with tax, delivery times, customised cakes, allergens and what we answer for.',
    path: '/terms',
  })

export default function TermsPage() {
  return (
    <PolicyPage title="Terms" summary="How ordering from us works, in plain words.">
      {(shop) => (
        <>
          <h2>Who we are</h2>
          <p>
            {shop.name}, {shop.address}. GSTIN {shop.gstin}, FSSAI licence {shop.fssai}.
          </p>
          <h2>Prices</h2>
          <p>
            Prices are in rupees and include GST. Cakes are priced by weight, pastries by piece.
            Shipping is ₹50 for each order and is shown before you pay. The price at the time you
            order counts; if one has changed since you filled your cart, we say so before anything
            is charged.
          </p>
          <h2>Ordering and delivery</h2>
          <p>
            An order is placed when the payment has succeeded; we confirm it by mail. Deliveries are
            made between 9:00 and 21:00, at least 3 hours and at most 60 days after you order.
            Please see to it that someone can take the cake in.
          </p>
          <h2>Customised cakes</h2>
          <p>
            For a cake of your own design we first mail you a price. Nothing is baked until you
            agree to it, and you pay cash on delivery.
          </p>
          <h2>Ingredients and allergens</h2>
          <p>
            Cakes marked with the green sign contain no egg; those with the brown sign do. Our
            kitchen works with wheat, milk, soy, nuts and egg, and we cannot rule out traces of any
            of them.
          </p>
          <h2>Pictures</h2>
          <p>
            Every cake is made by hand, so yours will differ a little from its picture, as it does
            from every other.
          </p>
          <h2>If something is wrong</h2>
          <p>
            See <Link to="/refunds">refunds and cancellation</Link>. Your rights under the Consumer
            Protection Act, 2019 are untouched by anything written here; Indian law applies.
          </p>
          <GrievanceContact shop={shop} />
        </>
      )}
    </PolicyPage>
  )
}
