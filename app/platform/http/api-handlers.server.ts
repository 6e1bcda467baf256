import type { z } from 'zod'
import type { Caller, Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import type { UploadedFile } from './limits/request-bodies.server.ts'

/** What a handler gets beside the validated input. */
export interface CallContext {
  /** Set when the endpoint's access is not 'anyone', or when the caller happens to be signed in. */
  caller: Caller | null
  /** The client's network address, for limits. */
  address: string
  headers: Headers
  signal: AbortSignal
  /** Headers to send, such as cookies. */
  responseHeaders: Headers
}

export interface PublicText {
  /** JSON of just the fields that the call declares: whoever wrote it answers for that. */
  text: string
  /** What it shows: it is out of date when one of these changes. */
  tags: readonly string[]
  /** Where the next page is, as the header Link has it. */
  link?: string
}

/** Reads for a public call. It gets nothing of the visitor, so that everybody may have the response. */
export type PublicRead = (input: { query: unknown; params: unknown }) => Promise<PublicText>

type Out<T> = T extends z.ZodType ? z.output<T> : never
type ContextFor<E extends { access: unknown }> = E['access'] extends 'anyone'
  ? CallContext
  : CallContext & { caller: Caller }

export type Handler<E> =
  E extends Endpoint<infer _M, infer _P, infer Body, infer Query, infer Params, infer Output>
    ? (
        input: { body: Out<Body>; query: Out<Query>; params: Out<Params> },
        context: ContextFor<E>,
      ) => Promise<z.input<Output> | JsonText>
    : never

export type InputOf<E> =
  E extends Endpoint<infer _M, infer _P, infer _Body, infer Query, infer Params>
    ? { query: Out<Query>; params: Out<Params> }
    : never

export type UploadHandler<E> =
  E extends UploadEndpoint<infer _P, infer Query, infer Output>
    ? (
        input: { file: UploadedFile; query: Out<Query> },
        context: ContextFor<E>,
      ) => Promise<z.input<Output>>
    : never

export type FileHandler<E> =
  E extends FileEndpoint<infer _P, infer Query, infer Params>
    ? (
        input: { query: Out<Query>; params: Out<Params> },
        context: ContextFor<E>,
      ) => Promise<FileResponse>
    : never

/** A response that is JSON already, of just the fields that the call declares: whoever wrote it answers for that. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface FileResponse {
  type: string
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string
  /** Saved under this name; without one it is shown in place. */
  name?: string
}

/** Sends only what is declared. */
export function jsonOf({ response }: { response: z.ZodType }, result: unknown): string {
  return result instanceof JsonText ? result.text : JSON.stringify(response.parse(result))
}

export function jsonResponse(
  text: string,
  { responseHeaders }: { responseHeaders: Headers },
): Response {
  responseHeaders.set('content-type', 'application/json; charset=utf-8')
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  return new Response(text, { headers: responseHeaders })
}

export function fileResponse(
  { type, body, name }: FileResponse,
  { responseHeaders }: { responseHeaders: Headers },
) {
  responseHeaders.set('content-type', type)
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  if (name) responseHeaders.set('content-disposition', `attachment; filename="${name}"`)
  return new Response(body, { headers: responseHeaders })
}
