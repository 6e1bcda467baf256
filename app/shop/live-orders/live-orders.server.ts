import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createErrorLogger } from '#platform/database/database-errors.server.ts'
import type { Log } from '#platform/log.server.ts'
import { orderEntriesAfter } from '#shop/audit-log/audit-log.store.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'
import { type OrderEntry, openAuditLogTail } from './audit-log-tail.server.ts'

/** Something that happened to an order; the id is the journal's. */
export type OrderEvent = OrderEntry & { number: number }

export interface OrderListener {
  onEvent(event: OrderEvent): void
  /** The shop stops: nothing will follow. */
  onClose(): void
}

/** Tells those who listen what happens to orders, in this process or another. */
export interface LiveOrders {
  /** `begun` comes true once nothing that happens from here on is missed. */
  listen(listener: OrderListener): { leave: () => void; begun: Promise<void> }
  /** What happened after an entry, oldest first, at most 100 events. */
  missedSince(id: number): Promise<OrderEvent[]>
  /** Whether the journal is being read: only while someone listens. */
  isWatching(): boolean
  /** How many listen. */
  count(): number
  /** Sends every listener away, those to come as well, and stops reading. */
  close(): Promise<void>
}

interface LiveOrdersDeps {
  db: Database
  log: Log
  /** How long to rest between two readings, ms. */
  restMs?: number
}

/** The journal is what counts, so that any process hears of every order; one reading serves all who listen. */
export function createLiveOrders({ db, log, restMs = 1000 }: LiveOrdersDeps): LiveOrders {
  const listeners = new Set<OrderListener>()
  const complain = createErrorLogger(log, 'the journal could not be read for those who listen')
  let watch: { begun: Promise<void>; ended: Promise<void> } | null = null
  let wake = () => {}
  let isClosed = false

  function startWatch() {
    const begun = Promise.withResolvers<void>()
    return { begun: begun.promise, ended: watchAuditLog(begun.resolve) }
  }

  async function watchAuditLog(onBegun: () => void) {
    let read: Awaited<ReturnType<typeof openAuditLogTail>> | null = null
    let untold: OrderEntry[] = []
    while (listeners.size > 0) {
      try {
        read ??= await openAuditLogTail(db)
        onBegun()
        // What was read is told later where its numbers cannot be had now: the tail does not read it again.
        untold.push(...(await read()))
        const events = await withNumbers(db, untold)
        untold = []
        for (const event of events) {
          for (const listener of listeners) listener.onEvent(event)
        }
      } catch (error) {
        complain(error)
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
      return { leave, begun: watch.begun }
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
