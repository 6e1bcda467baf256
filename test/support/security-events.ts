import type { SecurityEvent, SecurityLog } from '#shop/audit-log/security-log.server.ts'

/** A security log in a list, for tests that empty the table of accounts: the real one would keep its rows. */
export function collectSecurityEvents() {
  const events: SecurityEvent[] = []
  const securityLog: SecurityLog = {
    async record(event) {
      events.push(event)
    },
    async writeCounts() {},
  }
  return { events, securityLog }
}
