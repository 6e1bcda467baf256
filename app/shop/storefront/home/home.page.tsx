import { appContext, pageTags } from '#app/context.server.ts'
import { AdminTool } from '#shop/admin-cakes/list/use-admin-tools.tsx'
import { toCakeSummary } from '#shop/cakes/cake.schema.ts'
import { catalogueTag } from '#shop/cakes/cake-tags.ts'
import { listFeatured } from '#shop/cakes/catalogue.server.ts'
import { pageMeta, shopOf } from '../page-meta.ts'
import type { Route } from './+types/home.page.ts'
import { Hero, heroPreloads } from './hero.tsx'
import { MoreOfHome } from './more-of-home.tsx'
import { listOccasions } from './occasions.ts'
import { bakeryFacts } from './structured-data.ts'

const mostFeatured = 24

export async function loader({ context }: Route.LoaderArgs) {
  context.get(pageTags).add(catalogueTag)
  const index = context.get(appContext).publishedCakes.current()
  const featured = listFeatured(index, mostFeatured).map((cake) => toCakeSummary(cake))
  return { featured, occasions: listOccasions(index.ordered.rating.map(({ cake }) => cake)) }
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
  return (
    <>
      <Hero />
      <MoreOfHome featured={featured} occasions={occasions} Tool={AdminTool} />
    </>
  )
}
