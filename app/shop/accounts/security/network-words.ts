/** Where a request came from, as people may read it: 'from 49.207.…'. Null for what is no address, such as the shop itself. */
export function networkWords(address: string | null): string | null {
  const separator = address?.includes(':') ? ':' : '.'
  const [first, second] = address?.split(separator) ?? []
  return first && second ? `from ${first}${separator}${second}${separator}…` : null
}
