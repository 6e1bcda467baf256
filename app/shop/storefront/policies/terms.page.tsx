import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { useHasZones } from '#shop/delivery/deliver-to/delivery-address.ts'
import { usualTerms } from '#shop/delivery/delivery-fees.ts'
import { cashPlanOf } from '#shop/orders/money/cash-on-delivery.ts'
import { formatInr } from '#shop/values/money.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/terms.page.ts'
import { GrievanceContact, PolicyPage } from './policy-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { deliveryPlan, shop } = context.get(appContext)
  return { takesCash: cashPlanOf(deliveryPlan.current()) !== null, hasGst: shop.gst === 'regular' }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms',
    description:
      'How ordering works: prices, delivery times, customised cakes, allergens and your rights.',
    path: '/terms',
  })

export default function TermsPage({ loaderData: { takesCash, hasGst } }: Route.ComponentProps) {
  const hasZones = useHasZones()
  return (
    <PolicyPage title="Terms" summary="How ordering from us works, in plain words.">
      {(shop) => (
        <>
          <h2>Who we are</h2>
          <p>
            <span>{`${shop.legalName || shop.name}, ${shop.address}`}</span>.{' '}
            <span>{shop.gstin && `GSTIN ${shop.gstin}, `}</span>
            FSSAI licence <span>{shop.fssai}</span>.
          </p>
          <h2>Prices</h2>
          <p>
            Prices are in rupees<span>{hasGst && ' and include GST'}</span>. Cakes are priced by
            weight, pastries by the piece.{' '}
            <span>
              {hasZones
                ? 'Shipping depends on your pincode and time'
                : `Shipping is ${formatInr(usualTerms.feePaise)} per order`}
            </span>{' '}
            and is shown before you pay. You pay the price at the time you order. If a price has
            changed since you filled your cart, we tell you before we charge you.
          </p>
          <h2 id="delivery">Ordering and delivery</h2>
          <p>
            Your order is placed once your payment succeeds
            <span>{takesCash && ', or at once where checkout lets you pay in cash'}</span>, and we
            confirm it by email.{' '}
            <span>
              {hasZones
                ? 'Checkout shows the times at which we can deliver your cakes to your pincode.'
                : 'We deliver from 9 am to 9 pm, at least 3 hours after you order and up to 60 days ahead. Customised cakes need more time: checkout shows the earliest.'}
            </span>{' '}
            Please make sure that someone is there to receive the cake.
          </p>
          <h2>Customised cakes</h2>
          <p>
            For a cake of your own design, we email you a quote first. We start only after you
            accept it, and you pay cash on delivery.
          </p>
          <h2>Ingredients and allergens</h2>
          <p>
            Cakes with the green mark are eggless; those with the brown mark contain egg. The page
            of a cake says what is in it, and what it may contain traces of. Where it says “Ask us
            about allergens”, and for customised cakes, please ask before you order.
          </p>
          <h2>Pictures</h2>
          <p>Every cake is made by hand, so yours may look a little different from its picture.</p>
          <h2>If something is wrong</h2>
          <p>
            See <Link to="/refunds">refunds and cancellation</Link>. Nothing here limits your rights
            under the Consumer Protection Act, 2019. Indian law applies.
          </p>
          <GrievanceContact shop={shop} />
        </>
      )}
    </PolicyPage>
  )
}
