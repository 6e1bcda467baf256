import { AppError, fieldError } from '../../app-error.ts'
import { fileTooLarge } from '../api-guards.server.ts'
import type { UploadEndpoint } from '../endpoint.ts'
import { createConcurrencyLimit, createPlaces } from './concurrency-limit.server.ts'

/** A file as it was sent; its name and type are what the sender says. */
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
  const form = await new Response(body, { headers }).formData().catch((error: unknown) => {
    // The size limit ends the stream in the middle with its own refusal.
    if (error instanceof AppError) throw error
    throw new AppError('malformed', 'The file did not arrive whole. Please send it again.')
  })
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file || file.size === 0) {
    throw fieldError('invalid', field, 'Choose a file.')
  }
  if (file.size > maxBytes) throw fileTooLarge(maxBytes)
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
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
