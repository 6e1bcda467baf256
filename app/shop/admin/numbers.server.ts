import type { Database } from '#platform/database/database.server.ts'

/** What the section 'Numbers' of the panel shows. */
export async function loadNumbers(_deps: { db: Database; now: Date }) {
  return {}
}
