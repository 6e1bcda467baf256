import type { z } from 'zod'
import type { Endpoint, FileEndpoint, Problem, UploadEndpoint } from './endpoint.ts'

export const apiBase = '/api/v1'

type InputOf<T> = T extends z.ZodType ? z.input<T> : never
type Part<Name extends string, T> = [T] extends [z.ZodUndefined]
  ? { [K in Name]?: undefined }
  : Record<Name, InputOf<T>>

type CallInput<E> =
  E extends Endpoint<infer _M, infer _P, infer Body, infer Query, infer Params, infer _A>
    ? Part<'body', Body> & { query?: InputOf<Query>; params?: InputOf<Params> }
    : never

/** What a call answers. */
export type ResponseOf<E> =
  E extends Endpoint<infer _M, infer _P, infer _B, infer _Q, infer _R, infer Output>
    ? z.output<Output>
    : never

type FileInput<E> =
  E extends FileEndpoint<infer _P, infer Query, infer Params>
    ? { query?: InputOf<Query>; params?: InputOf<Params> }
    : never

type UploadInput<E> =
  E extends UploadEndpoint<infer _P, infer Query, infer _A> ? { query?: InputOf<Query> } : never

type UploadResponseOf<E> =
  E extends UploadEndpoint<infer _P, infer _Q, infer Output> ? z.output<Output> : never

type Query = Record<string, unknown>

/** An error response of the API, or no response: `detail` is a sentence to show, `errors` belong beside their fields. */
export class ApiError extends Error {
  readonly problem: Problem
  /** Whether the shop sent it: not if there was no response, or a proxy sent a page of its own. */
  readonly isShops: boolean
  constructor(problem: Problem, isShops = false) {
    super(problem.detail)
    this.name = 'ApiError'
    this.problem = problem
    this.isShops = isShops
  }
}

const unreachable: Problem = {
  status: 0,
  title: 'No connection',
  detail: 'The shop could not be reached. Check your connection and try again.',
}

const cancelled: Problem = { status: 0, title: 'Cancelled', detail: 'The upload was cancelled.' }

/** Removes the cause of a problem, for example by a password prompt; false if it cannot, or the visitor cancels. */
type Remedy = (problem: Problem) => Promise<boolean>

let remedy: Remedy | null = null

/** Sets the remedy of a page; the call is repeated after it. Returns how to unset it. */
export function remedyProblems(own: Remedy) {
  remedy = own
  return () => {
    if (remedy === own) remedy = null
  }
}

/** Sends a request, and again after a remedy. @throws ApiError if the status is not 2xx or the server cannot be reached */
async function responseTo(send: () => Promise<Response>): Promise<Response> {
  const response = await send().catch(() => {
    throw new ApiError(unreachable)
  })
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => undefined)
  const error = errorOf(body, response.status)
  if (await remedy?.(error.problem)) return responseTo(send)
  throw error
}

/**
 * Calls the API from the browser. Only the type of the endpoint is used, so that no schema is sent to the page:
 *
 *     await call<Subscribe>('POST /subscribe', { body: { email, consent: true } })
 *
 * @throws ApiError if the status is not 2xx or the server cannot be reached
 */
export async function call<E extends Endpoint>(
  route: `${E['method']} ${E['path']}`,
  input: CallInput<E>,
): Promise<ResponseOf<E>> {
  const { body, query, params } = input as {
    body?: unknown
    query?: Query
    params?: Record<string, string>
  }
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await responseTo(() =>
    fetch(addressOf(path, { query, params }), {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    }),
  )
  return (await response.json().catch(() => undefined)) as ResponseOf<E>
}

/** The URL of a call that responds with a file, for a link: `fileUrl<ExportOrders>('/orders/export', {})`. */
export function fileUrl<E extends FileEndpoint>(path: E['path'], input: FileInput<E>): string {
  return addressOf(path, input)
}

interface SaveOptions {
  signal?: AbortSignal
  /** Called with the response's headers; returns what is called with each piece of the file. */
  watch?: (headers: Headers) => (piece: Uint8Array) => void
}

/**
 * Fetches a file in the browser and saves it under a name. Its URL is from {@link fileUrl}.
 *
 * @throws ApiError if the status is not 2xx, the server cannot be reached, or `signal` aborts
 */
export async function saveFile(address: string, name: string, options: SaveOptions = {}) {
  const { signal, watch } = options
  const lost = () => {
    throw new ApiError(unreachable)
  }
  const response = await responseTo(() => fetch(address, { credentials: 'same-origin', signal }))
  const watched = watch ? watchedResponse(response, watch(response.headers)) : response
  saveBlob(await watched.blob().catch(lost), name)
}

/** Saves what the page has as a file. */
export function saveBlob(blob: Blob, name: string) {
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser may read it later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

function watchedResponse(response: Response, see: (piece: Uint8Array) => void): Response {
  const watching = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      see(piece)
      controller.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(watching), { headers: response.headers })
}

/**
 * Sends a file to the API from the browser, and reports how much has been sent, 0 to 1.
 *
 * @throws ApiError if the status is not 2xx, the server cannot be reached, or `signal` aborts
 */
export function upload<E extends UploadEndpoint>(
  path: E['path'],
  file: File,
  options: UploadInput<E> & { onProgress?: (sent: number) => void; signal?: AbortSignal },
): Promise<UploadResponseOf<E>> {
  const { onProgress, signal, query } = options as {
    query?: Query
    onProgress?: (sent: number) => void
    signal?: AbortSignal
  }
  const form = new FormData()
  form.set('image', file)
  return new Promise((resolve, reject) => {
    // fetch does not report how much has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(path, { query }))
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const body: unknown = request.response
      if (request.status >= 200 && request.status < 300) resolve(body as UploadResponseOf<E>)
      else reject(errorOf(body, request.status))
    }
    request.onerror = () => reject(new ApiError(unreachable))
    request.onabort = () => reject(new ApiError(cancelled))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function addressOf(
  path: string,
  { query, params }: { query?: Query; params?: Record<string, unknown> },
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString()
  return `${apiBase}${filled}${search ? `?${search}` : ''}`
}

function errorOf(body: unknown, status: number): ApiError {
  const known = typeof body === 'object' && body !== null && 'detail' in body
  if (known) return new ApiError(body as Problem, true)
  const detail = 'Something went wrong on our side. Please try again.'
  return new ApiError({ status, title: 'Error', detail })
}
