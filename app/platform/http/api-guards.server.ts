import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../app-error.ts'
import type { Caller } from './caller.ts'
import { type AddressSettings, addressOf } from './client-address.server.ts'
import type { Access, Declaration } from './endpoint.ts'
import type { Limiter } from './limiter.server.ts'
import { unsupportedBody } from './problems.server.ts'
import { refuseForeignOrigin } from './same-origin.server.ts'
import { tooLargeSentence } from './too-large.ts'

export type ApiEnv = { Variables: { caller: Caller | null } }

/** What a call takes: nothing, JSON, or a file. */
export type Taken = 'nothing' | 'json' | 'file'

export interface GuardDeps {
  settings: AddressSettings & { publicUrl: string }
  limiter: Limiter
  /** Resolves the session of a request, by cookie or bearer token. */
  authenticate(headers: Headers): Promise<Caller | null>
}

/** The most a JSON body may have, in bytes. */
const jsonLimit = 100 * 1024

/** What a form around a file adds to it at the most, in bytes. */
const formAround = 64 * 1024

export const jsonSizeLimit = sizeLimit(jsonLimit, 'That is more than this call takes (100 KB).')

/** What a call must pass before its handler: origin, kind of body, session, access, limit, size. */
export function guards(
  declaration: Declaration & { method: 'GET' | 'POST'; maxBytes?: number },
  takes: Taken,
  deps: GuardDeps,
): MiddlewareHandler<ApiEnv>[] {
  const { method, access, maxBytes } = declaration
  return [
    async (c, next) => {
      if (method !== 'GET') refuseForeignOrigin(c.req.raw, deps.settings.publicUrl)
      refuseOtherBody(takes, c.req.header('content-type') ?? '')
      await next()
    },
    async (c, next) => {
      const caller = await deps.authenticate(c.req.raw.headers)
      refuseWrongCaller(access, caller)
      c.set('caller', caller)
      if (method !== 'GET') await deps.limiter.write(addressOf(c, deps.settings))
      await next()
    },
    ...sizeLimitOf(method, maxBytes),
  ]
}

/** Nobody reads the body of a GET, and to look whether there is one would make a whole Request of it. */
function sizeLimitOf(method: 'GET' | 'POST', maxBytes: number | undefined) {
  if (method === 'GET') return []
  return [maxBytes === undefined ? jsonSizeLimit : fileSizeLimit(maxBytes)]
}

function refuseOtherBody(takes: Taken, contentType: string) {
  if (takes === 'json' && !contentType.startsWith('application/json')) throw unsupportedBody()
  if (takes === 'file' && !contentType.startsWith('multipart/form-data')) {
    throw new AppError('unsupported_media', 'Send the file as multipart/form-data.')
  }
}

function refuseWrongCaller(access: Access, caller: Caller | null) {
  if (access === 'anyone') return
  if (!caller) throw new AppError('not_signed_in', 'Sign in first.')
  if (access === 'admin' && !caller.isAdmin) {
    throw new AppError('forbidden', 'Only the shop itself may do this.')
  }
}

/** The refusal of a file of more than `maxBytes`. */
export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('too_large', tooLargeSentence(maxBytes))
}

function fileSizeLimit(maxBytes: number) {
  return limitedTo(maxBytes + formAround, () => {
    throw fileTooLarge(maxBytes)
  })
}

function sizeLimit(maxSize: number, sentence: string) {
  return limitedTo(maxSize, () => {
    throw new AppError('too_large', sentence)
  })
}

/**
 * A body is as long as its request says, where it says so; only one that does not is made a stream, to be measured as it
 * comes.
 */
function limitedTo(maxSize: number, onError: () => never): MiddlewareHandler<ApiEnv> {
  const measured = bodyLimit({ maxSize, onError })
  return (c, next) => {
    const { headers } = c.req.raw
    const length = headers.get('content-length')
    if (length === null || headers.has('transfer-encoding')) return measured(c, next)
    return Number(length) > maxSize ? onError() : next()
  }
}
