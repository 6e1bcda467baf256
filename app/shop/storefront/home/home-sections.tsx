import { HandHeart, ShieldCheck, Truck, Undo2 } from 'lucide-react'
import { useHasZones } from '#shop/delivery/deliver-to/use-has-zones.ts'
import { usualTerms } from '#shop/delivery/fees/delivery-terms.ts'
import { formatInr } from '#shop/values/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { prefetchOnIntent } from '#ui/prefetch.ts'
import banner from '../pictures/delivery-banner.webp?w=640;960;1280;1800&effort=3&format=avif;webp&as=picture'

const services = [
  {
    Icon: Truck,
    title: 'Fast and free delivery',
    text: 'Your cake arrives fresh, at the time you choose.',
  },
  {
    Icon: HandHeart,
    title: 'Non-contact shipping',
    text: 'Prefer not to meet? We’ll leave your cake at the door in a sealed box.',
  },
  {
    Icon: Undo2,
    title: 'Money-back guarantee',
    text: 'If your cake isn’t right, we’ll refund you.',
  },
  {
    Icon: ShieldCheck,
    title: 'Secure payment',
    text: 'Your card details go straight to the payment provider. We never see them.',
  },
]

export function ServicesStrip() {
  return (
    <section aria-label="Our services" className="mt-20 bg-blush">
      <ul className="shell grid grid-cols-1 gap-8 py-12 sm:grid-cols-2 lg:grid-cols-4">
        {services.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-pill bg-paper text-berry">
              <Icon size={24} aria-hidden="true" />
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function DeliveryBanner() {
  const hasZones = useHasZones()
  return (
    <section aria-labelledby="delivery-title" className="shell pt-20">
      <div className="relative isolate overflow-hidden rounded-card bg-[#e8d9cd]">
        <picture className="contents">
          <source type="image/avif" srcSet={banner.sources.avif} sizes={bannerSizes} />
          <img
            src={banner.img.src}
            srcSet={banner.sources.webp}
            sizes={bannerSizes}
            width={banner.img.w}
            height={banner.img.h}
            loading="lazy"
            decoding="async"
            alt="Cake boxes with ribbons, a strawberry cake and cupcakes, ready for delivery"
            className="fade-in-picture absolute inset-x-0 bottom-0 -z-10 aspect-[4/3] h-auto w-full object-cover object-[86%_50%] md:aspect-[2] lg:inset-y-0 lg:left-auto lg:aspect-auto lg:h-full lg:w-[60%] lg:object-right xl:w-[72%]"
          />
        </picture>
        <div className="px-6 pt-10 pb-[70vw] md:px-10 md:pb-[44vw] lg:px-12 lg:py-28">
          <div className="max-w-md lg:max-w-xs">
            <h2 id="delivery-title" className="text-3xl">
              Boxed with care, delivered with a smile
            </h2>
            <p className="mt-3">
              {hasZones
                ? 'Choose your day and time. Delivery costs the same however many cakes you order; your pincode says how much.'
                : `Choose your day and time. Delivery is ${formatInr(usualTerms.feePaise)} per order, however many cakes.`}
            </p>
            <ButtonLink to="/products" prefetch={prefetchOnIntent} className="mt-6">
              See all cakes
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

const bannerSizes =
  '(min-width: 1280px) 1200px, (min-width: 998px) 94vw, (min-width: 768px) 140vw, 210vw'
