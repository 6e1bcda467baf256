import type { Database } from '#platform/database/database.server.ts'

/** What the section 'Orders' of the panel shows. */
export async function loadOrdersSection(_deps: { db: Database; now: Date }) {
  return {}
}
