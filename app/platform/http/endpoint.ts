import type { z } from 'zod'

/** The app's permissions, as keys: it declares them with `declare module`, and `ApiOptions` checks them. */
// biome-ignore lint/suspicious/noEmptyInterface: the app adds its own
export interface Permissions {}

/**
 * Who may call: anyone, a signed-in account or a guest, a signed-in account, or one with a permission. The server checks it
 * before it reads the body. `link` is any of them, or none with the token of a link: the call checks it.
 */
export type Access = 'anyone' | 'link' | 'guest' | 'signed-in' | keyof Permissions

/** The declaration of a call. `path` is relative to `/api/v1`, parameters as `{name}`. */
export interface Declaration<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
> {
  path: Path
  /** A few words, shown as the heading in the API documents. */
  summary: string
  /** What it does and what its errors mean, in a sentence or two. */
  description: string
  tag: string
  access: Access
  /** Rejected with `passwordNeeded` when the caller gave the password too long ago. */
  recentPassword?: true
  query?: Query
  params?: Params
  /** Its problem statuses besides those of every call (400, 422, 429, 500 and 503; 403 of changes; 413 and 415 of bodies). */
  problems?: readonly (401 | 403 | 404 | 409 | 415 | 422)[]
}

/**
 * One call of the API, declared once: it validates requests, types the browser's client, and generates the OpenAPI
 * document.
 */
export interface Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Declaration<Path, Query, Params> {
  method: Method
  body?: Body
  response: Output
}

export function endpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Output extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declaration: Endpoint<Method, Path, Body, Query, Params, Output>) {
  return declaration
}

/** A call that takes one file as multipart/form-data (POST), under any field name. */
export interface UploadEndpoint<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Declaration<Path, Query> {
  method: 'POST'
  field: string
  maxBytes: number
  response: Output
}

export function uploadEndpoint<
  const Path extends string,
  Output extends z.ZodType,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declaration: Omit<UploadEndpoint<Path, Query, Output>, 'method'>) {
  return { ...declaration, method: 'POST' as const }
}

/** A call that responds with a file or a stream instead of JSON (GET). */
export interface FileEndpoint<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
> extends Declaration<Path, Query, Params> {
  method: 'GET'
  /** The media types of its response: 'application/pdf'. */
  types: readonly string[]
}

export function fileEndpoint<
  const Path extends string,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(declaration: Omit<FileEndpoint<Path, Query, Params>, 'method'>) {
  return { ...declaration, method: 'GET' as const }
}

/** The caller, by the session. The app declares what else it knows of an account. */
export interface Caller {
  id: string
  email: string
  /** Somebody without an account. The e-mail is what they typed, and proves nothing. */
  isGuest?: true
}

/** The type of a problem that ends when the caller gives the password again: then the call may be repeated. */
export const passwordNeeded = 'password-needed'

/** An RFC 9457 problem as the API sends it. `detail` is a sentence a customer can read. */
export interface Problem {
  /** Left out for problems that say all in their status. */
  type?: typeof passwordNeeded
  status: number
  title: string
  detail: string
  /** Field path → sentence, where fields are at fault. */
  errors?: Record<string, string>
}

/** The message for a file of more than `maxBytes`, before and after it is sent. */
export function tooLargeSentence(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Please choose a smaller one.`
}
