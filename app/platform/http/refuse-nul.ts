import { AppError } from '../app-error.ts'

/**
 * PostgreSQL keeps every character but NUL, so a text with one is the sender's fault and not ours.
 * Takes a body or query as it was sent, so that the fields have the names that the sender knows.
 *
 * @throws AppError invalid, naming the fields
 */
export function refuseNul(sent: unknown) {
  const sentence = 'has a character that cannot be kept'
  const errors = Object.fromEntries(pathsOfNul(sent, []).map((path) => [path, sentence]))
  if (Object.keys(errors).length > 0) {
    throw new AppError('invalid', 'Some of this is not right yet.', { errors })
  }
}

function pathsOfNul(value: unknown, path: string[]): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => pathsOfNul(inner, [...path, key]))
}
