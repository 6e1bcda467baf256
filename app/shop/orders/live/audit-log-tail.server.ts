import type { Database } from '#platform/database/database.server.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { newestAuditId, orderEntriesAfter } from '#shop/audit-log/audit-log.store.server.ts'

/** An entry of the audit log about an order. */
export interface OrderEntry {
  id: number
  action: AuditAction
  orderId: string
}

/** How many entries one query reads. */
const pageSize = 500
/** An entry gets its id before it is committed. At the start, entries with this many lower ids may still appear. */
const overlapIds = 100
/** For this many reads an id that was skipped may still appear. */
const overlapReadings = 30

/**
 * Reads from the end of the audit log: each call returns the new entries about orders, each once.
 * Entries are committed in another order than they are numbered, so the last stretch is read again each time.
 */
export async function openAuditLogTail(db: Database): Promise<() => Promise<OrderEntry[]>> {
  const start = await newestAuditId(db)
  const floors = [Math.max(0, start - overlapIds)]
  const seen = new Set<number>()
  let newest = start

  async function read(): Promise<OrderEntry[]> {
    const fresh: OrderEntry[] = []
    let after = floors[0] ?? 0
    for (let full = true; full; ) {
      const page = await orderEntriesAfter(db, after, pageSize)
      fresh.push(...page.filter(({ id }) => !seen.has(id)))
      full = page.length === pageSize
      after = page.at(-1)?.id ?? after
    }
    for (const { id } of fresh) seen.add(id)
    newest = Math.max(newest, after)
    raiseFloor()
    return fresh
  }

  function raiseFloor() {
    floors.push(newest)
    if (floors.length <= overlapReadings) return
    floors.shift()
    for (const id of seen) if (id <= (floors[0] ?? 0)) seen.delete(id)
  }

  await read()
  return read
}
