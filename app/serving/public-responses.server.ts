import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { PublicRead } from '#platform/http/api.server.ts'
import {
  acceptedEncoding,
  type ResponseData,
  sendEncoded,
} from '#platform/http/encoded-response.server.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { readCosts } from '#platform/http/limits/limiter.server.ts'
import type { ResponseCache } from '#platform/http/response-cache.server.ts'
import type { Observability } from '#platform/observability/observability.server.ts'
import {
  cacheKey,
  missingKey,
  notFoundKey,
  type PublicCall,
  type PublicKey,
} from './cache-key.server.ts'

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
