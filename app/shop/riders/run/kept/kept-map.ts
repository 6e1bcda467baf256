import { createStored, fieldsOf } from '#ui/browser-storage.ts'

/** What a phone remembers of the orders of a run, by their ids. Damaged values are left out. */
export function keptMap<T>(key: string, isValue: (stored: unknown) => stored is T) {
  const parse = (stored: unknown): ReadonlyMap<string, T> =>
    new Map(
      Object.entries(fieldsOf(stored)).filter((entry): entry is [string, T] => isValue(entry[1])),
    )
  const stored = createStored(key, parse, { format: Object.fromEntries })
  return {
    get: (orderId: string): T | undefined => stored.current().get(orderId),
    set(orderId: string, value: T) {
      stored.save(new Map(stored.current()).set(orderId, value))
    },
    delete(orderId: string) {
      const values = new Map(stored.current())
      if (values.delete(orderId)) stored.save(values.size > 0 ? values : null)
    },
    clear() {
      if (stored.current().size > 0) stored.save(null)
    },
  }
}
