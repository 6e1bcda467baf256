import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { PublicRead } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { hasNul, withoutNul } from '#platform/http/api-guards.server.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { readCosts } from '#platform/http/limits/limiter.server.ts'
import {
  acceptedEncoding,
  type CacheKey,
  type ResponseCache,
  type ResponseData,
  sendEncoded,
} from '#platform/http/response-cache.server.ts'
import type { Observability } from '#platform/observability/observability.server.ts'
import type {
  ExportCatalogue,
  ImportTemplate,
} from '#shop/cakes/admin/import/catalogue-files.server.ts'
import { cakeIdSchema } from '#shop/cakes/cake.schema.ts'
import { parseAfter, parseCakeSearch, toSearchParams } from '#shop/cakes/cake-search.ts'
import {
  allCakesEndpoint,
  cakeEndpoint,
  searchCakesEndpoint,
} from '#shop/cakes/read-cakes.server.ts'
import { robotPaths } from '#shop/storefront/robot-files.server.ts'

/** The path of a requested address, and its key; null if it is not public. */
interface Target {
  path: string
  key: PublicKey | null
}

/** Longer ones are rarely sent twice. */
const maxRecentLength = 200

/** Browsers request the same few. */
const recentTargets = new LRUCache<string, Target>({ max: 1_000 })

function readTarget(address: string): Target {
  const recent = recentTargets.get(address)
  if (recent) return recent
  const url = new URL(`http://shop${address}`)
  const target = { path: url.pathname, key: cacheKey(url) }
  if (target.key?.isBounded && address.length <= maxRecentLength) {
    recentTargets.set(address, target)
  }
  return target
}

/** Sends responses that are the same for everybody: from the cache, or created once for all who wait. */
export function createPublicResponses(deps: {
  cache: ResponseCache
  observability: Observability
  /** Renders the page of a URL, with nothing of a visitor in it. */
  renderPage(url: string): Promise<ResponseData>
  reads: ReadonlyMap<Endpoint, PublicRead>
  /** Whether the shop has what a page is about. */
  hasPage(path: string): boolean
  isNotFound(path: string): Promise<boolean>
  /** Counts what a read costs. @throws AppError too_many */
  limitRead(incoming: IncomingMessage, cost: number): void
  commonHeaders: readonly (readonly [string, string])[]
  errorResponse(error: unknown, path: string): Response
}) {
  const { cache, observability, renderPage, reads, hasPage, isNotFound, commonHeaders } = deps
  const jsonHeaders = [
    ['content-type', 'application/json; charset=utf-8'],
    ...commonHeaders,
  ] as const

  async function keyOf({ path, key }: Target): Promise<PublicKey | null> {
    if (!key) return (await isNotFound(path)) ? notFoundKey(path) : null
    if (!key.folder || cache.has(key)) return key
    return hasPage(key.url.replace(/\.data$/, '')) ? key : missingKey(key, key.folder)
  }

  function readCall({ declaration, input }: PublicCall): Promise<ResponseData> {
    const read = reads.get(declaration)
    if (!read) throw new Error(`${declaration.path} is not served as public`)
    return read(input).then(({ text, link }) => ({
      status: 200,
      headers: link ? [...jsonHeaders, ['link', link] as const] : jsonHeaders,
      body: Buffer.from(text),
    }))
  }

  async function sendError(
    error: unknown,
    path: string,
    { method }: IncomingMessage,
    outgoing: ServerResponse,
    requestId: string,
  ) {
    const { status, headers, body } = deps.errorResponse(error, path)
    const text = body && (await new Response(body).text())
    outgoing.writeHead(status, [...headers, ['x-request-id', requestId]].flat())
    outgoing.end(method === 'HEAD' ? undefined : text)
    return status
  }

  /** Sends the response, if it is public; false when it is not. */
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> => {
    const { method = '', url: address = '', headers } = incoming
    if ((method !== 'GET' && method !== 'HEAD') || !address.startsWith('/')) return false
    const target = readTarget(address)
    const key = await keyOf(target)
    if (!key) return false
    const encoding = acceptedEncoding(headers['accept-encoding'])
    const cached = cache.get(key, encoding)
    observability.metrics.cache.inc({ outcome: cached ? 'hit' : 'miss' })
    await observability.observeRequest({ method, headers }, async (requestId) => {
      const { route, url: path, call } = key
      try {
        // The shop has only so many others.
        const isInvented = !key.isBounded && !cached
        if (isInvented) deps.limitRead(incoming, call ? readCosts.call : readCosts.page)
        const create = () => (call ? readCall(call) : renderPage(path))
        const response = cached ?? (await cache.load(key, encoding, create))
        const status = sendEncoded(incoming, outgoing, response, requestId)
        return { route, status, isQuiet: cached !== undefined }
      } catch (error) {
        const status = await sendError(error, target.path, incoming, outgoing, requestId)
        return { route, status }
      }
    })
    return true
  }
}

