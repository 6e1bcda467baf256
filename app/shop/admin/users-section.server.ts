import type { Database } from '#platform/database/database.server.ts'

/** What the section 'Users' of the panel shows; `search` is the query of the page's address. */
export async function loadUsersSection(
  _deps: { db: Database; now: Date },
  _search: URLSearchParams,
) {
  return {}
}
