import { preload } from 'react-dom'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { useHasZones } from '#shop/delivery/deliver-to/delivery-address.ts'
import { usualTerms } from '#shop/delivery/delivery-fees.ts'
import { CakePicture, preloadPicture } from '#shop/pictures/cake-picture.tsx'
import type { Picture, PictureShape } from '#shop/pictures/picture.schema.ts'
import { formatInr } from '#shop/values/money.ts'
import type { WordsOf } from '#shop/words/words.ts'
import { ButtonLink, prefetchOnIntent } from '#ui/button.tsx'
import { Icon, truckIcon } from '#ui/icon.tsx'
import banner from '../pictures/delivery-banner.webp?w=640;960;1280;1800&effort=3&format=avif;webp&as=picture'
import narrow from '../pictures/hero.webp?w=480;750;1100&aspect=1&fit=cover&position=right&effort=3&quality=65&format=avif;webp&as=picture'
import wide from '../pictures/hero.webp?w=1280;1800;2600&effort=3&quality=65&format=avif;webp&as=picture'

const undoIcon = 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11'

const shieldCheckIcon =
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4'

const handHeartIcon =
  'M11 14h2a2 2 0 0 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 16M14.45 13.39l5.05-4.694C20.196 8 21 6.85 21 5.75a2.75 2.75 0 0 0-4.797-1.837.276.276 0 0 1-.406 0A2.75 2.75 0 0 0 11 5.75c0 1.2.802 2.248 1.5 2.946L16 11.95M2 15l6 6M7 20l1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a1 1 0 0 0-2.75-2.91'

type HomeWords = WordsOf<'home'>

const servicesOf = (words: HomeWords) => [
  { icon: truckIcon, title: words.delivery, text: words.deliveryText },
  { icon: handHeartIcon, title: words.contact, text: words.contactText },
  { icon: undoIcon, title: words.money, text: words.moneyText },
  { icon: shieldCheckIcon, title: words.payment, text: words.paymentText },
]

/** Those that the owner has given a name. */
export function ServicesStrip({ words }: { words: HomeWords }) {
  const services = servicesOf(words).filter(({ title }) => title)
  if (services.length === 0) return null
  return (
    <section aria-label="Our services" className="mt-20 bg-blush">
      <ul className="shell grid grid-cols-1 gap-8 py-12 sm:grid-cols-2 lg:grid-cols-4">
        {services.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-pill bg-paper text-berry">
              <Icon path={icon} />
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-sm empty:hidden">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function DeliveryBanner({ words }: { words: HomeWords }) {
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
              {words.banner || 'Delivered to your door'}
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

const onPhones = '(max-width: 767px)'
const elsewhere = '(min-width: 768px)'
/** Between phones and wide screens only the right part of it is seen. */
const wideSizes = '(min-width: 998px) 100vw, 145vw'

/** The picture is the first thing a visitor sees. */
function preloadHero(picture: typeof wide, media: string, imageSizes: string) {
  preload(picture.img.src, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: picture.sources.avif,
    imageSizes,
    media,
    fetchPriority: 'high',
  })
}

/** @param props.picture the owner's own, in the place of ours */
export function Hero({ words, picture }: { words: HomeWords; picture?: PictureShape | null }) {
  return (
    <section className="relative isolate overflow-hidden bg-[#e9d9cd]">
      {picture ? <OwnHeroPicture picture={{ ...picture, alt: '' }} /> : <HeroPicture />}
      <div className="shell pt-8 pb-[82vw] md:pb-[54vw] lg:py-[max(3.5rem,10vw-4.5rem)]">
        <div className="max-w-md md:max-w-[34rem]">
          <p className="mb-3 text-sm font-semibold empty:hidden">{words.aboveHeadline}</p>
          <h1 className="text-4xl">{words.headline || 'Cakes and pastries'}</h1>
          <p className="mt-4 max-w-sm text-lg text-pretty empty:hidden">{words.belowHeadline}</p>
          <ButtonLink to="/#featured" onClick={scrollSmoothly} size="large" className="mt-7">
            Explore Cakes
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** Only for this link: the next page must not be seen scrolling up. */
function scrollSmoothly() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { style } = document.documentElement
  style.scrollBehavior = 'smooth'
  setTimeout(() => {
    style.scrollBehavior = ''
  }, 1000)
}

/** Beside the words, from which it fades: on it they might not be readable. */
function OwnHeroPicture({ picture }: { picture: Picture }) {
  const sizes = '(min-width: 998px) 50vw, 100vw'
  preloadPicture(picture, sizes)
  return (
    <CakePicture
      picture={picture}
      sizes={sizes}
      priority
      className="fade-in-picture absolute right-0 bottom-0 -z-10 aspect-[1.1] w-full md:aspect-[1.636] lg:inset-y-0 lg:aspect-auto lg:h-full lg:w-1/2"
    />
  )
}

function HeroPicture() {
  preloadHero(narrow, onPhones, '100vw')
  preloadHero(wide, elsewhere, wideSizes)
  return (
    <picture className="contents">
      <source media={onPhones} type="image/avif" srcSet={narrow.sources.avif} sizes="100vw" />
      <source media={onPhones} type="image/webp" srcSet={narrow.sources.webp} sizes="100vw" />
      <source type="image/avif" srcSet={wide.sources.avif} sizes={wideSizes} />
      <img
        src={wide.img.src}
        srcSet={wide.sources.webp}
        sizes={wideSizes}
        width={wide.img.w}
        height={wide.img.h}
        fetchPriority="high"
        alt="A table of our cakes: mango, chocolate truffle, strawberry, a tiered wedding cake and red velvet cupcakes"
        className="fade-in-picture absolute bottom-0 left-0 -z-10 aspect-[1.1] h-auto w-full object-cover object-[100%_30%] md:aspect-[1.636] lg:inset-y-0 lg:aspect-auto lg:h-full lg:object-[100%_60%] lg:mask-none"
      />
    </picture>
  )
}

/** A link to the cakes for one occasion, with a picture of one of them. */
export interface Occasion {
  name: string
  picture: Picture
}

type Choice = Pick<Cake, 'occasions' | 'featured' | 'pictures'>

// In this order; other occasions come after them, by name.
const familiar = ['Birthday', 'Anniversary', 'Wedding', 'Kids', 'Thank you', 'Festivals']
const maxOccasions = 8

/** At most 8 occasions, each with a cake's picture, if possible one that is not featured and no other shows. */
export function listOccasions(cakes: readonly Choice[]): Occasion[] {
  const names = [...new Set(cakes.flatMap(({ occasions }) => occasions))]
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b))
    .slice(0, maxOccasions)
  const shown = new Set<Choice>()
  return names.flatMap((name) => {
    const pictured = cakes.filter((cake) => cake.occasions.includes(name) && cake.pictures[0])
    const others = pictured.filter((cake) => !shown.has(cake))
    const chosen = others.find(({ featured }) => !featured) ?? others[0] ?? pictured[0]
    if (!chosen?.pictures[0]) return []
    shown.add(chosen)
    return [{ name, picture: chosen.pictures[0] }]
  })
}

function place(name: string) {
  const known = familiar.indexOf(name)
  return known === -1 ? familiar.length : known
}
