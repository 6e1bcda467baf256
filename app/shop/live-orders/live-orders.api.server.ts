import type { Api } from '#platform/http/api.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { liveOrdersEndpoint } from './live-orders.endpoints.ts'
import type { LiveOrders, OrderEvent } from './live-orders.server.ts'

/** The call by which an open panel hears of orders. */
export function serveLiveOrders(
  api: Api,
  { accounts, liveOrders }: { accounts: Pick<Accounts, 'callerOf'>; liveOrders: LiveOrders },
) {
  api.serveFile(liveOrdersEndpoint, async (_, { headers, signal, responseHeaders }) => {
    // Or a proxy such as nginx keeps the events until it has many.
    responseHeaders.set('x-accel-buffering', 'no')
    return {
      type: 'text/event-stream',
      body: liveOrdersStream({
        live: liveOrders,
        mayListen: async () => (await accounts.callerOf(headers))?.isAdmin === true,
        lastId: lastEventId(headers),
        signal,
      }),
    }
  })
}

/** What the browser had last when it comes back; null at its first coming, and when that is no id of ours. */
function lastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? ''
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}

/** How long a browser waits before it comes back, ms. */
const comeBackMs = 2000
/** How many messages may wait for a client that does not read; then it is let go and may come back for the rest. */
const mostWaiting = 1000

interface LiveStreamDeps {
  live: LiveOrders
  /** Whether the one who listens still may. */
  mayListen(): Promise<boolean>
  /** The id of the last event that the client had before; null at its first coming. */
  lastId: number | null
  /** Aborted when the client has gone. */
  signal: AbortSignal
  /** How often to show that the line is alive, and to ask `mayListen`, ms. */
  beatMs?: number
}

/** What happens to orders as server-sent events: `ready` once nothing more is missed, and an `order` each. */
export function liveOrdersStream(deps: LiveStreamDeps): ReadableStream<Uint8Array> {
  let hangUp = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      hangUp = holdLine(deps, controller)
    },
    cancel: () => hangUp(),
  })
}

/** Sends until the client goes, the shop stops or the session ends. Answers what to do when the client has gone. */
function holdLine(
  { live, mayListen, lastId, signal, beatMs = 20_000 }: LiveStreamDeps,
  controller: ReadableStreamDefaultController<Uint8Array>,
) {
  const encoder = new TextEncoder()
  const told = new Set<number>()
  let open = true

  function hangUp() {
    open = false
    clearInterval(beat)
    leave()
    signal.removeEventListener('abort', end)
  }
  function end() {
    if (!open) return
    hangUp()
    controller.close()
  }
  function send(text: string) {
    if (!open) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) < -mostWaiting) end()
  }
  function tell(event: OrderEvent) {
    if (!told.has(event.id)) send(messageOf(event))
    told.add(event.id)
  }
  async function greet() {
    await begun
    const missed = lastId === null ? [] : await live.missedSince(lastId)
    for (const event of missed) tell(event)
    send(`retry: ${comeBackMs}\nevent: ready\ndata: {}\n\n`)
  }

  const { leave, begun } = live.listen({ onEvent: tell, onClose: end })
  const beat = setInterval(async () => {
    if (await mayListen().catch(() => false)) send(':\n\n')
    else end()
  }, beatMs)
  signal.addEventListener('abort', end)
  void greet().catch(end)
  return hangUp
}

function messageOf({ id, ...event }: OrderEvent): string {
  return `id: ${id}\nevent: order\ndata: ${JSON.stringify(event)}\n\n`
}
