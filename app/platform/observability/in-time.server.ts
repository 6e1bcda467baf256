/**
 * What is promised, if it comes within so many ms.
 *
 * @throws Error when it does not; what was begun goes on by itself
 */
export async function inTime<T>(ms: number, promised: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([promised, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks once for all who want to know within so many ms, however many they are. */
export function keptFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (!kept || performance.now() >= kept.until) {
      kept = { answer: ask(), until: performance.now() + ms }
    }
    return kept.answer
  }
}
