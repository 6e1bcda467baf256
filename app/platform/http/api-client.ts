import type { z } from 'zod'
import type { Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'

export const apiBase = '/api/v1'

type InputOf<T> = T extends z.ZodType ? z.input<T> : never
type Part<Name extends string, T> = [T] extends [z.ZodUndefined]
  ? { [K in Name]?: undefined }
  : Record<Name, InputOf<T>>

type CallInput<E> =
  E extends Endpoint<infer _M, infer _P, infer Body, infer Query, infer Params, infer _A>
    ? Part<'body', Body> & { query?: InputOf<Query>; params?: InputOf<Params> }
    : never

type AnswerOf<E> =
  E extends Endpoint<infer _M, infer _P, infer _B, infer _Q, infer _R, infer Answer>
    ? z.output<Answer>
    : never

type FileInput<E> =
  E extends FileEndpoint<infer _P, infer Query, infer Params>
    ? { query?: InputOf<Query>; params?: InputOf<Params> }
    : never

type UploadInput<E> =
  E extends UploadEndpoint<infer _P, infer Query, infer _A> ? { query?: InputOf<Query> } : never

type UploadAnswerOf<E> =
  E extends UploadEndpoint<infer _P, infer _Q, infer Answer> ? z.output<Answer> : never

type Query = Record<string, unknown>

/** A refusal by the API, or the network's: `detail` is a sentence to show, `errors` belong beside their fields. */
export class ApiError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ApiError'
    this.problem = problem
  }
}

const unreachable: Problem = {
  status: 0,
  title: 'No connection',
  detail: 'The shop could not be reached. Check your connection and try again.',
}

const cutShort: Problem = { status: 0, title: 'Stopped', detail: 'The upload was stopped.' }

/**
 * Calls the API from the browser. The endpoint is named by its type alone, so that no schema travels to the page:
 *
 *     await call<typeof subscribeEndpoint>('POST /subscribe', { body: { email, consent: true } })
 *
 * @throws ApiError on any answer that is not 2xx, and when the server cannot be reached
 */
export async function call<E extends Endpoint>(
  route: `${E['method']} ${E['path']}`,
  input: CallInput<E>,
): Promise<AnswerOf<E>> {
  const { body, query, params } = input as {
    body?: unknown
    query?: Query
    params?: Record<string, string>
  }
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await fetch(addressOf(path, { query, params }), {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
  }).catch(() => {
    throw new ApiError(unreachable)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(problemOf(answer, response.status))
  return answer as AnswerOf<E>
}

/** The address of a call that answers a file, for a link: `fileUrl<typeof exportOrdersEndpoint>('/orders/export', {})`. */
export function fileUrl<E extends FileEndpoint>(path: E['path'], input: FileInput<E>): string {
  return addressOf(path, input)
}

interface SaveOptions {
  signal?: AbortSignal
  /** Given the answer's headers, what to call with each piece of the file as it comes. */
  watch?: (headers: Headers) => (piece: Uint8Array) => void
}

/**
 * Fetches a file in the browser and saves it under a name; its address is from {@link fileUrl}.
 *
 * @throws ApiError on any answer that is not 2xx, when the server cannot be reached, and when `signal` ends it
 */
export async function saveFile(address: string, name: string, options: SaveOptions = {}) {
  const { signal, watch } = options
  const lost = () => {
    throw new ApiError(unreachable)
  }
  const response = await fetch(address, { credentials: 'same-origin', signal }).catch(lost)
  if (!response.ok) {
    const answer: unknown = await response.json().catch(() => undefined)
    throw new ApiError(problemOf(answer, response.status))
  }
  const watched = watch ? watchedAnswer(response, watch(response.headers)) : response
  const url = URL.createObjectURL(await watched.blob().catch(lost))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser takes the bytes in its own time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function watchedAnswer(response: Response, see: (piece: Uint8Array) => void): Response {
  const seen = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, answer) {
      see(piece)
      answer.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(seen), { headers: response.headers })
}

/**
 * Sends a file to the API from the browser, and tells how much of it has left, 0 to 1.
 *
 * @throws ApiError on any answer that is not 2xx, when the server cannot be reached, and when `signal` ends it
 */
export function upload<E extends UploadEndpoint>(
  path: E['path'],
  file: File,
  options: UploadInput<E> & { onProgress?: (sent: number) => void; signal?: AbortSignal },
): Promise<UploadAnswerOf<E>> {
  const { onProgress, signal, query } = options as {
    query?: Query
    onProgress?: (sent: number) => void
    signal?: AbortSignal
  }
  const form = new FormData()
  form.set('image', file)
  return new Promise((resolve, reject) => {
    // fetch does not tell how much has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(path, { query }))
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer: unknown = request.response
      if (request.status >= 200 && request.status < 300) resolve(answer as UploadAnswerOf<E>)
      else reject(new ApiError(problemOf(answer, request.status)))
    }
    request.onerror = () => reject(new ApiError(unreachable))
    request.onabort = () => reject(new ApiError(cutShort))
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

function problemOf(answer: unknown, status: number): Problem {
  const known = typeof answer === 'object' && answer !== null && 'detail' in answer
  return known
    ? (answer as Problem)
    : { status, title: 'Error', detail: 'Something went wrong on our side. Please try again.' }
}
