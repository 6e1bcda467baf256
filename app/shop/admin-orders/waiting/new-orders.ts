interface Placed {
  id: string
  /** ISO 8601 */
  created_at: string
}

/** What the panel has shown so far. */
export interface Known {
  ids: ReadonlySet<string>
  /** When the latest order of all was placed, ISO 8601; '' when there was none. */
  latest: string
}

/**
 * Which orders have come in since. One that is placed earlier has only moved up, into the place of others that are
 * done: the list holds the newest ones.
 */
export function newOrders<One extends Placed>(
  { ids, latest }: Known,
  orders: readonly One[],
): One[] {
  return orders.filter(({ id, created_at }) => !ids.has(id) && created_at >= latest)
}

export function knowing({ ids, latest }: Known, orders: readonly Placed[]): Known {
  return {
    ids: new Set([...ids, ...orders.map(({ id }) => id)]),
    latest: [latest, ...orders.map(({ created_at }) => created_at)].toSorted().at(-1) ?? latest,
  }
}

/** 'Order 1043 has come in', 'Orders 1043, 1044 and 1045 have come in'. */
export function newOrderText(numbers: readonly number[]): string {
  const [first, ...rest] = numbers.toSorted((a, b) => a - b)
  const last = rest.pop()
  if (last === undefined) return `Order ${first} has come in`
  return `Orders ${[first, ...rest].join(', ')} and ${last} have come in`
}
