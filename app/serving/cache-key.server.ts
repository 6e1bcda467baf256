import { apiBase } from '#platform/http/api-client.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { FinishedAddress } from '#platform/http/finished-answers.server.ts'
import {
  exportCatalogueEndpoint,
  importTemplateEndpoint,
} from '#shop/admin-cakes/import/catalogue-files.endpoints.ts'
import { cakeIdSchema } from '#shop/cakes/cake.schema.ts'
import { parseAfter, parseCakeSearch, toSearchParams } from '#shop/cakes/cake-search.ts'
import { allCakesEndpoint, cakeEndpoint, searchCakesEndpoint } from '#shop/cakes/cakes.endpoints.ts'

/** The address of something that is the same for everybody. */
export interface PublicAddress extends FinishedAddress {
  /** Of the cake whose page this would be. */
  cakeId?: string
  call?: PublicCall
}

/** A call that answers everybody the same, and its checked input. */
export interface PublicCall {
  declaration: Endpoint
  input: { query: unknown; params: unknown }
}

const fixedPages = new Set([
  '/',
  '/about',
  '/cart',
  '/contact',
  '/customizecake',
  '/products',
  '/privacy',
  '/terms',
  '/refunds',
])
const cakePage = /^\/singleproduct\/([^/]+)$/
const cakePageRoute = '/singleproduct/:id'
/** No cake has this id. */
const noCake = '~'

const cakeCall = apiBase + cakeEndpoint.path.replace('{id}', '')
/** What few values are of; of anything else, such as a word or where a page begins, there is no end. */
const fewViews = new Set(['egg', 'sort', 'view'])
const fewSizes = new Set(['limit'])

const lists = [allCakesEndpoint, searchCakesEndpoint]
/** Calls whose addresses look like a cake's. */
const otherCalls = new Set(
  [exportCatalogueEndpoint, importTemplateEndpoint].map(({ path }) => apiBase + path),
)

/**
 * The one address of a page or a call's answer that is the same for everybody; null for others. Spelling, unknown
 * parameters and the order of filters do not make another; React Router's data requests are pages of their own.
 */
export function publicAddressOf(url: URL): PublicAddress | null {
  return url.pathname.startsWith(`${apiBase}/`) ? callOf(url) : pageOf(url)
}

/** Stands for all cakes' pages where there is no such cake. */
export function pageOfNoCake({ path }: FinishedAddress): FinishedAddress {
  const own = `/singleproduct/${noCake}${dataSuffix(path)}`
  return { path: own, route: cakePageRoute, kind: 'known', isNothing: true }
}

/** Stands for all addresses at which there is no page. */
export function pageOfNothing(path: string): FinishedAddress {
  return { path: `/${noCake}${dataSuffix(path)}`, route: '/*', kind: 'known', isNothing: true }
}

function pageOf({ pathname, searchParams }: URL): PublicAddress | null {
  const path = pathname.toLowerCase()
  const data = dataSuffix(path)
  const page = data ? pageOfData(path) : path.length > 1 ? path.replace(/\/$/, '') : path
  const own = data ? path : page
  const cakeId = cakePage.exec(page)?.[1]
  if (cakeId) return { path: own, route: cakePageRoute, kind: 'known', cakeId }
  if (!fixedPages.has(page)) return null
  if (page !== '/products') return { path: own, route: page, kind: 'known' }
  const query = toSearchParams(parseCakeSearch(searchParams), parseAfter(searchParams))
  return { path: withQuery(own, query), route: page, kind: kindOf(query, fewViews) }
}

function callOf({ pathname, searchParams }: URL): PublicAddress | null {
  const list = lists.find(({ path }) => pathname === apiBase + path)
  if (list) return listOf(list, searchParams)
  if (!pathname.startsWith(cakeCall) || otherCalls.has(pathname)) return null
  const id = cakeIdSchema.safeParse(pathname.slice(cakeCall.length))
  if (!id.success) return null
  const input = { query: undefined, params: { id: id.data } }
  const call = { declaration: cakeEndpoint, input }
  return { path: pathname, route: `${cakeCall}:id`, kind: 'known', call }
}

function listOf(declaration: (typeof lists)[number], given: URLSearchParams): PublicAddress | null {
  const checked = declaration.query?.safeParse(Object.fromEntries(given))
  if (!checked?.success) return null
  // In the order they are declared in, each value in one spelling.
  const own = new URLSearchParams()
  for (const [name, value] of Object.entries(checked.data)) own.set(name, String(value))
  // The API says what is wrong with it.
  if ([...own.values()].some((value) => value.includes('\0'))) return null
  const route = apiBase + declaration.path
  const call = { declaration, input: { query: checked.data, params: undefined } }
  return { path: withQuery(route, own), route, kind: kindOf(own, fewSizes), call }
}

function kindOf(query: URLSearchParams, few: ReadonlySet<string>) {
  return new Set(query.keys()).isSubsetOf(few) ? 'known' : 'free'
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path
}

function dataSuffix(path: string): '' | '.data' {
  return path.toLowerCase().endsWith('.data') ? '.data' : ''
}

function pageOfData(path: string): string {
  const page = path.slice(0, -'.data'.length)
  return page === '/_' ? '/' : page
}
