import type { LiveOrders, OrderEvent } from './live-orders.server.ts'

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
