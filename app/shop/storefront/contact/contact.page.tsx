import { Mail, MapPin, Phone } from 'lucide-react'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { useShop } from '../frame/use-shop.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/contact.page.ts'
import { ContactForm } from './contact-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description:
      'Write to us, call us or come by: our address, phone number, map and a short form. We answer within a day.',
    path: '/contact',
  })

export default function ContactPage() {
  const shop = useShop()
  return (
    <div className="shell pt-10 lg:pt-16">
      <h1 className="text-4xl">Contact page</h1>
      <p className="mt-4 max-w-prose text-lg">
        A question about an order, a wish for a special day, a word about your last cake: write to
        us, we answer within a day.
      </p>
      <div className="mt-10 grid gap-10 lg:grid-cols-2 lg:gap-16">
        <ContactForm externalUrl={shop?.contactFormUrl ?? null} />
        {shop && <WhereToFindUs shop={shop} />}
      </div>
    </div>
  )
}

function WhereToFindUs({ shop }: { shop: ShopDetails }) {
  const row = 'flex min-h-11 items-center gap-3'
  return (
    <section aria-labelledby="find-us" className="grid content-start gap-5">
      <h2 id="find-us" className="text-2xl">
        Where to find us
      </h2>
      <address className="not-italic">
        <p className={row}>
          <MapPin size={20} aria-hidden="true" className="shrink-0 text-berry" />
          {shop.address}
        </p>
        <a className={`${row} hover:text-berry`} href={`tel:${shop.phone.replace(/\s/g, '')}`}>
          <Phone size={20} aria-hidden="true" className="shrink-0 text-berry" />
          {shop.phone}
        </a>
        <a className={`${row} hover:text-berry`} href={`mailto:${shop.email}`}>
          <Mail size={20} aria-hidden="true" className="shrink-0 text-berry" />
          {shop.email}
        </a>
      </address>
      <iframe
        src={shop.mapEmbedUrl}
        title={`Map: ${shop.name}, ${shop.address}`}
        loading="lazy"
        className="aspect-[4/3] w-full rounded-card border border-line bg-blush"
      />
    </section>
  )
}
