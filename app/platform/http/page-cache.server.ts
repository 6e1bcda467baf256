import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

interface Finished {
  tags: ReadonlySet<string>
  headers: Headers
  etag: string
  bytes: Record<Encoding, Uint8Array<ArrayBuffer>>
}

type Encoding = 'br' | 'gzip' | 'identity'

/** A page, and the names of what it shows, by which it is forgotten when one of them changes. */
export interface RenderedPage {
  response: Response
  tags: ReadonlySet<string>
}

export interface PageCache {
  /**
   * Answers from the finished page under `key`, or renders it once however many ask at the same time.
   * Only pages that are the same for everybody belong here; only status 200 is kept.
   */
  respond(request: Request, key: string, render: () => Promise<RenderedPage>): Promise<Response>
  /** Forgets the pages that show any of these, or all there are; also those being rendered at this moment. */
  forget(tags: Iterable<string> | 'everything'): void
  /** Bytes of the finished pages that are kept. */
  size(): number
}

export interface PageCacheLimits {
  /** Bytes of finished pages kept in memory; the least used go first. */
  maxBytes: number
  /** How long a page is kept at the most, in ms. */
  ttlMs: number
}

export function createPageCache({ maxBytes, ttlMs }: PageCacheLimits): PageCache {
  const pages = new LRUCache<string, Finished>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.br.length + bytes.gzip.length + bytes.identity.length,
    ttl: ttlMs,
  })
  let rendering = new Map<string, Promise<Finished | Response>>()
  let changes = 0

  async function renderOnce(key: string, render: () => Promise<RenderedPage>) {
    const before = changes
    const { response, tags } = await render()
    if (response.status !== 200 || response.headers.has('set-cookie')) return response
    const finished = await finish(response, tags)
    // What changed meanwhile may be on this page as it was: whoever asked may see it, nobody after.
    if (before === changes) pages.set(key, finished)
    return finished
  }

  return {
    async respond(request, key, render) {
      const kept = pages.get(key)
      if (kept) return answer(request, kept)
      const mine = rendering
      const shared = mine.get(key)
      const pending = shared ?? renderOnce(key, render).finally(() => mine.delete(key))
      if (!shared) mine.set(key, pending)
      const result = await pending
      if (result instanceof Response) return shared ? (await render()).response : result
      return answer(request, result)
    },
    forget(tags) {
      changes += 1
      rendering = new Map()
      if (tags === 'everything') return pages.clear()
      const changed = new Set(tags)
      for (const [key, page] of pages.entries()) {
        if (!changed.isDisjointFrom(page.tags)) pages.delete(key)
      }
    },
    size: () => pages.calculatedSize,
  }
}

async function finish(response: Response, tags: ReadonlySet<string>): Promise<Finished> {
  const identity = new Uint8Array(await response.arrayBuffer())
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, zipped] = await Promise.all([brotliAsync(identity, quality), gzipAsync(identity)])
  return {
    tags,
    headers: response.headers,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bytes: { br: new Uint8Array(br), gzip: new Uint8Array(zipped), identity },
  }
}

function answer(request: Request, { headers: kept, etag, bytes }: Finished): Response {
  const encoding = bestEncoding(request.headers.get('accept-encoding') ?? '')
  const headers = new Headers(kept)
  const tag = `"${etag}-${encoding}"`
  headers.set('etag', tag)
  headers.set('vary', 'accept-encoding')
  headers.set('cache-control', 'public, max-age=0, must-revalidate')
  if (matches(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers })
  }
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(bytes[encoding].length))
  return new Response(request.method === 'HEAD' ? null : bytes[encoding], { headers })
}

function bestEncoding(accepted: string): Encoding {
  const offers = accepted
    .split(',')
    .map((offer) => offer.trim().split(';'))
    .filter(([, weight]) => weight?.replace(/\s/g, '') !== 'q=0')
    .map(([name]) => name)
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : 'identity'
}

function matches(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
