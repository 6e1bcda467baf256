import { setTimeout as pause } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { connectionSettings } from './connection-settings.server.ts'

export interface Listener {
  onNotification(payload: string): void
  /** Called when notifications may have been missed. */
  onMissed(): void
  /** Called when the first attempt to listen has failed. */
  onFailed?(error: unknown): void
}

/** In ms: how often to check that notifications arrive, and how often to assume that some were missed while LISTEN fails. */
const usualIntervals = { check: 10_000, assumeMissed: 5 * 60_000 }
export type ListenIntervals = typeof usualIntervals

const reconnectAfterMs = 1_000
const responseTimeoutMs = 5_000
const checkPrefix = 'check '

/**
 * Listens on a connection of its own and reconnects when it is disconnected. Behind a pooler that gives every statement
 * another connection, no notification arrives. So each process regularly notifies itself: if that does not arrive, it has
 * missed those of others too. Where LISTEN itself fails, notifications are assumed to be missed every five minutes.
 */
export async function listenOnServer(
  url: string,
  channel: string,
  { onNotification, onMissed, onFailed }: Listener,
  intervals = usualIntervals,
) {
  const ownCheck = checkPrefix + crypto.randomUUID()
  const closing = new AbortController()
  const started = Promise.withResolvers<void>()
  let hasArrived = true

  function receive(payload: string) {
    if (payload.startsWith(checkPrefix)) hasArrived ||= payload === ownCheck
    else onNotification(payload)
  }

  /** Notifies itself, which must have arrived by the next check. */
  async function check(client: Client) {
    if (!hasArrived) onMissed()
    hasArrived = false
    await client.query('select pg_notify($1, $2)', [channel, ownCheck])
  }

  async function listen(isFirst: boolean) {
    const disconnected = new AbortController()
    const stop = AbortSignal.any([disconnected.signal, closing.signal])
    const client = new Client({ ...connectionSettings(url), query_timeout: responseTimeoutMs })
    client.on('error', () => disconnected.abort())
    client.on('end', () => disconnected.abort())
    client.on('notification', ({ payload = '' }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${escapeIdentifier(channel)}`)
      if (!isFirst) onMissed()
      hasArrived = true
      started.resolve()
      while (await pauseUntil(intervals.check, stop)) await check(client)
    } finally {
      void client.end().catch(() => {})
    }
  }

  async function listenAndReconnect() {
    let assumedMissedAt = performance.now()
    for (let round = 0; !closing.signal.aborted; round += 1) {
      await listen(round === 0).catch((error: unknown) => {
        if (round === 0) onFailed?.(error)
      })
      started.resolve()
      if (performance.now() - assumedMissedAt >= intervals.assumeMissed) {
        onMissed()
        assumedMissedAt = performance.now()
      }
      await pauseUntil(reconnectAfterMs, closing.signal)
    }
  }

  const ended = listenAndReconnect()
  await started.promise
  return {
    async close() {
      closing.abort()
      await ended
    },
  }
}

/** True after a time, or false at once when the signal aborts. */
function pauseUntil(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false)
}
