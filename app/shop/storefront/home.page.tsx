import { appContext, pageTags } from '#app/context.server.ts'
import { CakeCard } from '#shop/cakes/cake-card.tsx'
import { catalogueTag } from '#shop/cakes/cake-tags.ts'
import { listBestOfEach, listFeatured } from '#shop/cakes/leading-cakes.store.server.ts'
import { useAdminTools } from '#shop/catalogue/use-admin-tools.tsx'
import type { Route } from './+types/home.page.ts'
import { DeliveryBanner } from './delivery-banner.tsx'
import { Hero, heroPreloads } from './hero.tsx'
import { OccasionRow } from './occasion-row.tsx'
import { occasionsOf } from './occasions.ts'
import { pageMeta, shopOf } from './page-meta.ts'
import { ServicesStrip } from './services-strip.tsx'
import { bakeryFacts } from './structured-data.ts'

const featuredAtMost = 24
/** Of so many cakes of a category one lends its picture to the occasion. */
const choicesOfPicture = 8

export async function loader({ context }: Route.LoaderArgs) {
  context.get(pageTags).add(catalogueTag)
  const { db, cakeFinder } = context.get(appContext)
  const { categories } = await cakeFinder.choices()
  const [featured, best] = await Promise.all([
    listFeatured(db, featuredAtMost),
    listBestOfEach(db, categories, choicesOfPicture),
  ])
  return { featured, occasions: occasionsOf(best) }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const shop = shopOf(matches)
  return [
    ...pageMeta(matches, {
      title: 'Handcrafted cakes, delivered fresh',
      description:
        'Order handcrafted cakes and pastries online: birthday, wedding and Indian fusion cakes, egg and eggless, baked to order and delivered to your door.',
      path: '/',
    }),
    ...heroPreloads,
    ...(shop ? [{ 'script:ld+json': bakeryFacts(shop) }] : []),
  ]
}

export default function HomePage({ loaderData: { featured, occasions } }: Route.ComponentProps) {
  const tools = useAdminTools()
  return (
    <>
      <Hero />
      <section id="featured" aria-labelledby="featured-title" className="shell pt-16">
        <h2 id="featured-title" className="text-3xl">
          Delicious Cakes:
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-4 min-[360px]:grid-cols-2 md:grid-cols-4 lg:gap-6">
          {featured.map((cake) => (
            <li key={cake.id} className="grid">
              <CakeCard cake={cake} tool={tools.onCard(cake)} />
            </li>
          ))}
        </ul>
      </section>
      <OccasionRow occasions={occasions} />
      <ServicesStrip />
      <DeliveryBanner />
    </>
  )
}
