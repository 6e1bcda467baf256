import type { MiddlewareHandler } from 'hono'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.server.ts'
import { type AddressSettings, addressOf } from './client.server.ts'
import type { Access, Caller, Declaration, Permissions } from './endpoint.ts'
import { type Limiter, readCosts } from './limits/limiter.server.ts'
import { fileSizeLimit, jsonSizeLimit, type UploadLimits } from './limits/request-bodies.server.ts'
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

/** PostgreSQL stores every character but NUL. */
const nul = '\0'
const nulSentence = 'contains a character that cannot be stored'

/** No body that the API takes is nested nearly as deeply. */
const maxDepth = 32
/** Nor has it nearly as many values. */
const maxValues = 5_000

/**
 * Checks that no text in a body or query has a NUL, that nothing is nested too deeply for code that recurses, and that there
 * are no more values than checks are quick for.
 * Takes the input as it was sent, so that the errors name the sender's fields.
 *
 * @throws AppError invalid, naming the fields; malformed if it is too deep or has too many values
 */
export function validateTexts(sent: unknown) {
  const errors = Object.fromEntries(pathsOfNul(sent).map((path) => [path, nulSentence]))
  if (Object.keys(errors).length > 0) {
    throw new AppError('invalid', 'Please check your entries.', { errors })
  }
}

function pathsOfNul(sent: unknown): string[] {
  const paths: string[] = []
  let values = 0
  // No recursion: a body of 100 KB may be nested 50,000 deep.
  const rest: { value: unknown; path: string[] }[] = [{ value: sent, path: [] }]
  for (let node = rest.pop(); node; node = rest.pop()) {
    const { value, path } = node
    values += 1
    if (values > maxValues) throw new AppError('malformed', 'The body has too many values.')
    if (path.length > maxDepth) throw new AppError('malformed', 'The body is nested too deeply.')
    if (typeof value === 'string' && value.includes(nul)) paths.push(path.join('.'))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value).reverse()) {
      rest.push({ value: inner, path: [...path, key] })
    }
  }
  return paths
}

export function hasNul(query: URLSearchParams): boolean {
  return query.values().some((value) => value.includes(nul))
}

/** The same parameters without NUL, for pages: their visitors cannot correct it. */
export function withoutNul(query: URLSearchParams): URLSearchParams {
  if (!hasNul(query)) return query
  return new URLSearchParams(
    [...query].map(([name, value]): [string, string] => [name, value.replaceAll(nul, '')]),
  )
}
