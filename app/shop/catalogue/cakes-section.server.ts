import type { Database } from '#platform/database/database.server.ts'

/** What the section 'Cakes' of the panel shows; `search` is the query of the page's address. */
export async function loadCakesSection(
  _deps: { db: Database; now: Date },
  _search: URLSearchParams,
) {
  return {}
}
