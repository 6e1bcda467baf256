import type { Random } from './random.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const email = /^[^@\s]+@[^@\s]+$/

/** So many values of one key are remembered, the newest. */
const mostOfAKey = 60

/** What the shop has sent and received: with it mutated requests get past the first check. */
export type KnownValues = ReturnType<typeof createKnownValues>

/** @param secrets values that are never used, such as the address of the account that sends the requests */
export function createKnownValues(secrets: readonly string[]) {
  const byKey = new Map<string, unknown[]>()

  function add(key: string, value: unknown) {
    const values = byKey.get(key) ?? []
    values.push(value)
    if (values.length > mostOfAKey) values.shift()
    byKey.set(key, values)
  }

  /** Remembers every value of a JSON value by its key; ids and emails also as such. */
  function learn(value: unknown, key = '') {
    if (typeof value === 'string') {
      if (secrets.includes(value)) return
      if (uuid.test(value)) add('uuid', value)
      if (email.test(value)) add('email', value)
    }
    add(key, value)
    if (Array.isArray(value)) for (const one of value.slice(0, 20)) learn(one, key)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) learn(inner, name)
    }
  }

  return {
    learn,
    /** One that was learnt for a key and fits; undefined if there is none. */
    find(key: string, fits: (value: unknown) => boolean, random: Random): unknown {
      const values = byKey.get(key)?.filter(fits) ?? []
      return values.length > 0 ? random.pick(values) : undefined
    },
  }
}
