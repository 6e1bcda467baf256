import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createErrorLogger } from '#platform/database/database-errors.server.ts'
import type { Log } from '#platform/log.server.ts'
import { orderEntriesAfter } from '#shop/audit-log/audit-log.store.server.ts'
import { orderNumbers } from '../orders.store.server.ts'
import { type OrderEntry, openAuditLogTail } from './audit-log-tail.server.ts'

/** A change of an order; the id is the audit log's. */
export type OrderEvent = OrderEntry & { number: number }

export interface OrderListener {
  onEvent(event: OrderEvent): void
  /** The shop stops: nothing will follow. */
  onClose(): void
}

/** Events of orders, from this process or another. */
export interface LiveOrders {
  /** `started` resolves once no later event can be missed. */
  listen(listener: OrderListener): { leave: () => void; started: Promise<void> }
  /** What happened after an entry, oldest first, at most 100 events. */
  missedSince(id: number): Promise<OrderEvent[]>
  /** Whether the audit log is being read: only while someone listens. */
  isWatching(): boolean
  /** How many listen. */
  count(): number
  /** Disconnects every listener, forbids new ones, and stops reading. */
  close(): Promise<void>
}

interface LiveOrdersDeps {
  db: Database
  log: Log
  /** How long to rest between two readings, ms. */
  restMs?: number
}

/** Reads the audit log, so that every process knows of every order. One reader serves all listeners. */
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
        // Kept until their numbers could be read: the tail does not read them again.
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
