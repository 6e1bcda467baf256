import { Link } from 'react-router'
import { dataKinds } from '#shop/privacy/data-kinds.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/privacy.page.ts'
import { GrievanceContact, PolicyPage } from './policy-page.tsx'

export const loader = () => ({ kinds: dataKinds })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy policy',
    description:
      'What we collect, why and for how long we keep it, and how to correct or delete it. No advertising trackers.',
    path: '/privacy',
  })

export default function PrivacyPage({ loaderData: { kinds } }: Route.ComponentProps) {
  return (
    <PolicyPage
      title="Privacy policy"
      summary="We collect only what we need to bake and deliver your cake. We don’t track you."
    >
      {(shop) => (
        <>
          <h2>What we keep, why, and how long</h2>
          <ul>
            {kinds.map(({ id, what, why, retention }) => (
              <li key={id}>
                <strong>{what}</strong>
                <span>{`: for ${why}. Kept ${retention}.`}</span>
              </li>
            ))}
          </ul>
          <p>
            You give us this when you register, order, write to us or send us a design, and we use
            it for that alone. Our newsletter needs your consent: tick its box, confirm it by the
            link in our email, and withdraw it anytime.
          </p>
          <h2>Payments</h2>
          <p>
            Your card details go from your browser straight to the payment provider. They never
            reach our server. We only learn whether the payment succeeded.
          </p>
          <h2>Cookies and browser storage</h2>
          <p>
            When you log in, we set a few cookies: one keeps you logged in, and some help pages show
            the right links. Your cart and your last delivery address are stored in your browser. We
            use no advertising or tracking cookies. The map on the contact page comes from another
            service, which can see that your browser loaded it.
          </p>
          <h2>Who we share it with</h2>
          <p>
            The payment provider, to take your payment, and our delivery person, who needs your
            address and phone number. We never sell your data.
          </p>
          <h2>Under 18</h2>
          <p>
            Accounts are for people of 18 or older. A parent or guardian can order for someone
            younger.
          </p>
          <h2>Your rights</h2>
          <ul>
            <li>
              See and correct your data, download all of it, and withdraw your consent on{' '}
              <Link to="/account">your account page</Link>.
            </li>
            <li>
              Delete your account there, when no order is open. We keep only what tax law requires.
            </li>
            <li>
              Nominate somebody who may use these rights if you die or can’t: write to{' '}
              <a href={`mailto:${shop.grievance.email}?subject=Nomination`}>
                {shop.grievance.email}
              </a>
              .
            </li>
            <li>
              Complain to our grievance contact below, and then to the Data Protection Board of
              India.
            </li>
          </ul>
          <GrievanceContact shop={shop} />
        </>
      )}
    </PolicyPage>
  )
}
