import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import {
  type ConcurrencyLimits,
  createConcurrencyLimit,
} from './limits/concurrency-limit.server.ts'

type Bytes = Buffer<ArrayBuffer>

/** Content encodings, the preferred one first. */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** A response as data: status, headers with names in lower case, and the whole body. */
export interface ResponseData {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: Bytes
}

/** A response in one encoding, ready to be sent any number of times. */
interface EncodedResponse {
  status: number
  encoding: Encoding
  body: Bytes
  etag: string
  headers: ResponseData['headers']
  /** Names and values in turn, as `writeHead` takes them; all but the request's id. */
  head: readonly string[]
  notModifiedHead: readonly string[]
}

/** Clients and proxies may store it and revalidate it each time, which costs few bytes thanks to the ETag. */
export const revalidated = 'public, max-age=0, must-revalidate'

/** Headers that are set for each encoding and request. */
const ownHeaders = new Set([
  'cache-control',
  'content-length',
  'content-encoding',
  'etag',
  'set-cookie',
  'vary',
  'x-request-id',
])

/** In characters. No browser's header is nearly as long; a longer one is treated as absent. */
const maxHeaderLength = 1024

/** Browsers send the same few headers. */
const acceptedByHeader = new LRUCache<string, Encoding>({ max: 100 })

/** The best encoding that a client accepts, by its header Accept-Encoding. */
export function acceptedEncoding(header: string | undefined): Encoding {
  const accepted = shortHeader(header) ?? ''
  const cached = acceptedByHeader.get(accepted)
  if (cached) return cached
  const encoding = negotiateEncoding(accepted)
  acceptedByHeader.set(accepted, encoding)
  return encoding
}

function negotiateEncoding(header: string): Encoding {
  const headers = { 'accept-encoding': header }
  const accepted = new Negotiator({ headers }).encodings([...encodings])
  return encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const decompressions = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

/**
 * Encodes a response.
 *
 * @param isQuick spends little time on compressing: for one that is rarely sent again
 */
async function encodeResponse(
  { status, headers, body: plain }: ResponseData,
  encoding: Encoding,
  isQuick: boolean,
): Promise<EncodedResponse> {
  const body = await compress(plain, encoding, isQuick)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const caching = status === 200 ? ['cache-control', revalidated, 'etag', etag] : uncached
  const sent = headers.filter(([name]) => !ownHeaders.has(name))
  const always = [...caching, 'vary', 'accept-encoding']
  // What describes the body, and what may be done with it, is stored with the body.
  const ofStatus = sent.filter(([name]) => !name.startsWith('content-'))
  const notModifiedHead = [...ofStatus.flat(), ...always]
  const head = [
    ...sent.flat(),
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...['content-length', String(body.length)],
    ...always,
  ]
  return { status, encoding, body, etag, headers, head, notModifiedHead }
}

const uncached = ['cache-control', 'no-store']

export async function decodeResponse(response: EncodedResponse): Promise<ResponseData> {
  const { status, headers, encoding, body } = response
  if (encoding === 'identity') return { status, headers, body }
  return { status, headers, body: await decompressions[encoding](body) }
}

async function compress(plain: Bytes, encoding: Encoding, isQuick: boolean): Promise<Bytes> {
  if (encoding === 'identity') return plain
  // Quick compression takes less time than passing it to another thread.
  if (encoding === 'gzip') return isQuick ? gzipSync(plain, { level: 1 }) : compressGzip(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isQuick ? 1 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return isQuick ? brotliCompressSync(plain, { params }) : compressBrotli(plain, { params })
}

/** Sends a response, or 304 to a client that has it. Returns the status. */
export function sendEncoded(
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  response: EncodedResponse,
  requestId: string,
): number {
  if (isNotModified(response, shortHeader(headers['if-none-match']))) {
    outgoing.writeHead(304, [...response.notModifiedHead, 'x-request-id', requestId]).end()
    return 304
  }
  outgoing.writeHead(response.status, [...response.head, 'x-request-id', requestId])
  outgoing.end(method === 'HEAD' ? undefined : response.body)
  return response.status
}

function isNotModified({ status, etag }: EncodedResponse, ifNoneMatch: string | undefined) {
  if (!ifNoneMatch || status !== 200) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function shortHeader(header: string | undefined): string | undefined {
  return header && header.length <= maxHeaderLength ? header : undefined
}

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