/** Names a public response: a page or a call that is the same for everybody. */
interface PublicKey extends CacheKey {
  /** The pattern by which it is logged and counted. */
  route: string
  /** Of a page that exists only if the shop has what its path names: a cake, or an own page. */
  folder?: Folder
  call?: PublicCall
}

interface PublicCall {
  declaration: Endpoint
  input: { query: unknown; params: unknown }
}

const fixedPages = new Set([
  ...robotPaths,
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
type Folder = keyof typeof folderRoutes
const folderRoutes = {
  singleproduct: '/singleproduct/:id',
  occasions: '/occasions/:slug',
  areas: '/areas/:slug',
} as const
const pageInFolder = /^\/(singleproduct|occasions|areas)\/[^/]+$/
export const publicRoutes: ReadonlySet<string> = new Set([
  ...fixedPages,
  ...Object.values(folderRoutes),
])

/** Nothing is named so. */
const placeholderSegment = '~'

const cakeCall = apiBase + cakeEndpoint.path.replace('{id}', '')
const listCalls = [allCakesEndpoint, searchCakesEndpoint]
/** Calls whose paths look like a cake's. */
const otherCalls: ReadonlySet<string> = new Set<(ExportCatalogue | ImportTemplate)['path']>([
  '/cakes/export',
  '/cakes/importtemplate',
])

/** Parameters with few values. Others, such as a text or a cursor, have any number of values. */
const boundedPageParameters = new Set(['egg', 'ready', 'sort', 'view'])
const boundedCallParameters = new Set(['limit', 'only'])

/**
 * The key of a page or call that is the same for everybody; null for others. Spelling, unknown parameters and the order
 * of parameters do not matter. React Router's data requests have their own keys.
 */
export function cacheKey(url: URL): PublicKey | null {
  return url.pathname.startsWith(`${apiBase}/`) ? callKey(url) : pageKey(url)
}

/** One key for all pages of a folder that do not exist. */
function missingKey({ url }: CacheKey, folder: Folder): PublicKey {
  const own = `/${folder}/${placeholderSegment}${dataSuffix(url)}`
  return { url: own, route: folderRoutes[folder], isBounded: true, isNotFound: true }
}

function notFoundKey(path: string): PublicKey {
  return {
    url: `/${placeholderSegment}${dataSuffix(path)}`,
    route: '/*',
    isBounded: true,
    isNotFound: true,
  }
}

function pageKey({ pathname, searchParams }: URL): PublicKey | null {
  const path = pathname.toLowerCase()
  const data = dataSuffix(path)
  const page = data ? pageOfData(path) : path.length > 1 ? path.replace(/\/$/, '') : path
  const url = data ? path : page
  const folder = pageInFolder.exec(page)?.[1] as Folder | undefined
  if (folder) return { url, route: folderRoutes[folder], isBounded: true, folder }
  if (!fixedPages.has(page)) return null
  if (page !== '/products') return { url, route: page, isBounded: true }
  const search = withoutNul(searchParams)
  const query = toSearchParams(parseCakeSearch(search), parseAfter(search))
  return {
    url: withQuery(url, query),
    route: page,
    isBounded: hasOnly(query, boundedPageParameters),
  }
}

function callKey({ pathname, searchParams }: URL): PublicKey | null {
  const list = listCalls.find(({ path }) => pathname === apiBase + path)
  if (list) return listKey(list, searchParams)
  if (!pathname.startsWith(cakeCall) || otherCalls.has(pathname.slice(apiBase.length))) return null
  const id = cakeIdSchema.safeParse(pathname.slice(cakeCall.length))
  if (!id.success) return null
  const call = { declaration: cakeEndpoint, input: { query: undefined, params: { id: id.data } } }
  return { url: pathname, route: `${cakeCall}:id`, isBounded: true, call }
}

function listKey(declaration: (typeof listCalls)[number], sent: URLSearchParams): PublicKey | null {
  const query = declaration.query?.safeParse(Object.fromEntries(sent))
  if (!query?.success) return null
  // In the order they are declared in, each value in one spelling.
  const own = new URLSearchParams()
  for (const [name, value] of Object.entries(query.data)) own.set(name, String(value))
  // The API responds with the error.
  if (hasNul(own) || [...own.keys()].some((name) => sent.getAll(name).length > 1)) return null
  const route = apiBase + declaration.path
  const call = { declaration, input: { query: query.data, params: undefined } }
  const isBounded = hasOnly(own, boundedCallParameters)
  return { url: withQuery(route, own), route, isBounded, call }
}

function hasOnly(query: URLSearchParams, parameters: ReadonlySet<string>): boolean {
  return new Set(query.keys()).isSubsetOf(parameters)
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
