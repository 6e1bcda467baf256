import type { z } from 'zod'

/** Who may call: anyone, a signed-in account, or an administrator. The server checks it before it reads the body. */
export type Access = 'anyone' | 'signed-in' | 'admin'

/** What every declaration of a call says. `path` is relative to `/api/v1`, parameters as `{name}`. */
export interface Declaration<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
> {
  path: Path
  /** A few words, shown as the heading in the API documents. */
  summary: string
  /** What it does and what its refusals mean, in a sentence or two. */
  description: string
  /** The word of the shop it belongs to; groups the API documents. */
  tag: string
  access: Access
  query?: Query
  params?: Params
  /** Problem statuses it may answer beside those every call may (400, 422, 429, 500 and 503, 403 to changes, 413 and 415 to bodies). */
  problems?: readonly (401 | 403 | 404 | 409 | 415 | 422)[]
}

/**
 * One call of the API, declared once: the server checks requests by it, the browser's client is typed by it,
 * and the OpenAPI document is generated from it.
 */
export interface Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> extends Declaration<Path, Query, Params> {
  method: Method
  body?: Body
  response: Answer
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

/** A call that takes one file as multipart/form-data (POST), under any field name. */
export interface UploadEndpoint<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> extends Declaration<Path, Query> {
  method: 'POST'
  /** The field that the documents name. */
  field: string
  /** The most the file may have, in bytes. */
  maxBytes: number
  response: Answer
}

/** Declares an {@link UploadEndpoint}. */
export function uploadEndpoint<
  const Path extends string,
  Answer extends z.ZodType,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declaration: Omit<UploadEndpoint<Path, Query, Answer>, 'method'>) {
  return { ...declaration, method: 'POST' as const }
}

/** A call that answers a file or a stream instead of JSON (GET). */
export interface FileEndpoint<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
> extends Declaration<Path, Query, Params> {
  method: 'GET'
  /** Media types it may answer: 'application/pdf'. */
  types: readonly string[]
}

/** Declares a {@link FileEndpoint}. */
export function fileEndpoint<
  const Path extends string,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declaration: Omit<FileEndpoint<Path, Query, Params>, 'method'>) {
  return { ...declaration, method: 'GET' as const }
}

/** Who is calling, as the server's session says. */
export interface Caller {
  id: string
  email: string
  isAdmin: boolean
}
