import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { cakeIdSchema, cakeSchema, cakeSummarySchema, toCakeSummary } from './cake.schema.ts'
import { avoidable, readyOptions, sortOptions } from './cake-search.ts'
import { cakesPerPage, listCakesPage, searchCakes } from './search-cakes.server.ts'

export const allCakesEndpoint = endpoint({
  method: 'GET',
  path: '/cakes/allcakes',
  tag: 'Cakes',
  summary: 'The catalogue',
  description:
    'Every cake. With `limit` or `cursor` a page of them, by id; the header `Link` with rel="next" leads to the next page, and is missing on the last.',
  access: 'anyone',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: cakeIdSchema.optional(),
  }),
  response: z.array(cakeSchema),
})

const filterSchema = (what: string) => z.string().trim().max(100).default('').describe(what)

export const searchCakesEndpoint = endpoint({
  method: 'GET',
  path: '/cakes/search',
  tag: 'Cakes',
  summary: 'Some of the catalogue',
  description:
    'The cakes that fit all of the filters, as their cards show them: their first picture alone. `next` is the `cursor` of the next page, null on the last. `count` is how many there are on all pages; `hasMore` is always false. Only where no name of a cake has the text, its words are looked for in flavours, categories, occasions and egg, then similar words are; `isNear` is true when cakes are found so. Words such as “best” are nothing, “1 kg” is the weight, and of “no egg”, “nut free” or “no chocolate” no cake has it. `categories` are those that the text names.',
  access: 'anyone',
  query: z.object({
    text: filterSchema('A part of the name, in any case, or what a customer would type'),
    category: filterSchema('The whole name of a category'),
    flavour: filterSchema('A part of a flavour, in any case'),
    occasion: filterSchema('A whole occasion'),
    egg: z.enum(['all', 'Egg', 'Eggless']).default('all'),
    price: z.coerce.number().min(0).max(9_999_999).optional().describe('Rupees at the most'),
    ready: z
      .enum(readyOptions.map(({ value }) => value))
      .default('all')
      .describe('At most 6 (`same-day`) or 24 (`next-day`) lead hours'),
    without: z
      .enum(['all', ...avoidable])
      .default('all')
      .describe(
        'What no cake contains or may contain, as far as its owner has said; a cake of which it is not said is left out. `nuts` are peanuts and tree nuts',
      ),
    sort: z.enum(sortOptions.map(({ value }) => value)).default('lowest'),
    cursor: cakeIdSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(cakesPerPage),
  }),
  response: z.object({
    cakes: z.array(cakeSummarySchema),
    next: cakeIdSchema.nullable(),
    count: z.int().min(0),
    hasMore: z.boolean(),
    isNear: z.boolean(),
    categories: z.array(z.string()),
  }),
})

export const cakeEndpoint = endpoint({
  method: 'GET',
  path: '/cakes/{id}',
  tag: 'Cakes',
  summary: 'One cake',
  description:
    '404 when there is no such cake. `contains` is null until the owner has said which allergens it has: then ask, and never read it as none.',
  access: 'anyone',
  params: z.object({ id: cakeIdSchema }),
  response: cakeSchema,
  problems: [404],
})

export type ReadAllCakes = typeof allCakesEndpoint
export type SearchCakes = typeof searchCakesEndpoint
export type ReadCake = typeof cakeEndpoint

export function serveCakes(api: Api, { publishedCakes }: AppContext) {
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
