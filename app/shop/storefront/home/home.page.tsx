import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { useSession } from '#shop/accounts/session.ts'
import { type CakeSummary, toCakeSummary } from '#shop/cakes/cake.schema.ts'
import { CakeCards } from '#shop/cakes/cake-card.tsx'
import { listByRating, listFeatured } from '#shop/cakes/search-cakes.server.ts'
import { usePlacedOrder } from '#shop/orders/placed/placed-order.ts'
import { CakePicture } from '#shop/pictures/cake-picture.tsx'
import { currentWords } from '#shop/words/words.store.server.ts'
import { ButtonLink, prefetchOnIntent } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { type ShownShop, shopOf } from '../frame/shown-shop.ts'
import { pageMeta } from '../page-meta.ts'
import { shownPages } from '../robot-files.server.ts'
import type { Route } from './+types/home.page.ts'
import {
  DeliveryBanner,
  Hero,
  listOccasions,
  type Occasion,
  ServicesStrip,
} from './home-sections.tsx'

const maxFeatured = 24

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const index = app.publishedCakes.current()
  const featured = listFeatured(index, maxFeatured).map((cake) => toCakeSummary(cake))
  return {
    featured,
    occasions: listOccasions(listByRating(index)),
    words: currentWords(app, 'home'),
    hero: app.words.current().get('home.hero')?.picture,
    pages: shownPages(app).map(({ path, title }) => ({ path, title })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const shop = shopOf(matches)
  return [
    ...pageMeta(matches, {
      title: 'Handcrafted cakes, delivered fresh',
      description:
        'Order handcrafted cakes and pastries online: birthday, wedding and Indian fusion cakes, egg and eggless, delivered to your door.',
      path: '/',
    }),
    ...(shop ? [{ 'script:ld+json': bakeryData(shop) }] : []),
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { featured, occasions, words, hero, pages } = loaderData
  return (
    <>
      <PlacedOrder />
      <Hero words={words} picture={hero} />
      <FeaturedCakes cakes={featured} />
      <OccasionRow occasions={occasions} />
      <OwnPageLinks pages={pages} />
      <ServicesStrip words={words} />
      <DeliveryBanner words={words} />
    </>
  )
}

/** As high as its usual text, so that nothing below moves when the text appears. */
const card =
  'card relative grid content-center gap-x-8 gap-y-4 p-5 min-h-120 md:flex md:min-h-64 md:items-center md:p-6'
const PlacedOrderCard = lazyPart(
  async () => (await import('#shop/orders/placed/placed-order-card.tsx')).PlacedOrderCard,
  { loading: <div className={card} /> },
)

/**
 * The order that was just placed, until it is dismissed. Home is the same for everybody, so the browser adds it. Its place is
 * reserved from the start, if the page's first script has found such an order.
 */
function PlacedOrder() {
  const order = usePlacedOrder()
  const session = useSession()
  const isHydrated = useHydrated()
  if (isHydrated && (!order || order.email !== session?.email)) return null
  return (
    <div
      data-when={isHydrated ? undefined : 'order-placed'}
      className="shell py-6 empty:hidden noscript:hidden"
    >
      {order ? <PlacedOrderCard order={order} className={card} /> : <div className={card} />}
    </div>
  )
}

function FeaturedCakes({ cakes }: { cakes: CakeSummary[] }) {
  return (
    <section id="featured" aria-labelledby="featured-title" className="shell pt-8 md:pt-10">
      <h2 id="featured-title" className="text-3xl">
        Delicious Cakes:
      </h2>
      <CakeCards
        cakes={cakes}
        className="mt-6 grid grid-cols-1 gap-4 min-[360px]:grid-cols-2 md:grid-cols-4 lg:gap-6"
      />
      <p className="mt-8 text-center">
        <ButtonLink to="/products" variant="secondary" prefetch={prefetchOnIntent}>
          See all cakes
        </ButtonLink>
      </p>
    </section>
  )
}

function OccasionRow({ occasions }: { occasions: readonly Occasion[] }) {
  if (occasions.length === 0) return null
  return (
    <section aria-labelledby="occasions-title" className="shell pt-20">
      <h2 id="occasions-title" className="text-3xl">
        What are you celebrating?
      </h2>
      <ul className="mt-8 flex flex-wrap justify-center gap-x-[4%] gap-y-6 md:flex-nowrap md:justify-between md:gap-x-4">
        {occasions.map(({ name, picture }) => (
          <li key={name} className="w-[28%] max-w-36 md:w-auto md:grow">
            <Link
              to={`/products?occasion=${encodeURIComponent(name)}`}
              prefetch={prefetchOnIntent}
              className="group grid justify-items-center gap-3 rounded-card text-center text-sm font-semibold md:text-base"
            >
              <span className="block aspect-square w-full overflow-hidden rounded-pill">
                <CakePicture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 768px) 144px, 28vw"
                  className="size-full transition group-hover:scale-105"
                />
              </span>
              <span className="group-hover:text-berry">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnPageLinks({ pages }: { pages: readonly { path: string; title: string }[] }) {
  if (pages.length === 0) return null
  return (
    <nav
      aria-label="Occasions and areas"
      className="shell flex flex-wrap justify-center gap-x-6 pt-10"
    >
      {pages.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex min-h-11 items-center underline underline-offset-3 hover:text-berry"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Structured data of the shop (schema.org), for search engines. */
function bakeryData(shop: ShownShop) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    name: shop.name,
    url: shop.publicUrl,
    telephone: shop.phone,
    email: shop.email,
    address: shop.address,
    currenciesAccepted: 'INR',
    servesCuisine: 'Cakes and pastries',
    image: `${shop.publicUrl}/icon-512.png`,
    sameAs: shop.profiles?.map(({ href }) => href),
  }
}
