import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bytes, Encoding } from './encodings.server.ts'
import { inPairs, type PlainAnswer } from './plain-answer.server.ts'

/** An answer in one encoding, ready to be sent any number of times. */
export interface FinishedBody {
  status: number
  bytes: Bytes
  /** The same bytes; few of them as the characters of latin1. */
  sent: Bytes | string
  etag: string
  /** Names and values in turn; the last value is the request's id. */
  headers: string[]
  /** Those of status 304. */
  unchangedHeaders: string[]
}

/** Kept by anyone, asked about each time: the ETag makes that a few bytes. */
export const keptByAnyone = 'public, max-age=0, must-revalidate'

/** Up to so many bytes go out as a text: Node writes that in one piece with the head, bytes in another. */
const sentWithHead = 8_192

/** Headers that say how one answer travels, or are about one visitor: set anew, or left out. */
const ownHeaders = new Set([
  'cache-control',
  'content-length',
  'content-encoding',
  'etag',
  'set-cookie',
  'vary',
  'x-request-id',
])

/** Makes an answer ready, whose bytes are in this encoding now. */
export function finishBody(
  { status, headers }: Pick<PlainAnswer, 'status' | 'headers'>,
  encoding: Encoding,
  bytes: Bytes,
): FinishedBody {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  const packed = encoding === 'identity' ? [] : ['content-encoding', encoding]
  const length = ['content-length', String(bytes.length)]
  const keeping = [
    'cache-control',
    ...(status === 200 ? [keptByAnyone, 'etag', etag] : ['no-store']),
  ]
  const varying = ['vary', 'accept-encoding', 'x-request-id', '']
  return {
    status,
    bytes,
    sent: bytes.length > sentWithHead ? bytes : bytes.toString('latin1'),
    etag,
    headers: [...withoutOwn(headers), ...packed, ...length, ...keeping, ...varying],
    unchangedHeaders: [...keeping, ...varying],
  }
}

/** Answers the request of this id; returns the status. */
export function sendBody(
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  body: FinishedBody,
  id: string,
): number {
  if (isSame(body, headers['if-none-match'])) {
    outgoing.writeHead(304, withId(body.unchangedHeaders, id)).end()
    return 304
  }
  outgoing.writeHead(body.status, withId(body.headers, id))
  if (method === 'HEAD') outgoing.end()
  else outgoing.end(body.sent, 'latin1')
  return body.status
}

/** As `sendBody`, as a Response; the request's id is set by whoever sends that. */
export function responseWith(body: FinishedBody, { method, headers }: Request): Response {
  if (isSame(body, headers.get('if-none-match'))) {
    return new Response(null, { status: 304, headers: withoutId(body.unchangedHeaders) })
  }
  const init = { status: body.status, headers: withoutId(body.headers) }
  return new Response(method === 'HEAD' ? null : body.bytes, init)
}

/** What it takes of memory beside its bytes. */
export function textsOf({ headers, unchangedHeaders, sent }: FinishedBody): string[] {
  return [...headers, ...unchangedHeaders, ...(typeof sent === 'string' ? [sent] : [])]
}

function withoutOwn(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => !ownHeaders.has(headers[at - (at % 2)] ?? ''))
}

/** Node reads the list while the head is written, so that one list will do for all requests. */
function withId(headers: string[], id: string): string[] {
  headers[headers.length - 1] = id
  return headers
}

function withoutId(headers: readonly string[]): [string, string][] {
  return inPairs(headers.slice(0, -2))
}

function isSame({ status, etag }: FinishedBody, ifNoneMatch: string | null | undefined) {
  if (!ifNoneMatch || status !== 200) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
