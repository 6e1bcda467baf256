const entriesPerPage = 50

/** How many entries to read for a page of a log: one more shows whether there are older ones. */
export const entriesToFind = entriesPerPage + 1

/** The entries of a page, and the id before which the next one begins; null on the last. */
export function pageOfLog<Entry extends { id: number }>(found: readonly Entry[]) {
  const entries = found.slice(0, entriesPerPage)
  return { entries, next: found.length > entriesPerPage ? (entries.at(-1)?.id ?? null) : null }
}

/** The id before which a page begins, from its URL; null on the first page. */
export function readBefore(params: URLSearchParams): number | null {
  const before = params.get('before') ?? ''
  return /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null
}

/** The fields of a search that are set, for a URL. */
export function searchFields(search: object): Record<string, string> {
  const set = Object.entries(search).filter(([, value]) => (value ?? '') !== '')
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}
