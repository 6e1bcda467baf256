import type { Who } from './scenario-world.ts'

export interface Scenario {
  name: string
  /** As the OpenAPI document names it: 'POST /users/login'. */
  call: string
  /** The path with its parameters and query; left out where the call has none. */
  path?: string
  who?: Who
  body?: unknown
  /** What the body may have besides, of which each part is spoiled once. */
  more?: object
  /** Sent as a form's only file in place of a body. */
  file?: string | Uint8Array<ArrayBuffer>
  status: number
  /** The fields that a refusal names. */
  errors?: string[]
  detail?: string
  /** The session goes on under a new token, which whoever calls again does not have. */
  endsSession?: boolean
}

/** A call as it is meant to be. */
export function good(call: string, name: string, more: Partial<Scenario> = {}): Scenario {
  return { call, name, status: 200, ...more }
}

/** Rows of one call: name, how it differs, status, fields, sentence. */
type Row = [
  name: string,
  change: Pick<Scenario, 'path' | 'who' | 'body' | 'file'>,
  status: number,
  errors?: string[],
  detail?: string,
]

/** A call as it is not meant to be, in many ways. */
export function rows(call: string, table: Row[]): Scenario[] {
  return table.map(([name, change, status, errors, detail]) => ({
    call,
    name,
    status,
    errors,
    detail,
    ...change,
  }))
}

export const nul = 'a\u0000b'
