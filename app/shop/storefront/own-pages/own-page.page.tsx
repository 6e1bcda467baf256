import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { cakeSlug } from '#shop/cakes/admin/cake-input.schema.ts'
import { toCakeSummary } from '#shop/cakes/cake.schema.ts'
import { CakeCards, LoadingCake } from '#shop/cakes/cake-card.tsx'
import { whyNotTo } from '#shop/cakes/cake-days.ts'
import { categoryLabel } from '#shop/cakes/cake-price.ts'
import {
  type CakeSearch,
  defaultCakeSearch,
  type FilterChoices,
  queryOf,
} from '#shop/cakes/cake-search.ts'
import { cakesPerPage, searchCakes } from '#shop/cakes/search-cakes.server.ts'
import { findZone } from '#shop/delivery/delivery-plan.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { ButtonLink } from '#ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import { shownPages } from '../robot-files.server.ts'
import type { Route } from './+types/own-page.page.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const page = shownPages(app).find(({ path }) => path === url.pathname.toLowerCase())
  if (!page) throw data(null, { status: 404 })
  const index = app.publishedCakes.current()
  const search = searchFor(page.path, index.choices)
  const plan = app.deliveryPlan.current()
  const zone = page.path.startsWith('/areas/') ? findZone(plan, page.path.slice(-6)) : null
  const { cakes } = searchCakes(index, search, { limit: index.byId.size })
  const shown = cakes.filter((cake) => !zone || whyNotTo(cake, zone.name) === null)
  return {
    page,
    query: queryOf(search),
    cakes: shown.slice(0, cakesPerPage).map((cake) => toCakeSummary(cake)),
  }
}

/** The most popular cakes for the occasion, or of the category, that an address names; of all if it names none. */
function searchFor(path: string, { occasions, categories }: FilterChoices): CakeSearch {
  const isNamed = (name: string) => path === `/occasions/${cakeSlug(name)}`
  const occasion = occasions.find(isNamed)
  const category = categories.find((one) => isNamed(categoryLabel(one)))
  const popular = { ...defaultCakeSearch, sort: 'popular' as const }
  if (occasion) return { ...popular, occasion }
  return category ? { ...popular, category } : popular
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { page, cakes } = loaderData
  const picture = cakes[0]?.pictures[0]
  return pageMeta(matches, {
    title: page.title,
    description: page.paragraphs.join(' ').slice(0, 160) || page.title,
    path: page.path,
    picture: picture && picturePath(picture.id, 960, 'webp'),
  })
}

export default function OwnPage({ loaderData }: Route.ComponentProps) {
  const { page, query, cakes } = loaderData
  return (
    <div className="shell pt-10 md:pt-14">
      <h1 className="text-4xl">{page.title}</h1>
      <div className="prose mt-4 text-lg">
        {page.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <h2 className="sr-only">Cakes</h2>
      <div className="mt-8 mb-8">
        <CakeCards aria-label="Cakes" cakes={cakes} />
      </div>
      <p className="text-center">
        <ButtonLink to={`/products${query}`}>See all cakes</ButtonLink>
      </p>
      <LoadingCake />
    </div>
  )
}
