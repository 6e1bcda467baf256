import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError, fieldError } from '../../app-error.ts'
import { tooLargeSentence, type UploadEndpoint } from '../endpoint.ts'
import { createConcurrencyLimit, createPlaces } from './concurrency-limit.server.ts'

/** A file as it was sent, under the sender's name for it. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface UploadLimits {
  /** How many are read at once: each may be in memory as a whole. */
  running: number
  /** How many more wait. What they have sent stays in the buffers of their connections. */
  waiting: number
  /** How many of these may be of one network address. */
  fromOneAddress: number
  /** An upload is dropped if fewer bytes arrive within this time. */
  stall: { withinMs: number; bytes: number }
}

export const defaultUploadLimits: UploadLimits = {
  running: 3,
  waiting: 30,
  fromOneAddress: 12,
  stall: { withinMs: 8_000, bytes: 8 * 1024 },
}

/** Reads the files of uploads, one after another in their turn. */
export function createUploadReader({ running, waiting, fromOneAddress, stall }: UploadLimits) {
  const limit = createConcurrencyLimit({ running, waiting })
  const places = createPlaces(fromOneAddress)
  return async (request: Request, declaration: UploadEndpoint, address: string) => {
    const leave = places.take(address)
    try {
      return await limit(() => readFile(request, declaration, stall))
    } finally {
      leave()
    }
  }
}

/** The one file of a form, whatever its field is called. */
async function readFile(
  request: Request,
  { field, maxBytes }: UploadEndpoint,
  stall: UploadLimits['stall'],
): Promise<UploadedFile> {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const body = request.body && unlessStalled(request.body, stall)
  const notWhole = (error: unknown) => {
    // The size limit ends the stream in the middle with its own error.
    if (error instanceof AppError) throw error
    throw new AppError('malformed', 'The file did not arrive whole. Please send it again.')
  }
  const sent = Buffer.from(await new Response(body).arrayBuffer().catch(notWhole))
  if (hasManyParts(sent)) throw fieldError('invalid', field, 'Choose one file.')
  const form = await new Response(sent, { headers }).formData().catch(notWhole)
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file || file.size === 0) {
    throw fieldError('invalid', field, 'Choose a file.')
  }
  if (file.size > maxBytes) throw fileTooLarge(maxBytes)
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** More would take the parser seconds: a form of ours has one. */
const maxParts = 10

/** Whether a form has many parts, counted by the header that each has, in any case. */
function hasManyParts(form: Buffer): boolean {
  const headers = form.toString('latin1').matchAll(/content-disposition/gi)
  return headers.drop(maxParts).next().done === false
}

/** The same bytes. It fails when too few of them arrive in time. */
function unlessStalled(
  body: ReadableStream<Uint8Array>,
  { withinMs, bytes }: UploadLimits['stall'],
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const stalled = Promise.withResolvers<never>()
  let arrived = 0
  const timer = setInterval(() => {
    if (arrived < bytes) stalled.reject(new Error('stalled'))
    arrived = 0
  }, withinMs)
  stalled.promise.catch(() => {})
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await Promise.race([reader.read(), stalled.promise])
        if (value) {
          arrived += value.length
          controller.enqueue(value)
        }
        if (!done) return
        clearInterval(timer)
        controller.close()
      } catch (error) {
        clearInterval(timer)
        controller.error(error)
      }
    },
    cancel(reason) {
      clearInterval(timer)
      return reader.cancel(reason)
    },
  })
}

function fileTooLarge(maxBytes: number): AppError {
  return new AppError('too_large', tooLargeSentence(maxBytes))
}

/** What a form adds to its file, in bytes. */
const formOverhead = 64 * 1024

/** A file without a Content-Length is measured when it is read, which is when its turn comes. */
export function fileSizeLimit(maxBytes: number): MiddlewareHandler {
  const maxSize = maxBytes + formOverhead
  return (c, next) => {
    const length = lengthOf(c.req.raw)
    if (length !== null && length > maxSize) throw fileTooLarge(maxBytes)
    if (length === null) c.req.raw = withBody(c.req.raw, measured(maxSize, fileTooLarge(maxBytes)))
    return next()
  }
}

const maxJsonBytes = 100 * 1024

function rejectJson(): never {
  throw new AppError('too_large', 'The request is larger than 100 KB.')
}

const limitWhileReading = bodyLimit({ maxSize: maxJsonBytes, onError: rejectJson })

export const jsonSizeLimit: MiddlewareHandler = (c, next) => {
  const length = lengthOf(c.req.raw)
  if (length !== null) return length > maxJsonBytes ? rejectJson() : next()
  c.req.raw = withBody(c.req.raw, new TransformStream())
  return limitWhileReading(c, next)
}

/** The Content-Length, which most requests have; null for a body that comes in chunks. */
function lengthOf({ headers }: Request): number | null {
  const length = headers.get('content-length')
  return length === null || headers.has('transfer-encoding') ? null : Number(length)
}

/** The server's requests are of a class of its own, which cannot be copied with another body. */
function withBody(
  { url, method, headers, body, signal }: Request,
  through: TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
): Request {
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, duplex: 'half' }
  // Cancelled, the server's stream would forget its connection and read no more.
  return new Request(url, { ...init, body: body?.pipeThrough(through, { preventCancel: true }) })
}

function measured(maxSize: number, error: AppError) {
  let size = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      size += piece.length
      if (size > maxSize) controller.error(error)
      else controller.enqueue(piece)
    },
  })
}

/** Of what is read of a refused body. */
const defaultBounds = { maxBytes: 64 * 1024 * 1024, withinMs: 60_000 }

/**
 * Sends a response at once, but ends it only when the body of its request was read: at its end the connection may be closed,
 * and a client that is still sending could then not read it.
 */
export function endAfterBody(response: Response, incoming: IncomingMessage): Response {
  if (incoming.complete || !response.body) return response
  const read = new TransformStream({ flush: () => discardBody(incoming, defaultBounds) })
  return new Response(response.body.pipeThrough(read), response)
}

/** Reads and discards the rest of a body. Beyond the bounds its connection is cut. */
export async function discardBody(
  incoming: IncomingMessage,
  { maxBytes, withinMs }: typeof defaultBounds,
) {
  if (incoming.complete || incoming.destroyed) return
  const closed = once(incoming, 'close')
  let bytes = 0
  const timer = setTimeout(() => incoming.destroy(), withinMs)
  // A previous reader may have paused it.
  incoming.removeAllListeners('data')
  incoming.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > maxBytes) incoming.destroy()
  })
  incoming.resume()
  await closed.catch(() => {})
  clearTimeout(timer)
}
