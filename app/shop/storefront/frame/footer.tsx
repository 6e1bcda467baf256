import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AcceptedPayments } from '#shop/payments/accepted-payments.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { Button, buttonLook, prefetchOnIntent } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon, phoneIcon } from '#ui/icon.tsx'
import type { Faults, SubscribeFields } from '../newsletter/subscribe.ts'
import { type FrameKind, mainPages, policyPages } from './framed-pages.ts'
import { Logo, logoLook } from './header.tsx'
import { type ShownShop, useShop } from './shown-shop.ts'

const link = 'inline-flex min-h-11 items-center text-sm hover:text-berry hover:underline'

/** Pages on the way to an order. */
const alreadyOrders = /^\/(cart|login|register)\b/i

export function Footer({ kind }: { kind: FrameKind }) {
  const shop = useShop()
  const { pathname } = useLocation()
  if (kind !== 'full') {
    return (
      <footer className="border-t border-line print:hidden">
        {kind !== 'admin' && <HelpLinks shop={shop} />}
        <FooterLine shop={shop} />
      </footer>
    )
  }
  return (
    <footer className="mt-20 bg-blush print:hidden">
      {!alreadyOrders.test(pathname) && <CallToOrder />}
      <div className="shell grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[1.3fr_0.8fr_1fr_1.5fr]">
        <div className="col-span-2 grid content-start gap-4 lg:col-span-1">
          <p className={logoLook}>
            <Logo shop={shop} />
          </p>
          {shop && <WhereWeAre shop={shop} />}
          {shop?.profiles && <SocialLinks profiles={shop.profiles} />}
          <AcceptedPayments />
        </div>
        <FooterList title="Shop" pages={mainPages} />
        <FooterList title="Policies" pages={policyPages} />
        <div className="col-span-2 max-w-md lg:col-span-1">
          <SubscribeForm />
        </div>
      </div>
      <div className="border-t border-line">
        <FooterLine shop={shop} />
      </div>
    </footer>
  )
}

function FooterLine({ shop }: { shop: ShownShop | undefined }) {
  return <p className="shell py-5 text-xs text-cocoa-soft">{shop?.smallPrint ?? '© Cakewala'}</p>
}

function HelpLinks({ shop }: { shop: ShownShop | undefined }) {
  return (
    <nav aria-label="Help" className="shell -mb-5 flex flex-wrap gap-x-6 pt-2">
      {shop && <PhoneAndChat shop={shop} />}
      {policyPages.map(({ to, label }) => (
        <Link key={to} to={to} className={link}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

function PhoneAndChat({ shop: { phone, whatsApp } }: { shop: ShownShop }) {
  return (
    <>
      <a href={phoneHref(phone)} translate="no" className={`${link} gap-2 font-semibold`}>
        <Icon path={phoneIcon} size={16} />
        {phone}
      </a>
      {whatsApp && (
        <a href={whatsApp} className={link}>
          WhatsApp
        </a>
      )}
    </>
  )
}

function CallToOrder() {
  return (
    <section aria-labelledby="order-now" className="bg-berry text-paper">
      <div className="shell flex flex-col items-start justify-between gap-6 py-12 md:flex-row md:items-center">
        <div>
          <h2 id="order-now" className="text-3xl">
            Celebrating soon?
          </h2>
          <p className="mt-2">Choose a cake, a day and a time. We’ll do the rest.</p>
        </div>
        <Link
          to="/products"
          prefetch={prefetchOnIntent}
          className={`${buttonLook({ variant: 'secondary', size: 'large' })} border-transparent`}
        >
          Order a cake
        </Link>
      </div>
    </section>
  )
}

function WhereWeAre({ shop }: { shop: ShownShop }) {
  return (
    <address translate="no" className="grid gap-1 text-sm not-italic">
      <span>{shop.address}</span>
      <PhoneAndChat shop={shop} />
      <a href={`mailto:${shop.email}`} className={link}>
        {shop.email}
      </a>
    </address>
  )
}

interface FooterListProps {
  title: string
  pages: readonly { to: `/${string}`; label: string }[]
}

function FooterList({ title, pages }: FooterListProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const drawings = {
  Instagram:
    'M7.5 2.5h9a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-9a5 5 0 0 1 5-5zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17.3 6.7h.01',
  Facebook:
    'M17.5 2.5h-3a4.5 4.5 0 0 0-4.5 4.5v3H7v4h3v7.5h4V14h3l1-4h-4V7.2a.8.8 0 0 1 .8-.7h2.7z',
  YouTube:
    'M2.7 8.2A3 3 0 0 1 5.5 5.4a90 90 0 0 1 13 0 3 3 0 0 1 2.8 2.8 40 40 0 0 1 0 7.6 3 3 0 0 1-2.8 2.8 90 90 0 0 1-13 0 3 3 0 0 1-2.8-2.8 40 40 0 0 1 0-7.6zM10 15.2l5.2-3.2L10 8.8z',
}

function SocialLinks({ profiles }: Required<Pick<ShownShop, 'profiles'>>) {
  return (
    <ul className="-ml-2.5 flex" aria-label="Follow us">
      {profiles.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noreferrer"
            aria-label={name}
            className="inline-flex size-11 items-center justify-center rounded-pill transition hover:bg-paper hover:text-berry"
          >
            <Icon path={drawings[name]} size={20} />
          </a>
        </li>
      ))}
    </ul>
  )
}

// On its way once the form has the focus: every page has this form, and few visitors use it.
const loadSubscribe = () => import('../newsletter/subscribe.ts')

/** Validated by hand and again by the server: it is on every page, where a form library would be too heavy. */
function SubscribeForm() {
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [thanks, setThanks] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = event.currentTarget.elements as unknown as SubscribeFields
    setBusy(true)
    const { subscribe } = await loadNeeded(loadSubscribe)
    const outcome = await subscribe(fields)
    setBusy(false)
    if ('thanks' in outcome) return setThanks(outcome.thanks)
    setFaults(outcome)
    fields[outcome.email ? 'email' : 'consent'].focus()
  }

  return (
    <section aria-labelledby="subscribe" className="grid content-start gap-3">
      <h2 id="subscribe" className="text-lg">
        Sign up for our newsletter
      </h2>
      <p role="status" className="font-semibold text-berry empty:hidden">
        {thanks}
      </p>
      {!thanks && (
        // The method keeps the address of the mail out of the address of the page, should the browser send it itself.
        <form
          noValidate
          method="post"
          onFocus={() => void loadSubscribe()}
          onSubmit={submit}
          className="grid gap-2"
        >
          <TextField
            id="subscriber"
            label="Your email"
            type="email"
            name="email"
            autoComplete="email"
            required
            placeholder="you@example.in"
            error={faults.email}
          />
          <CheckboxField
            id="subscriber-consent"
            name="consent"
            required
            label="Email me offers and new cakes. I can unsubscribe anytime."
            error={faults.consent}
          />
          <p className="text-xs text-cocoa-soft">
            We email you a link to confirm, and keep your email until you unsubscribe.
          </p>
          <Button type="submit" busy={busy} className="mt-2 justify-self-start">
            Subscribe
          </Button>
          <NeedsScript>Subscribing needs JavaScript. You can also email us.</NeedsScript>
        </form>
      )}
    </section>
  )
}
