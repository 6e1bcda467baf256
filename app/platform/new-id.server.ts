/**
 * A new UUID of version 7: the time in ms, then chance. Rows added one after another stand side by side in an index, which a
 * random id spreads over all its pages; whoever knows the id knows when it was made.
 */
export function newId(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
