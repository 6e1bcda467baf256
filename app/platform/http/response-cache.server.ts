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

export interface ResponseCache {
  get(key: CacheKey, encoding: Encoding): EncodedResponse | undefined
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
    create: () => Promise<ResponseData>,
  ): Promise<EncodedResponse>
  /** Something that public responses show has changed: all are created again. */
  clear(): void
  /** In bytes. */
  size(): number
}

/** Public responses in memory, compressed; those that are asked for least recently go first. */
export function createResponseCache(settings: {
  maxBytes: number
  maxAgeMs: number
  /** How many are created at once: of bounded keys, and of those that visitors can invent. */
  creating: { bounded: ConcurrencyLimits; unbounded: ConcurrencyLimits }
}): ResponseCache {
  const responses = new LRUCache<string, EncodedResponse>({
    maxSize: settings.maxBytes,
    // A larger one would push out too many others.
    maxEntrySize: Math.floor(settings.maxBytes / 4),
    sizeCalculation: sizeOf,
    ttl: settings.maxAgeMs,
  })
  const limitBounded = createConcurrencyLimit(settings.creating.bounded)
  const limitUnbounded = createConcurrencyLimit(settings.creating.unbounded)
  let running = noneRunning()

  const get = (key: CacheKey, encoding: Encoding) => responses.get(entryName(key, encoding))
  const getAny = (key: CacheKey) =>
    encodings.map((encoding) => get(key, encoding)).find((cached) => cached !== undefined)

  return {
    get,
    has: (key) => getAny(key) !== undefined,
    load(key, encoding, create) {
      const started = running
      const limit = key.isBounded ? limitBounded : limitUnbounded
      const name = entryName(key, encoding)
      return once(started.encoded, name, async () => {
        const other = getAny(key)
        const response = other
          ? await decodeResponse(other)
          : await once(started.created, key.url, () => limit(create))
        const encoded = await encodeResponse(response, encoding, !key.isBounded)
        const isStored = encoded.status === (key.isNotFound ? 404 : 200)
        // After a change meanwhile it may be out of date.
        if (isStored && started === running) responses.set(name, encoded)
        return encoded
      })
    },
    clear() {
      // New requests do not wait for responses that were started before the change.
      running = noneRunning()
      responses.clear()
    },
    size: () => responses.calculatedSize,
  }
}

/** Bytes of an entry beside its body and texts. */
const entryBytes = 1_000

/** Bytes; a character of a text may take two. */
function sizeOf({ headers, head, body }: EncodedResponse, name: string): number {
  const texts = [name, ...headers.flat(), ...head]
  return entryBytes + body.length + 2 * texts.reduce((sum, { length }) => sum + length, 0)
}

function entryName({ url }: CacheKey, encoding: Encoding): string {
  return `${encoding} ${url}`
}

function noneRunning() {
  return {
    created: new Map<string, Promise<ResponseData>>(),
    encoded: new Map<string, Promise<EncodedResponse>>(),
  }
}

/** Runs a task, or waits for the one of this name that is running. */
function once<T>(running: Map<string, Promise<T>>, name: string, task: () => Promise<T>) {
  const result = running.get(name) ?? task().finally(() => running.delete(name))
  running.set(name, result)
  return result
}
