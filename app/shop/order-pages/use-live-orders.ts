import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { fileUrl } from '#platform/http/api-client.ts'
import { listenLive } from './live-events.ts'
import type { LiveOrdersCall } from './live-orders.server.ts'

export type ConnectionState = 'connecting' | 'live' | 'reconnecting'

/** Calls `onChange` for each change, and with null if some may have been missed. */
export function useLiveOrders(onChange: (change: OrderChange | null) => void): ConnectionState {
  const [connection, setConnection] = useState<ConnectionState>('connecting')
  const changed = useEffectEvent(onChange)

  useEffect(
    () =>
      listenLive(
        fileUrl<LiveOrdersCall>('/orders/live', {}),
        {
          ready() {
            setConnection('live')
            changed(null)
          },
          order: ({ data }) => changed({ action: '', ...JSON.parse(data) } as OrderChange),
        },
        () => setConnection('reconnecting'),
      ),
    [],
  )
  return connection
}

export interface OrderChange {
  /** As in the audit log; '' if the listener may not know it. */
  action: string
  number: number
}

/** Changes within this time cause one reload, ms. */
const gatherMs = 200

/** One reload for a burst of calls. */
export function useReloadSoon(): () => void {
  const { revalidate } = useRevalidator()
  const gathered = useMemo(() => coalesceCalls(revalidate, gatherMs), [revalidate])
  useEffect(() => gathered.stop, [gathered])
  return gathered.call
}

/**
 * Runs `work` once for many calls: soon after the first, and once more if another call came meanwhile. `stop` drops a
 * run that has not started.
 */
export function coalesceCalls(work: () => Promise<unknown>, withinMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false

  async function run() {
    timer = undefined
    running = true
    await work().finally(() => {
      running = false
    })
    if (again) call()
    again = false
  }

  function call() {
    if (running) again = true
    else timer ??= setTimeout(run, withinMs)
  }

  return { call, stop: () => clearTimeout(timer) }
}
