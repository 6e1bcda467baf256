import { AppError } from '../app-error.ts'

/** PostgreSQL stores every character but NUL. */
const nul = '\0'
const nulSentence = 'has a character that cannot be kept'

/** No body that the API takes is nested nearly as deeply. */
const maxDepth = 32

/**
 * Checks that no text in a body or query has a NUL, and that nothing is nested too deeply for code that recurses.
 * Takes it as it was sent, so that the fields have the names that the sender knows.
 *
 * @throws AppError invalid, naming the fields; malformed where it is nested too deeply
 */
export function validateTexts(sent: unknown) {
  const errors = Object.fromEntries(pathsOfNul(sent).map((path) => [path, nulSentence]))
  if (Object.keys(errors).length > 0) {
    throw new AppError('invalid', 'Some of this is not right yet.', { errors })
  }
}

function pathsOfNul(sent: unknown): string[] {
  const paths: string[] = []
  // No recursion: a body of 100 KB may be nested 50,000 deep.
  const rest: { value: unknown; path: string[] }[] = [{ value: sent, path: [] }]
  for (let node = rest.pop(); node; node = rest.pop()) {
    const { value, path } = node
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

/** The same parameters without NUL, for a page: its visitor can do nothing about it. */
export function withoutNul(query: URLSearchParams): URLSearchParams {
  if (!hasNul(query)) return query
  return new URLSearchParams(
    [...query].map(([name, value]): [string, string] => [name, value.replaceAll(nul, '')]),
  )
}
