/**
 * A new UUID of version 7: the time in ms, then random bits. New rows are neighbours in an index, where random ids would be
 * spread over all pages. The id reveals its time.
 */
export function newId(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
