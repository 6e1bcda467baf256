import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { createPlaces } from '#platform/http/limits/concurrency-limit.server.ts'
import type { Log } from '#platform/log.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import {
  findTracked,
  requireTracked,
  tokenSchema,
} from '#shop/orders/links/tracking-link.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'

interface OrderEvent {
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

const liveOrdersEndpoint = fileEndpoint({
  path: '/orders/live',
  tag: 'Admin orders',
  summary: 'What happens to orders, as it happens',
  description:
    'Server-sent events named `order`, each with the action, the order’s id and its number, within about a second; without the action for who does not see orders, such as the kitchen. `ready` comes first, and whenever some may have been missed: read them again. Ends when the session ends or the shop stops; then 409.',
  access: 'see-kitchen',
  types: ['text/event-stream'],
  problems: [409],
})

const liveOrderEndpoint = fileEndpoint({
  path: '/orders/liveOrder',
  tag: 'Tracking',
  summary: 'That something happened to an order, as it happens, by a link',
  description:
    'Server-sent events named `change` without data, within about a second: read the page again. Ends when the link is revoked or the shop stops.',
  access: 'anyone',
  query: z.object({ token: tokenSchema }),
  types: ['text/event-stream'],
  problems: [404, 409],
})

export type LiveOrdersCall = typeof liveOrdersEndpoint
export type LiveOrderCall = typeof liveOrderEndpoint

/** Counts several devices and tabs. */
const maxStreamsOfOneAccount = 10
/** How many pages of one link may be open, on several devices. */
const maxPagesOfOneLink = 20
/** How many a network address may have open: a mobile carrier's has many customers behind it. */
const maxPagesOfOneAddress = 100
/** How often an open page's link is checked, ms. Changes of its order are sent at once. */
const linkCheckMs = 10_000

const eventStream = 'text/event-stream; charset=utf-8'

export function serveLiveOrders(api: Api, shop: AppContext) {
  const { accounts, liveOrders } = shop
  const ofAccounts = createPlaces(maxStreamsOfOneAccount)
  api.serveFile(liveOrdersEndpoint, async (_, { caller, headers, signal, responseHeaders }) => {
    const leave = ofAccounts.take(caller.id)
    stopBuffering(responseHeaders)
    return {
      type: eventStream,
      body: liveOrdersStream({
        live: liveOrders,
        async mayListen() {
          const caller = await accounts.callerOf(headers)
          return caller !== null && may(caller.role, 'see-kitchen')
        },
        messageOf: may(caller.role, 'see-orders') ? wholeMessage : messageWithoutAction,
        signal,
        onStop: leave,
      }),
    }
  })

  const ofLinks = createPlaces(maxPagesOfOneLink)
  const ofAddresses = createPlaces(maxPagesOfOneAddress)
  api.serveFile(liveOrderEndpoint, async ({ query: { token } }, call) => {
    const { address, signal, responseHeaders } = call
    const { order, audience } = await requireTracked(shop, token)
    const leave = takeBoth(
      () => ofLinks.take(`${order.id} ${audience}`),
      () => ofAddresses.take(address),
    )
    stopBuffering(responseHeaders)
    return {
      type: eventStream,
      body: liveOrdersStream({
        live: liveOrders,
        signal,
        onStop: leave,
        heartbeatMs: linkCheckMs,
        mayListen: async () => (await findTracked(shop, token)) !== null,
        // Without data: the page reads what its audience may see.
        messageOf: ({ orderId }) => (orderId === order.id ? 'event: change\ndata: {}\n\n' : null),
      }),
    }
  })
}

/** A proxy such as nginx keeps events back otherwise. */
function stopBuffering(responseHeaders: Headers) {
  responseHeaders.set('x-accel-buffering', 'no')
}

/** Takes two places, or neither. @returns how to leave both */
function takeBoth(first: () => () => void, second: () => () => void): () => void {
  const leaveFirst = first()
  try {
    const leaveSecond = second()
    return () => {
      leaveFirst()
      leaveSecond()
    }
  } catch (error) {
    leaveFirst()
    throw error
  }
}

/** Delay before a browser reconnects, ms. */
const reconnectMs = 2000
/** Messages that may wait for a slow client. Beyond that it is disconnected, and may reconnect for the rest. */
const maxPendingMessages = 1000

interface LiveStreamDeps {
  live: LiveOrders
  /** Whether the listener still has permission. */
  mayListen(): Promise<boolean>
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Null skips the event. */
  messageOf?(event: OrderEvent): string | null
  /** Called when the stream has ended, whoever ended it. */
  onStop?(): void
  /** Interval of heartbeats and of `mayListen`, ms. */
  heartbeatMs?: number
}

/** Server-sent events: an `order` for each change; `ready` first, and when some may have been missed. */
export function liveOrdersStream(deps: LiveStreamDeps): ReadableStream<Uint8Array> {
  let stop = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = openStream(deps, controller)
    },
    cancel: () => stop(),
  })
}

/** Sends until the client disconnects, the shop stops or the session ends. Returns a function that stops. */
function openStream(deps: LiveStreamDeps, controller: ReadableStreamDefaultController<Uint8Array>) {
  const { live, mayListen, signal, onStop } = deps
  const { heartbeatMs = 2000, messageOf = wholeMessage } = deps
  const encoder = new TextEncoder()
  let open = true

  function stop() {
    open = false
    clearInterval(heartbeat)
    leave()
    signal.removeEventListener('abort', end)
    onStop?.()
  }
  function end() {
    if (!open) return
    stop()
    controller.close()
  }
  function send(text: string) {
    if (!open || text === '') return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) < -maxPendingMessages) end()
  }
  const sendReady = () => send(`retry: ${reconnectMs}\nevent: ready\ndata: {}\n\n`)
  const { leave, started } = live.listen({
    onEvent: (event) => send(messageOf(event) ?? ''),
    onMissed: sendReady,
    onClose: end,
  })
  const heartbeat = setInterval(async () => {
    if (await mayListen().catch(() => false)) send(':\n\n')
    else end()
  }, heartbeatMs)
  signal.addEventListener('abort', end)
  started.then(sendReady, end)
  return stop
}

/** Not everybody may know of actions such as refunds. */
function messageWithoutAction({ orderId, number }: OrderEvent): string {
  return wholeMessage({ orderId, number })
}

function wholeMessage(event: Omit<OrderEvent, 'action'>): string {
  return `event: order\ndata: ${JSON.stringify(event)}\n\n`
}
