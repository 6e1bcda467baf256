import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/privacy.page.ts'
import { GrievanceContact, PolicyPage } from './policy-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy policy',
    description:
      'What we keep about you, why, for how long, and how to have it changed or removed. No advertising trackers.',
    path: '/privacy',
  })

export default function PrivacyPage() {
  return (
    <PolicyPage
      title="Privacy policy"
      summary="We keep what we need to bake and bring your cake, and nothing to follow you around with."
    >
      {(shop) => (
        <>
          <h2>What we keep, and why</h2>
          <ul>
            <li>
              Your name, email, mobile number and date of birth, from when you register, for your
              account.
            </li>
            <li>Your orders with their delivery address, to bake, deliver and invoice them.</li>
            <li>What you write to us by the contact form, to answer it.</li>
            <li>
              Your email for news, if you subscribed, until you unsubscribe. Every such mail has a
              link for it.
            </li>
          </ul>
          <h2>Payments</h2>
          <p>
            Card numbers go from your browser to the payment provider. They never reach our server;
            we only learn whether a payment succeeded.
          </p>
          <h2>In your browser</h2>
          <p>
            When you sign in, three cookies remember it: one that proves who you are, and two that
            let pages show the right links. Your cart and the last delivery address stay in your
            browser's own storage. There are no advertising or tracking cookies. The map on the
            contact page comes from another service, which sees that your browser asked for it.
          </p>
          <h2>Who else sees it</h2>
          <p>
            The payment provider, for paying; the person who brings your cake, for the address and
            phone number. We sell nothing about you to anyone.
          </p>
          <h2>How long</h2>
          <p>
            Invoices as long as tax law asks for them. The rest for as long as you have an account
            with us.
          </p>
          <h2>Your say</h2>
          <p>
            You may see, correct or remove what we keep about you, and take back your consent: write
            to <a href={`mailto:${shop.email}`}>{shop.email}</a>. What invoices must show we keep as
            the law demands.
          </p>
          <GrievanceContact shop={shop} />
        </>
      )}
    </PolicyPage>
  )
}
