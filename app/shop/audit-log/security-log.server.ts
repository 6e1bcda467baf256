import { type Clock, minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Refusal } from '#platform/http/api-guards.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import type { Log } from '#platform/log.server.ts'
import { keyedHash } from '#platform/secrets.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import { deviceName } from '#shop/accounts/device-name.ts'
import { type SecurityDetails, type SecurityKind, suspicious } from './audit-actions.ts'
import {
  hasSignedInFrom,
  insertSecurityEntry,
  isNewPlace,
  type SecurityEntry,
} from './audit-log.store.server.ts'

export interface SecurityEvent {
  kind: SecurityKind
  /** The account that did it, or that somebody tried to use. */
  userId?: string | null
  /** Without a session: the e-mail that was typed. If it has no account, only its keyed hash is stored. */
  email?: string
  details?: SecurityDetails
}

export type SecurityLog = ReturnType<typeof createSecurityLog>

interface SecurityLogSettings {
  db: Database
  clock: Clock
  log: Log
  /** Keys the hashes of e-mails. */
  secret: string
}

/** Strangers have as many addresses as they like: beyond this number their events are counted together. */
const maxMinutes = 10_000

/** A minute of one event: the first is written, the others are counted, then written with the next or by `writeCounts`. */
interface Minute {
  repeated: SecurityEntry
  until: number
  count: number
}

/**
 * Writes a row and a log line for each event of the kinds in `audit-actions.ts`. Address and device are those of the current
 * request.
 */
export function createSecurityLog(deps: SecurityLogSettings) {
  const { db, clock } = deps
  const minutes = new Map<string, Minute>()

  async function write(entry: SecurityEntry, tx: Database = db) {
    const id = await insertSecurityEntry(tx, entry)
    const { kind, userId: user, emailKey, count } = entry
    deps.log[suspicious.includes(kind) ? 'warn' : 'info'](
      { kind, id, user, emailKey, count },
      'security',
    )
  }

  /** Writes what was only counted in minutes that have passed; at the end everything. */
  async function writeCounts(which: 'past' | 'all' = 'past') {
    const now = clock.now().getTime()
    const ended = [...minutes].filter(([, { until }]) => which === 'all' || until <= now)
    for (const [key] of ended) minutes.delete(key)
    for (const [key, { repeated, count }] of ended) {
      if (count === 0) continue
      minutes.set(key, { repeated, until: now + minuteMs, count: 0 })
      await write({ ...repeated, count })
    }
  }

  return {
    /** Records an event. With `tx` it is stored if, and only if, that transaction is. */
    async record(event: SecurityEvent, tx?: Database): Promise<void> {
      const entry = await entryOf(event, deps, tx ?? db)
      // A transaction may be undone or repeated, and the embedded database lets nobody else write meanwhile.
      if (tx) return write(entry, tx)
      const key = keyOf(entry, minutes.size >= maxMinutes)
      const minute = minutes.get(key)
      const at = entry.at.getTime()
      if (minute && at < minute.until) {
        minute.count += 1
        minute.repeated = entry
        return
      }
      minutes.set(key, { repeated: entry, until: at + minuteMs, count: 0 })
      await write({ ...entry, count: (minute?.count ?? 0) + 1 })
    },
    /** For what is refused, and stays so if it cannot be recorded: a failure of the shop would be a guess that no limit counts. */
    tryTo: (record: () => Promise<void>) =>
      record().catch((err) => deps.log.error({ err }, 'a refused call was not recorded')),
    writeCounts,
    /** Whether an account has logged in from this network. */
    hasSignedInFrom: (userId: string, network: string | null) =>
      hasSignedInFrom(db, userId, network),
    /** Whether an account has logged in before, but not on such a device from this network. */
    isNewPlace: (userId: string, place: { network: string | null; device: string | null }) =>
      isNewPlace(db, userId, place),
  }
}

async function entryOf(
  { kind, userId = null, email, details = {} }: SecurityEvent,
  { clock, secret }: SecurityLogSettings,
  tx: Database,
): Promise<SecurityEntry> {
  const client = currentClient()
  const known = userId ?? (email ? ((await personByEmail(tx, email))?.id ?? null) : null)
  return {
    at: clock.now(),
    kind,
    userId: known,
    emailKey: email && !known ? keyedHash(email, { purpose: 'security-log', secret }) : null,
    network: client?.address ?? null,
    device: client && deviceName(client.userAgent),
    details,
    count: 1,
  }
}

/** Events with the same key are counted together: suspicious ones by address and account alone. */
function keyOf({ kind, network, userId, details }: SecurityEntry, isCrowded: boolean): string {
  if (isCrowded) return kind
  return JSON.stringify([kind, network, userId, suspicious.includes(kind) ? null : details])
}

/** Records calls that a signed-in person may not make, and limits that were reached. */
export async function recordRefusal(
  { securityLog }: { securityLog: SecurityLog },
  { error, caller, call }: Refusal,
) {
  const kind = kindOf(error.code, caller !== null)
  if (!kind) return
  // An entry that refers to a guest would keep them for a year.
  const details = { call, ...(caller?.isGuest && { guest: caller.id }) }
  const event = { kind, userId: caller?.isGuest ? null : caller?.id, details } as const
  await securityLog.tryTo(() => securityLog.record(event))
}

function kindOf(code: Refusal['error']['code'], isSignedIn: boolean) {
  if (code === 'too_many') return 'limit-reached'
  return code === 'forbidden' && isSignedIn ? 'forbidden' : null
}
