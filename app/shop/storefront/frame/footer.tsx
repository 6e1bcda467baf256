import { Phone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { prefetchOnIntent } from '#ui/prefetch.ts'
import type { subscribeEndpoint } from '../storefront.endpoints.ts'
import { Logo } from './logo.tsx'
import { mainPages, policyPages } from './navigation.ts'
import { useFooter } from './page-handle.ts'
import { useShop } from './use-shop.ts'

const link = 'inline-flex min-h-11 items-center text-sm hover:text-berry hover:underline'

export function Footer() {
  const shop = useShop()
  const kind = useFooter()
  const line = <FooterLine shop={shop} />
  if (kind === 'slim') return <footer className="print:hidden">{line}</footer>
  return (
    <footer className="mt-20 bg-blush print:hidden">
      {kind === 'full' && <CallToOrder />}
      <div className="shell grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[1.3fr_0.8fr_1fr_1.5fr]">
        <div className="col-span-2 grid content-start gap-4 lg:col-span-1">
          <Logo name={shop?.name ?? 'Cakewala'} />
          {shop && <WhereWeAre shop={shop} />}
          <SocialLinks />
        </div>
        <FooterList title="Shop" pages={mainPages} />
        <FooterList title="Good to know" pages={policyPages} />
        <div className="col-span-2 max-w-md lg:col-span-1">
          <SubscribeForm />
        </div>
      </div>
      {line}
    </footer>
  )
}

function FooterLine({ shop }: { shop: ShopDetails | undefined }) {
  return (
    <div className="border-t border-line">
      <p className="shell py-5 text-xs text-cocoa-soft">
        © {shop?.name ?? 'Cakewala'}
        {shop && ` · FSSAI licence ${shop.fssai} · GSTIN ${shop.gstin}`}
      </p>
    </div>
  )
}

function CallToOrder() {
  return (
    <section aria-labelledby="order-now" className="bg-berry text-paper">
      <div className="shell flex flex-col items-start justify-between gap-6 py-12 md:flex-row md:items-center">
        <div>
          <h2 id="order-now" className="text-3xl">
            Is a sweet day coming?
          </h2>
          <p className="mt-2">Order by afternoon, and we bake it in time for the candles.</p>
        </div>
        <Link
          to="/products"
          prefetch={prefetchOnIntent}
          className={`${buttonLook({ variant: 'secondary', size: 'large' })} border-transparent`}
        >
          Make an order
        </Link>
      </div>
    </section>
  )
}

function WhereWeAre({ shop }: { shop: ShopDetails }) {
  return (
    <address className="grid gap-1 text-sm not-italic">
      <span>{shop.address}</span>
      <a href={`tel:${shop.phone.replace(/\s/g, '')}`} className={`${link} gap-2 font-semibold`}>
        <Phone size={16} aria-hidden="true" />
        {shop.phone}
      </a>
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

type Faults = { email?: string; consent?: string }

/** Checked by hand and again by the server: it stands on every page, where a form library would be too heavy. */
function SubscribeForm() {
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [thanks, setThanks] = useState('')
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { email, consent } = event.currentTarget.elements as unknown as Inputs
    const found = faultsOf(email, consent)
    setFaults(found)
    if (found.email || found.consent) return (found.email ? email : consent).focus()
    setBusy(true)
    const outcome = await subscribe(email.value)
    setBusy(false)
    if ('thanks' in outcome) setThanks(outcome.thanks)
    else setFaults(outcome)
  }

  return (
    <section aria-labelledby="subscribe" className="grid content-start gap-3">
      <h2 id="subscribe" className="text-lg">
        New cakes, first to know
      </h2>
      <p role="status" className="font-semibold text-berry empty:hidden">
        {thanks}
      </p>
      {!thanks && (
        // The method keeps the address of the mail out of the address of the page, should the browser send it itself.
        <form noValidate method="post" onSubmit={submit} className="grid gap-2">
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
            label="Yes, mail me now and then. I can unsubscribe at any time."
            error={faults.consent}
          />
          <Button type="submit" busy={busy} disabled={!ready} className="mt-2 justify-self-start">
            Subscribe
          </Button>
          <NeedsScript>Subscribing needs JavaScript. A mail to us does as well.</NeedsScript>
        </form>
      )}
    </section>
  )
}

interface Inputs {
  email: HTMLInputElement
  consent: HTMLInputElement
}

function faultsOf(email: HTMLInputElement, consent: HTMLInputElement): Faults {
  const faults: Faults = {}
  if (email.validity.valueMissing) faults.email = 'Email is required'
  else if (!email.validity.valid) faults.email = 'Invalid email'
  if (!consent.checked) faults.consent = 'Please tick this, so that we may write to you'
  return faults
}

async function subscribe(email: string): Promise<Faults | { thanks: string }> {
  try {
    const { message } = await call<typeof subscribeEndpoint>('POST /subscribe', {
      body: { email, consent: true },
    })
    return { thanks: message }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { email: error.problem.errors?.email ?? error.problem.detail }
  }
}

/** Where the shop is on the social networks. The sample shop has no accounts of its own: its links lead to the networks. */
const places = [
  {
    name: 'Instagram',
    href: 'https://www.instagram.com/',
    drawing:
      'M7.5 2.5h9a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-9a5 5 0 0 1 5-5zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17.3 6.7h.01',
  },
  {
    name: 'Facebook',
    href: 'https://www.facebook.com/',
    drawing:
      'M17.5 2.5h-3a4.5 4.5 0 0 0-4.5 4.5v3H7v4h3v7.5h4V14h3l1-4h-4V7.2a.8.8 0 0 1 .8-.7h2.7z',
  },
  {
    name: 'YouTube',
    href: 'https://www.youtube.com/',
    drawing:
      'M2.7 8.2A3 3 0 0 1 5.5 5.4a90 90 0 0 1 13 0 3 3 0 0 1 2.8 2.8 40 40 0 0 1 0 7.6 3 3 0 0 1-2.8 2.8 90 90 0 0 1-13 0 3 3 0 0 1-2.8-2.8 40 40 0 0 1 0-7.6zM10 15.2l5.2-3.2L10 8.8z',
  },
]

function SocialLinks() {
  return (
    <ul className="-ml-2.5 flex" aria-label="Follow us">
      {places.map(({ name, href, drawing }) => (
        <li key={name}>
          <a
            href={href}
            rel="noreferrer"
            className="inline-flex size-11 items-center justify-center rounded-pill transition hover:bg-paper hover:text-berry"
          >
            <span className="sr-only">{name}</span>
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
            >
              <path d={drawing} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
