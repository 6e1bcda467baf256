import type { MiddlewareHandler } from 'hono'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.server.ts'
import { type AddressSettings, addressOf } from './client.server.ts'
import type { Access, Caller, Declaration, Permissions } from './endpoint.ts'
import { type Limiter, readCosts } from './limits/limiter.server.ts'
import { fileSizeLimit, jsonSizeLimit, type UploadLimits } from './limits/request-bodies.server.ts'
import { validateTexts } from './nul.ts'
import { unsupportedBody } from './problems.server.ts'

export type ApiEnv = { Variables: { caller: Caller | null } }

type BodyKind = 'nothing' | 'json' | 'file'

export interface ApiOptions {
  settings: AddressSettings & { publicUrl: string }
  limiter: Limiter
  /** Resolves the session of a request, by cookie or bearer token: an account's or a guest's. */
  authenticate(headers: Headers): Promise<Caller | null>
  /** @throws AppError forbidden when the caller has no such permission */
  checkPermission(caller: Caller, permission: keyof Permissions): void
  /** @throws AppError password_needed when the caller gave the password too long ago */
  checkRecentPassword(caller: Caller): void
  log: Log
  uploads?: UploadLimits
  /** Called for calls that were rejected because of who called, or how often. */
  onRefusal?(refusal: Refusal): Promise<void>
}

export interface Refusal {
  error: AppError
  caller: Caller | null
  /** The declared call: 'POST /users/login'. */
  call: string
}

/** The checks before a call's handler: origin, kind of body, session, access, rate limit, size. */
export function guards(
  declaration: Declaration & { method: 'GET' | 'POST'; maxBytes?: number },
  bodyKind: BodyKind,
  options: ApiOptions,
): MiddlewareHandler<ApiEnv>[] {
  const { method, access, recentPassword, maxBytes } = declaration
  return [
    async (c, next) => {
      if (method !== 'GET') checkSameOrigin(c.req.raw.headers, options.settings.publicUrl)
      checkBodyKind(bodyKind, c.req.header('content-type') ?? '')
      await next()
    },
    async (c, next) => {
      const found = await options.authenticate(c.req.raw.headers)
      // Only calls that are declared for guests know them.
      const caller = found?.isGuest && access !== 'guest' && access !== 'link' ? null : found
      c.set('caller', caller)
      checkAccess(access, caller, options)
      if (recentPassword && caller) options.checkRecentPassword(caller)
      const address = addressOf(c, options.settings)
      if (method === 'GET') options.limiter.read(address, readCosts.call)
      else await options.limiter.write(address)
      await next()
    },
    // The body of a GET is not read: even to look for one is slow.
    ...(method === 'GET' ? [] : [maxBytes === undefined ? jsonSizeLimit : fileSizeLimit(maxBytes)]),
    ...(bodyKind === 'json' ? [checkTexts] : []),
  ]
}

/** Before the body's schema: what is wrong here would cost it much time. */
const checkTexts: MiddlewareHandler<ApiEnv> = async (c, next) => {
  // What is no JSON is the schema's to say.
  validateTexts(await c.req.json().catch(() => null))
  await next()
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

function checkAccess(access: Access, caller: Caller | null, { checkPermission }: ApiOptions) {
  if (access === 'anyone' || access === 'link') return
  const signedIn = requireSession(caller)
  if (access !== 'guest' && access !== 'signed-in') checkPermission(signedIn, access)
}

/** @throws AppError not_signed_in */
export function requireSession(caller: Caller | null): Caller {
  if (caller) return caller
  throw new AppError('not_signed_in', 'Please log in first.')
}
