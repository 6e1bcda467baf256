import type { z } from 'zod'

/** Who may call: anyone, a signed-in account, or an administrator. The server checks it before it reads the body. */
export type Access = 'anyone' | 'signed-in' | 'admin'

/**
 * One call of the API, declared once: the server checks requests by it, the browser's client is typed by it,
 * and the OpenAPI document is generated from it. `path` is relative to `/api/v1`, parameters as `{name}`.
 */
export interface Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> {
  method: Method
  path: Path
  /** A few words, shown as the heading in the API documents. */
  summary: string
  /** What it does and what its refusals mean, in a sentence or two. */
  description: string
  /** The word of the shop it belongs to; groups the API documents. */
  tag: string
  access: Access
  body?: Body
  query?: Query
  params?: Params
  answer: Answer
  /** Problem statuses it may answer beside those every call may (400, 422, 429 and 500, 403 to changes, 413 and 415 to bodies). */
  problems?: readonly (401 | 403 | 404 | 409 | 415 | 422)[]
}

/** Declares an endpoint; see {@link Endpoint}. */
export function endpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declaration: Endpoint<Method, Path, Body, Query, Params, Answer>) {
  return declaration
}
