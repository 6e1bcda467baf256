import { AppError } from '../app-error.ts'

/** PostgreSQL stores every character but NUL. */
const nul = '\0'
const nulSentence = 'contains a character that cannot be stored'

/** No body that the API takes is nested nearly as deeply. */
const maxDepth = 32
/** Nor has it nearly as many values. */
const maxValues = 5_000

/**
 * Checks that no text in a body or query has a NUL, that nothing is nested too deeply for code that recurses, and that there
 * are no more values than checks are quick for.
 * Takes the input as it was sent, so that the errors name the sender's fields.
 *
 * @throws AppError invalid, naming the fields; malformed if it is too deep or has too many values
 */
export function validateTexts(sent: unknown) {
  const errors = Object.fromEntries(pathsOfNul(sent).map((path) => [path, nulSentence]))
  if (Object.keys(errors).length > 0) {
    throw new AppError('invalid', 'Please check your entries.', { errors })
  }
}

function pathsOfNul(sent: unknown): string[] {
  const paths: string[] = []
  let values = 0
  // No recursion: a body of 100 KB may be nested 50,000 deep.
  const rest: { value: unknown; path: string[] }[] = [{ value: sent, path: [] }]
  for (let node = rest.pop(); node; node = rest.pop()) {
    const { value, path } = node
    values += 1
    if (values > maxValues) throw new AppError('malformed', 'The body has too many values.')
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

/** The same parameters without NUL, for pages: their visitors cannot correct it. */
export function withoutNul(query: URLSearchParams): URLSearchParams {
  if (!hasNul(query)) return query
  return new URLSearchParams(
    [...query].map(([name, value]): [string, string] => [name, value.replaceAll(nul, '')]),
  )
}
