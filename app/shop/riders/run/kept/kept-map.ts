import { parseStored } from '#ui/browser-storage.ts'
import type { KeptText } from './kept-moves.ts'

/** What a phone keeps of the orders of a run, by their ids. What was damaged there is left out. */
export function keptMap<T>(storage: KeptText, isValue: (stored: unknown) => stored is T) {
  const stored = Object.entries(Object(parseStored(storage.read())))
  const values = new Map(stored.filter((entry): entry is [string, T] => isValue(entry[1])))
  const write = () => void storage.write(JSON.stringify(Object.fromEntries(values)))
  return {
    get: (orderId: string): T | undefined => values.get(orderId),
    set(orderId: string, value: T) {
      values.set(orderId, value)
      write()
    },
    delete(orderId: string) {
      if (values.delete(orderId)) write()
    },
    clear() {
      if (values.size === 0) return
      values.clear()
      write()
    },
  }
}
