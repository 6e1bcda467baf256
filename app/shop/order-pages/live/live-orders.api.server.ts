import type { Api } from '#platform/http/api.server.ts'
import { createPlaces } from '#platform/http/limits/concurrency-limit.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import { liveOrdersEndpoint } from './live-orders.endpoints.ts'
import type { LiveOrders, OrderEvent } from './live-orders.server.ts'

export function serveLiveOrders(
  api: Api,
  { accounts, liveOrders }: { accounts: Pick<Accounts, 'callerOf'>; liveOrders: LiveOrders },
) {
  const places = createPlaces(maxStreamsOfOneAccount)
  api.serveFile(liveOrdersEndpoint, async (_, { caller, headers, signal, responseHeaders }) => {
    const leave = places.take(caller.id)
    // Otherwise a proxy such as nginx buffers the events.
    responseHeaders.set('x-accel-buffering', 'no')
    return {
      type: 'text/event-stream; charset=utf-8',
      body: liveOrdersStream({
        live: liveOrders,
        async mayListen() {
          const caller = await accounts.callerOf(headers)
          return caller !== null && may(caller.role, 'see-kitchen')
        },
        messageOf: may(caller.role, 'see-orders') ? wholeMessage : messageWithoutAction,
        lastId: lastEventId(headers),
        signal,
        onStop: leave,
      }),
    }
  })
}

/** Counts several devices and tabs. */
const maxStreamsOfOneAccount = 10

/** The last event that a returning browser received; null for a new one, and for an unknown id. */
function lastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? ''
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}

/** Delay before a browser reconnects, ms. */
const reconnectMs = 2000
/** Messages that may wait for a slow client. Beyond that it is disconnected, and may reconnect for the rest. */
const maxPendingMessages = 1000

interface LiveStreamDeps {
  live: LiveOrders
  /** Whether the listener still has permission. */
  mayListen(): Promise<boolean>
  /** The last event that a returning client received; null for a new one. */
  lastId: number | null
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Null skips the event. */
  messageOf?(event: OrderEvent): string | null
  /** Called when the stream has ended, whoever ended it. */
  onStop?(): void
  /** Interval of heartbeats and of `mayListen`, ms. */
  heartbeatMs?: number
}

/** Server-sent events: `ready` when no later event can be missed, and an `order` for each change. */
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
  const { live, mayListen, lastId, signal, onStop } = deps
  const { heartbeatMs = 2000, messageOf = wholeMessage } = deps
  const encoder = new TextEncoder()
  const sentIds = new Set<number>()
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
    if (!open) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) < -maxPendingMessages) end()
  }
  function sendEvent(event: OrderEvent) {
    const message = messageOf(event)
    if (message !== null && !sentIds.has(event.id)) send(message)
    sentIds.add(event.id)
  }
  async function sendMissed() {
    await started
    const missed = lastId === null ? [] : await live.missedSince(lastId)
    for (const event of missed) sendEvent(event)
    send(`retry: ${reconnectMs}\nevent: ready\ndata: {}\n\n`)
  }

  const { leave, started } = live.listen({ onEvent: sendEvent, onClose: end })
  const heartbeat = setInterval(async () => {
    if (await mayListen().catch(() => false)) send(':\n\n')
    else end()
  }, heartbeatMs)
  signal.addEventListener('abort', end)
  void sendMissed().catch(end)
  return stop
}

/** Not everybody may know of actions such as refunds. */
function messageWithoutAction({ id, orderId, number }: OrderEvent): string {
  return wholeMessage({ id, orderId, number })
}

function wholeMessage({ id, ...event }: Omit<OrderEvent, 'action'>): string {
  return `id: ${id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`
}
