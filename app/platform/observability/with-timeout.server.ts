/**
 * Waits for a promise, but at most for some ms. The work itself is not stopped.
 *
 * @throws Error when it takes longer
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`no response within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A read whose result is cached for some ms, so that many callers cost no more than one. */
export function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { result: Promise<T>; until: number } | null = null
  return () => {
    if (!cached || performance.now() >= cached.until) {
      cached = { result: read(), until: performance.now() + ms }
    }
    return cached.result
  }
}
