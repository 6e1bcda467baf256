import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { toCakeSummary } from './cake.schema.ts'
import {
  allCakesEndpoint,
  cakeEndpoint,
  cakesPerPage,
  searchCakesEndpoint,
} from './cakes.endpoints.ts'
import type { PublishedCakes } from './published-cakes.server.ts'
import { listCakesPage, searchCakes } from './search-cakes.server.ts'

export function serveCakes(api: Api, { publishedCakes }: { publishedCakes: PublishedCakes }) {
  api.servePublic(allCakesEndpoint, async ({ query: { limit, cursor } }) => {
    const index = publishedCakes.current()
    if (limit === undefined && cursor === undefined) {
      return { text: JSON.stringify([...index.byId.values()]) }
    }
    const size = limit ?? cakesPerPage
    const { cakes, next } = listCakesPage(index, { limit: size, after: cursor })
    return { text: JSON.stringify(cakes), link: next ? nextLink(size, next) : undefined }
  })

  // Before the cakes: 'search' is not the id of a cake.
  api.servePublic(searchCakesEndpoint, async ({ query }) => {
    const { cursor, limit, category, flavour, occasion, price = null, ...same } = query
    const filter = {
      ...same,
      price,
      category: category || 'all',
      flavour: flavour || 'all',
      occasion: occasion || 'all',
    }
    const page = { limit, after: cursor }
    const { cakes, match, next, count, categories } = searchCakes(
      publishedCakes.current(),
      filter,
      page,
    )
    const found = {
      next,
      count,
      categories,
      cakes: cakes.map((cake) => toCakeSummary(cake, { isDescribed: true })),
      hasMore: false,
      isNear: match !== 'name' && count > 0,
    }
    return { text: JSON.stringify(found) }
  })

  api.servePublic(cakeEndpoint, async ({ params: { id } }) => {
    const cake = publishedCakes.current().byId.get(id)
    if (!cake) throw new AppError('not_found', 'This cake is not available.')
    return { text: JSON.stringify(cake) }
  })
}

function nextLink(limit: number, cursor: string): string {
  return `<${apiBase}${allCakesEndpoint.path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
