import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
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
    query?: Record<string, unknown>
    params?: Record<string, string>
  }
  const [method = 'GET', path = ''] = route.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString()

  const response = await fetch(`${apiBase}${filled}${search ? `?${search}` : ''}`, {
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

function problemOf(answer: unknown, status: number): Problem {
  const known = typeof answer === 'object' && answer !== null && 'detail' in answer
  return known
    ? (answer as Problem)
    : { status, title: 'Error', detail: 'Something went wrong on our side. Please try again.' }
}
