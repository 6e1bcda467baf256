import type { Bytes } from './encodings.server.ts'

/** An answer as bytes and texts: to make a Response and to read it again costs more than a statement. */
export interface PlainAnswer {
  status: number
  /** Names, in lower case, and values in turn. */
  headers: readonly string[]
  body: Bytes
}

/** Reads a Response to its end. */
export async function plainAnswerOf(response: Response): Promise<PlainAnswer> {
  const { status, headers } = response
  return { status, headers: [...headers].flat(), body: Buffer.from(await response.arrayBuffer()) }
}

/** Headers as `Headers` takes them. */
export function inPairs(headers: readonly string[]): [name: string, value: string][] {
  const names = headers.filter((_, at) => at % 2 === 0)
  return names.map((name, at) => [name, headers[2 * at + 1] ?? ''])
}
