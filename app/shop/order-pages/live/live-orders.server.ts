import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createErrorLogger } from '#platform/database/database-errors.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { newestAuditId, orderEntriesAfter } from '#shop/audit-log/audit-log.store.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'

/** The id is the audit log's. */
export type OrderEvent = OrderEntry & { number: number }

export interface OrderListener {
  onEvent(event: OrderEvent): void
  onClose(): void
}

/** Includes events of other processes. */
export interface LiveOrders {
  /** `started` resolves once no later event can be missed. */
  listen(listener: OrderListener): { leave: () => void; started: Promise<void> }
  /** Oldest first, at most 100. */
  missedSince(id: number): Promise<OrderEvent[]>
  /** Whether the audit log is being read: only while someone listens. */
  isWatching(): boolean
  count(): number
  /** Disconnects every listener, forbids new ones, and stops reading. */
  close(): Promise<void>
}

interface LiveOrdersDeps {
  db: Database
  log: Log
  /** Pause between two readings, ms. */
  restMs?: number
}

/** Reads the audit log, and so finds the changes of all processes. One reader serves all listeners. */
export function createLiveOrders({ db, log, restMs = 1000 }: LiveOrdersDeps): LiveOrders {
  const listeners = new Set<OrderListener>()
  const logError = createErrorLogger(log, 'the audit log could not be read for live orders')
  let watch: { started: Promise<void>; ended: Promise<void> } | null = null
  let wake = () => {}
  let isClosed = false

  function startWatch() {
    const started = Promise.withResolvers<void>()
    return { started: started.promise, ended: watchAuditLog(started.resolve) }
  }

  async function watchAuditLog(onStarted: () => void) {
    let read: Awaited<ReturnType<typeof openAuditLogTail>> | null = null
    let unsent: OrderEntry[] = []
    while (listeners.size > 0) {
      try {
        read ??= await openAuditLogTail(db)
        onStarted()
        // Stay here until their numbers could be read: the tail does not read them again.
        unsent.push(...(await read()))
        const events = await withNumbers(db, unsent)
        unsent = []
        for (const event of events) {
          for (const listener of listeners) listener.onEvent(event)
        }
      } catch (error) {
        logError(error)
      }
      await rest()
    }
    watch = null
  }

  function rest() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    listen(listener) {
      if (isClosed) throw new AppError('conflict', 'The shop is about to close.')
      listeners.add(listener)
      watch ??= startWatch()
      const leave = () => {
        listeners.delete(listener)
        if (listeners.size === 0) wake()
      }
      return { leave, started: watch.started }
    },
    missedSince: async (id) => withNumbers(db, await orderEntriesAfter(db, id, 100)),
    isWatching: () => watch !== null,
    count: () => listeners.size,
    async close() {
      isClosed = true
      for (const { onClose } of listeners) onClose()
      listeners.clear()
      wake()
      await watch?.ended
    },
  }
}

async function withNumbers(db: Database, entries: OrderEntry[]): Promise<OrderEvent[]> {
  if (entries.length === 0) return []
  const numbers = await orderNumbers(db, [...new Set(entries.map(({ orderId }) => orderId))])
  return entries.map((entry) => ({ ...entry, number: numbers.get(entry.orderId) ?? 0 }))
}

export interface OrderEntry {
  id: number
  action: AuditAction
  orderId: string
}

const pageSize = 500
/** An entry gets its id before it is committed. At the start, this many lower ids may still appear. */
const overlapIds = 100
/** A skipped id may still appear in this many reads. */
const overlapReadings = 30

/**
 * Reads from the end of the audit log: each call returns the new entries about orders, each once. Entries may be
 * committed out of order, so the latest ids are read again each time.
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
