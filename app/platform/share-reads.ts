/**
 * Shares reads among those who ask for the same at the same time. Who asks while one is under way waits for the next one,
 * which all who wait share: what they get is never older than their question.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const current = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()

  function start(key: string): Promise<T> {
    next.delete(key)
    const reading = read(key).finally(() => current.delete(key))
    current.set(key, reading)
    return reading
  }

  return (key) => {
    const waiting = next.get(key)
    if (waiting) return waiting
    const earlier = current.get(key)
    if (!earlier) return start(key)
    const begin = () => start(key)
    const later = earlier.then(begin, begin)
    next.set(key, later)
    return later
  }
}
