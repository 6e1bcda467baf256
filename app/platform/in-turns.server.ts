import { setImmediate } from 'node:timers/promises'

const itemsPerTurn = 200

/** The same items. After some of them the event loop handles other requests. */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const [index, item] of items.entries()) {
    if (index % itemsPerTurn === 0) await setImmediate()
    yield item
  }
}
