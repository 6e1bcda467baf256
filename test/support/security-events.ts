import type { Database } from '#platform/database/database.server.ts'
import { auditLog, isSecurity } from '#shop/audit-log/audit-log.tables.server.ts'
import type { SecurityEvent, SecurityLog } from '#shop/audit-log/security-log.server.ts'

/** A security log in a list, for tests that empty the table of accounts: the real one would keep its rows. */
export function collectSecurityEvents() {
  const events: SecurityEvent[] = []
  const securityLog: SecurityLog = {
    async record(event) {
      events.push(event)
    },
    tryTo: (record) => record(),
    async writeCounts() {},
    hasSignedInFrom: async () => false,
    isNewPlace: async () => false,
  }
  return { events, securityLog }
}

/** The entries of the doors, oldest first, as the security log is handed them. */
export async function securityEntries(db: Database) {
  const rows = await db.select().from(auditLog).where(isSecurity).orderBy(auditLog.id)
  return rows.map(({ action: kind, actorId: userId, after, network, device, emailKey, count }) => ({
    kind,
    userId,
    details: after as Record<string, unknown>,
    network,
    device,
    emailKey,
    count,
  }))
}
