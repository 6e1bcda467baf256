import { LRUCache } from 'lru-cache'
import {
  decodeResponse,
  type EncodedResponse,
  type Encoding,
  encodeResponse,
  encodings,
  type ResponseData,
} from './encoded-response.server.ts'
import {
  type ConcurrencyLimits,
  createConcurrencyLimit,
} from './limits/concurrency-limit.server.ts'

export interface CacheKey {
  /** Path and query, in one spelling. */
  url: string
  /** The number of bounded keys is limited by the shop; unbounded ones can be invented by visitors. */
  isBounded: boolean
  /** The key of all URLs that are not found: its status is 404. */
  isNotFound?: boolean
}

/** A response, and the tags of what it shows: it is invalidated when one of them changes. */
export interface TaggedResponse {
  response: ResponseData
  tags: ReadonlySet<string>
}

export type CachedResponse = EncodedResponse & Pick<TaggedResponse, 'tags'>

export interface ResponseCache {
  get(key: CacheKey, encoding: Encoding): CachedResponse | undefined
  has(key: CacheKey): boolean
  /**
   * Creates a response once for all who wait for it; when that fails, it fails for all of them.
   * Only status 200 is stored, and 404 of a key that is not found.
   *
   * @throws AppError unavailable when too many are being created
   */
  load(
    key: CacheKey,
    encoding: Encoding,
    create: () => Promise<TaggedResponse>,
  ): Promise<CachedResponse>
  invalidate(tags: Iterable<string> | 'everything'): void
  /** In bytes. */
  size(): number
}

export interface StoreLimits {
  maxBytes: number
  creating: ConcurrencyLimits
}

/** Public responses in memory, compressed. Unbounded keys have a store of their own, so that they push out no others. */
export function createResponseCache(settings: {
  bounded: StoreLimits
  unbounded: StoreLimits
  maxAgeMs: number
}): ResponseCache {
  const { maxAgeMs } = settings
  const bounded = createStore(settings.bounded, maxAgeMs)
  const unbounded = createStore(settings.unbounded, maxAgeMs)
  const storeOf = ({ isBounded }: CacheKey) => (isBounded ? bounded : unbounded)
  let running = noneRunning()

  function get(key: CacheKey, encoding: Encoding) {
    return storeOf(key).responses.get(entryName(key, encoding))
  }

  function getAny(key: CacheKey): CachedResponse | undefined {
    return encodings.map((encoding) => get(key, encoding)).find((cached) => cached !== undefined)
  }

  return {
    get,
    has: (key) => getAny(key) !== undefined,
    load(key, encoding, create) {
      const started = running
      const { responses, limit } = storeOf(key)
      const name = entryName(key, encoding)
      return once(started.encoded, name, async () => {
        const other = getAny(key)
        const { response, tags } = other
          ? { response: await decodeResponse(other), tags: other.tags }
          : await once(started.created, key.url, () => limit(create))
        const cached = { ...(await encodeResponse(response, encoding, !key.isBounded)), tags }
        const isStored = cached.status === (key.isNotFound ? 404 : 200)
        // After an invalidation meanwhile it may be out of date.
        if (isStored && started === running) responses.set(name, cached)
        return cached
      })
    },
    invalidate(tags) {
      // New requests do not wait for responses that were started before the change.
      running = noneRunning()
      for (const { responses } of [bounded, unbounded]) {
        if (tags === 'everything') responses.clear()
        else deleteTagged(responses, new Set(tags))
      }
    },
    size: () => bounded.responses.calculatedSize + unbounded.responses.calculatedSize,
  }
}

function createStore({ maxBytes, creating }: StoreLimits, maxAgeMs: number) {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    // A larger one would push out too many others.
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: sizeOf,
    ttl: maxAgeMs,
  })
  return { responses, limit: createConcurrencyLimit(creating) }
}

function deleteTagged(responses: LRUCache<string, CachedResponse>, changed: ReadonlySet<string>) {
  for (const [name, { tags }] of responses.entries()) {
    if (!changed.isDisjointFrom(tags)) responses.delete(name)
  }
}

/** Bytes of an entry beside its body and texts. */
const entryBytes = 1_000

/** Bytes; a character of a text may take two. */
function sizeOf({ headers, head, tags, body }: CachedResponse, name: string): number {
  const texts = [name, ...headers.flat(), ...head, ...tags]
  return entryBytes + body.length + 2 * texts.reduce((sum, { length }) => sum + length, 0)
}

function entryName({ url }: CacheKey, encoding: Encoding): string {
  return `${encoding} ${url}`
}

function noneRunning() {
  return {
    created: new Map<string, Promise<TaggedResponse>>(),
    encoded: new Map<string, Promise<CachedResponse>>(),
  }
}

/** Runs a task, or waits for the one of this name that is running. */
function once<T>(running: Map<string, Promise<T>>, name: string, task: () => Promise<T>) {
  const result = running.get(name) ?? task().finally(() => running.delete(name))
  running.set(name, result)
  return result
}
