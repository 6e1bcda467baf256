import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../app-error.ts'
import { type AddressSettings, addressOf } from './client-address.server.ts'
import type { Access, Caller, Declaration } from './endpoint.ts'

import type { Limiter } from './limiter.server.ts'
import { tooLargeSentence } from './problem.ts'
import { unsupportedBody } from './problems.server.ts'

export type ApiEnv = { Variables: { caller: Caller | null } }

/** The body of a call. */
export type BodyKind = 'nothing' | 'json' | 'file'

export interface GuardDeps {
  settings: AddressSettings & { publicUrl: string }
  limiter: Limiter
  /** Resolves the session of a request, by cookie or bearer token. */
  authenticate(headers: Headers): Promise<Caller | null>
}

/** The most a JSON body may have, in bytes. */
const jsonLimit = 100 * 1024

/** What a form adds to its file at the most, in bytes. */
const formOverhead = 64 * 1024

export const jsonSizeLimit = sizeLimit(jsonLimit, 'That is more than this call takes (100 KB).')

/** What a call must pass before its handler: origin, kind of body, session, access, rate limit, size. */
export function guards(
  declaration: Declaration & { method: 'GET' | 'POST'; maxBytes?: number },
  bodyKind: BodyKind,
  deps: GuardDeps,
): MiddlewareHandler<ApiEnv>[] {
  const { method, access, maxBytes } = declaration
  return [
    async (c, next) => {
      if (method !== 'GET') checkSameOrigin(c.req.raw.headers, deps.settings.publicUrl)
      checkBodyKind(bodyKind, c.req.header('content-type') ?? '')
      await next()
    },
    async (c, next) => {
      const caller = await deps.authenticate(c.req.raw.headers)
      checkAccess(access, caller)
      c.set('caller', caller)
      if (method !== 'GET') await deps.limiter.write(addressOf(c, deps.settings))
      await next()
    },
    ...sizeLimitOf(method, maxBytes),
  ]
}

/** Nobody reads the body of a GET, and even to look for one would cost a whole Request. */
function sizeLimitOf(method: 'GET' | 'POST', maxBytes: number | undefined) {
  if (method === 'GET') return []
  return [maxBytes === undefined ? jsonSizeLimit : fileSizeLimit(maxBytes)]
}

/**
 * Forbids a change that another site's page asks for. Browsers say where a request comes from; API clients without a
 * browser say nothing and may go on.
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
    throw new AppError('forbidden', 'This was asked from another site, so it was not done.')
  }
}

function checkBodyKind(bodyKind: BodyKind, contentType: string) {
  if (bodyKind === 'json' && !contentType.startsWith('application/json')) throw unsupportedBody()
  if (bodyKind === 'file' && !contentType.startsWith('multipart/form-data')) {
    throw new AppError('unsupported_media', 'Send the file as multipart/form-data.')
  }
}

function checkAccess(access: Access, caller: Caller | null) {
  if (access === 'anyone') return
  if (!caller) throw new AppError('not_signed_in', 'Sign in first.')
  if (access === 'admin' && !caller.isAdmin) {
    throw new AppError('forbidden', 'Only the shop itself may do this.')
  }
}

/** Says that a file has more than `maxBytes`. */
export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('too_large', tooLargeSentence(maxBytes))
}

function fileSizeLimit(maxBytes: number) {
  return limitedTo(maxBytes + formOverhead, () => {
    throw fileTooLarge(maxBytes)
  })
}

function sizeLimit(maxSize: number, sentence: string) {
  return limitedTo(maxSize, () => {
    throw new AppError('too_large', sentence)
  })
}

/** A request mostly says how long its body is. Only one that does not is measured while it is read. */
function limitedTo(maxSize: number, onError: () => never): MiddlewareHandler<ApiEnv> {
  const measured = bodyLimit({ maxSize, onError })
  return (c, next) => {
    const { headers } = c.req.raw
    const length = headers.get('content-length')
    if (length === null || headers.has('transfer-encoding')) return measured(c, next)
    return Number(length) > maxSize ? onError() : next()
  }
}
