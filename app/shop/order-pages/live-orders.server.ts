import { AppError } from '#platform/app-error.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'

export interface OrderEvent {
  action: AuditAction
  orderId: string
  number: number
}

export interface OrderListener {
  onEvent(event: OrderEvent): void
  /** Called when events may have been missed. */
  onMissed(): void
  onClose(): void
}

/** Includes events of other processes. */
export interface LiveOrders {
  /** `started` resolves once no later event can be missed without a word. */
  listen(listener: OrderListener): { leave: () => void; started: Promise<void> }
  count(): number
  /** Disconnects every listener, and forbids new ones. */
  close(): Promise<void>
}

/** A trigger tells there of each change of an order that is recorded in the audit log, once it is committed. */
const channel = 'cakewala_orders'

export function createLiveOrders(
  { db, queue }: Pick<OpenDatabase, 'db' | 'queue'>,
  log: Log,
): LiveOrders {
  const listeners = new Set<OrderListener>()
  let source: ReturnType<typeof queue.listen> | null = null
  let told = Promise.resolve()
  let isClosed = false

  async function tell(payload: string) {
    const entry: Omit<OrderEvent, 'number'> = JSON.parse(payload)
    const numbers = await orderNumbers(db, [entry.orderId])
    const event = { ...entry, number: numbers.get(entry.orderId) ?? 0 }
    for (const { onEvent } of listeners) onEvent(event)
  }

  function tellMissed() {
    for (const { onMissed } of listeners) onMissed()
  }

  /** One after another, in the order in which they were committed. */
  function onNotification(payload: string) {
    if (listeners.size === 0) return
    told = told
      .then(() => tell(payload))
      .catch((err: unknown) => {
        log.error({ err }, 'a change of an order could not be told')
        tellMissed()
      })
  }

  async function start() {
    source ??= queue.listen(channel, onNotification, tellMissed)
    await source.catch((error: unknown) => {
      source = null
      throw error
    })
  }

  return {
    listen(listener) {
      if (isClosed) throw new AppError('conflict', 'The shop is about to close.')
      listeners.add(listener)
      return { leave: () => void listeners.delete(listener), started: start() }
    },
    count: () => listeners.size,
    async close() {
      isClosed = true
      for (const { onClose } of listeners) onClose()
      listeners.clear()
      const opened = await source?.catch(() => null)
      await opened?.close()
      source = null
    },
  }
}
