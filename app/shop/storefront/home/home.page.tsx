import { appContext, pageTags } from '#app/context.server.ts'
import { AdminTool } from '#shop/admin-cakes/list/use-admin-tools.tsx'
import { catalogueTag } from '#shop/cakes/cake-tags.ts'
import { listBestOfEach, listFeatured } from '#shop/cakes/leading-cakes.store.server.ts'
import { pageMeta, shopOf } from '../page-meta.ts'
import type { Route } from './+types/home.page.ts'
import { Hero, heroPreloads } from './hero.tsx'
import { MoreOfHome } from './more-of-home.tsx'
import { occasionsOf } from './occasions.ts'
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
  return (
    <>
      <Hero />
      <MoreOfHome featured={featured} occasions={occasions} Tool={AdminTool} />
    </>
  )
}
