import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../app-error.ts'
import {
  type Access,
  type Caller,
  type Declaration,
  type Permissions,
  tooLargeSentence,
} from './endpoint.ts'
import { type AddressSettings, clientAddress } from './limits/client-address.server.ts'
import { type Limiter, readCosts } from './limits/limiter.server.ts'
import { validateTexts } from './nul.ts'
import { unsupportedBody } from './problems.server.ts'

export type ApiEnv = { Variables: { caller: Caller | null } }

/** The body of a call. */
type BodyKind = 'nothing' | 'json' | 'file'

export interface GuardDeps {
  settings: AddressSettings & { publicUrl: string }
  limiter: Limiter
  /** Resolves the session of a request, by cookie or bearer token: an account's or a guest's. */
  authenticate(headers: Headers): Promise<Caller | null>
  /** @throws AppError forbidden when the caller has no such permission */
  checkPermission(caller: Caller, permission: keyof Permissions): void
  /** @throws AppError password_needed when the caller gave the password too long ago */
  checkRecentPassword(caller: Caller): void
}

/** The most a JSON body may have, in bytes. */
const jsonLimit = 100 * 1024

/** The most that a form adds to its file, in bytes. */
const formOverhead = 64 * 1024

export const jsonSizeLimit = sizeLimit(jsonLimit, 'The request is larger than 100 KB.')

/** The checks before a call's handler: origin, kind of body, session, access, rate limit, size. */
export function guards(
  declaration: Declaration & { method: 'GET' | 'POST'; maxBytes?: number },
  bodyKind: BodyKind,
  deps: GuardDeps,
): MiddlewareHandler<ApiEnv>[] {
  const { method, access, recentPassword, maxBytes } = declaration
  return [
    async (c, next) => {
      if (method !== 'GET') checkSameOrigin(c.req.raw.headers, deps.settings.publicUrl)
      checkBodyKind(bodyKind, c.req.header('content-type') ?? '')
      await next()
    },
    async (c, next) => {
      const found = await deps.authenticate(c.req.raw.headers)
      // Only calls that are declared for guests know them.
      const caller = found?.isGuest && access !== 'guest' ? null : found
      c.set('caller', caller)
      checkAccess(access, caller, deps)
      if (recentPassword && caller) deps.checkRecentPassword(caller)
      const address = addressOf(c, deps.settings)
      if (method === 'GET') deps.limiter.read(address, readCosts.call)
      else await deps.limiter.write(address)
      await next()
    },
    ...sizeLimitOf(method, maxBytes),
    ...(bodyKind === 'json' ? [checkTexts] : []),
  ]
}

/** Before the body's schema: what is wrong here would cost it much time. */
const checkTexts: MiddlewareHandler<ApiEnv> = async (c, next) => {
  // What is no JSON is the schema's to say.
  validateTexts(await c.req.json().catch(() => null))
  await next()
}

/** The body of a GET is not read: even to look for one is slow. */
function sizeLimitOf(method: 'GET' | 'POST', maxBytes: number | undefined) {
  if (method === 'GET') return []
  return [maxBytes === undefined ? jsonSizeLimit : fileSizeLimit(maxBytes)]
}

/**
 * Forbids changes from pages of another site. Browsers send the origin of a request; API clients without a browser do not
 * and are allowed.
 *
 * @throws AppError forbidden
 */
export function checkSameOrigin(headers: Headers, publicUrl: string) {
  const origin = headers.get('origin')
  const host = headers.get('host')
  const isSame =
    origin === null ||
    origin === new URL(publicUrl).origin ||
    (host !== null && origin.replace(/^https?:\/\//, '') === host)
  if (!isSame || headers.get('sec-fetch-site') === 'cross-site') {
    throw new AppError('forbidden', 'Requests from another site are not allowed.')
  }
}

function checkBodyKind(bodyKind: BodyKind, contentType: string) {
  if (bodyKind === 'json' && !contentType.startsWith('application/json')) throw unsupportedBody()
  if (bodyKind === 'file' && !contentType.startsWith('multipart/form-data')) {
    throw new AppError('unsupported_media', 'Send the file as multipart/form-data.')
  }
}

function checkAccess(access: Access, caller: Caller | null, { checkPermission }: GuardDeps) {
  if (access === 'anyone') return
  if (!caller) throw new AppError('not_signed_in', 'Please sign in first.')
  if (access !== 'guest' && access !== 'signed-in') checkPermission(caller, access)
}

/** Says that a file has more than `maxBytes`. */
export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('too_large', tooLargeSentence(maxBytes))
}

/** A file without a Content-Length is measured when it is read, which is when its turn comes. */
function fileSizeLimit(maxBytes: number): MiddlewareHandler<ApiEnv> {
  const maxSize = maxBytes + formOverhead
  return (c, next) => {
    const length = lengthOf(c.req.raw)
    if (length !== null && length > maxSize) throw fileTooLarge(maxBytes)
    if (length === null) c.req.raw = withBody(c.req.raw, measured(maxSize, fileTooLarge(maxBytes)))
    return next()
  }
}

function sizeLimit(maxSize: number, sentence: string): MiddlewareHandler<ApiEnv> {
  const onError = () => {
    throw new AppError('too_large', sentence)
  }
  const limitWhileReading = bodyLimit({ maxSize, onError })
  return (c, next) => {
    const length = lengthOf(c.req.raw)
    if (length !== null) return length > maxSize ? onError() : next()
    c.req.raw = withBody(c.req.raw, new TransformStream())
    return limitWhileReading(c, next)
  }
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
  return new Request(url, { ...init, body: body?.pipeThrough(through) })
}

/** Fails when more comes through. */
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

/** The client's network address, for limits. */
export function addressOf(c: Context, settings: AddressSettings): string {
  const remoteAddress = c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined
  return clientAddress({ forwardedFor: c.req.header('x-forwarded-for'), remoteAddress }, settings)
}
