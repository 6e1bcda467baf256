import type { Refusal } from '#platform/http/api.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { SecurityLog } from './security-log.server.ts'

/** Records calls that a signed-in person may not make, and limits that were reached. The call is refused either way. */
export async function recordRefusal(
  { securityLog, log }: { securityLog: SecurityLog; log: Log },
  { error, caller, call }: Refusal,
) {
  const kind = kindOf(error.code, caller !== null)
  if (!kind) return
  try {
    // An entry that refers to a guest would keep them for a year.
    const details = { call, ...(caller?.isGuest && { guest: caller.id }) }
    await securityLog.record({ kind, userId: caller?.isGuest ? null : caller?.id, details })
  } catch (err) {
    log.error({ err }, 'a refusal was not recorded')
  }
}

function kindOf(code: Refusal['error']['code'], isSignedIn: boolean) {
  if (code === 'too_many') return 'limit-reached'
  return code === 'forbidden' && isSignedIn ? 'forbidden' : null
}
