import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { buttonLook } from '#ui/button.tsx'
import { prefetchOnIntent } from '#ui/prefetch.ts'
import { Logo } from './logo.tsx'
import { mainPages, policyPages } from './navigation.ts'
import { useFooter } from './page-handle.ts'
import { SocialLinks } from './social-links.tsx'
import { SubscribeForm } from './subscribe-form.tsx'
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
