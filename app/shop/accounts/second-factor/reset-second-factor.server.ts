import type { Database } from '#platform/database/database.server.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { deleteSecondFactor } from './second-factor.store.server.ts'

/**
 * Takes the second factor from an account whose owner has lost phone and recovery codes, and ends its sessions. The
 * password stays.
 */
export async function resetSecondFactor(
  tx: Database,
  securityLog: SecurityLog,
  { userId, by }: { userId: string; by: 'operator' | 'owner' },
) {
  await deleteSecondFactor(tx, userId)
  await securityLog.record({ kind: 'second-factor-reset', userId, details: { by } }, tx)
}
