import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Shares reads among those who ask for the same at the same time: in one turn of the event loop, or while an earlier read is
 * under way. What they get is never older than their question.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const current = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()

  async function begin(key: string): Promise<T> {
    await current.get(key)?.catch(() => {})
    // Whoever has asked by now shares it: the embedded database lets nobody ask while it reads.
    await nextTurn()
    next.delete(key)
    const reading = read(key).finally(() => current.delete(key))
    current.set(key, reading)
    return reading
  }

  return (key) => {
    const waiting = next.get(key) ?? begin(key)
    next.set(key, waiting)
    return waiting
  }
}
