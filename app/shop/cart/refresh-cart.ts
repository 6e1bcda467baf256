import { ApiError, call } from '#platform/http/api-client.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import type { cakeEndpoint } from '#shop/cakes/cakes.endpoints.ts'
import { type CartLine, exceedsStockText } from './cart-line.ts'
import { cart } from './cart-store.ts'

/**
 * Brings the cart to what the shop sells now.
 *
 * @returns what has changed, a sentence each
 */
export async function refreshCart(): Promise<string[]> {
  const cakes = await fetchCakes(cart.current())
  const before = cart.current()
  const after = updateCartLines(before, cakes)
  const changes = changesBetween(before, after)
  if (changes.length > 0) cart.save(after)
  return changes
}

async function fetchCakes(lines: readonly CartLine[]): Promise<Map<string, Cake | null>> {
  const readyMade = lines.filter(({ customize }) => !customize)
  const ids = [...new Set(readyMade.map(({ cakeid }) => cakeid))]
  return new Map(await Promise.all(ids.map(async (id) => [id, await fetchCake(id)] as const)))
}

async function fetchCake(id: string): Promise<Cake | null> {
  try {
    return await call<typeof cakeEndpoint>('GET /cakes/{id}', { params: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return null
    throw error
  }
}

/**
 * Updates the cart to today's prices and limits, lowers amounts to the available ones, and drops cakes that are no
 * longer made. `cakes` are by id; null if deleted.
 */
export function updateCartLines(
  lines: readonly CartLine[],
  cakes: ReadonlyMap<string, Cake | null>,
): CartLine[] {
  return lines.flatMap((line) => {
    const cake = cakes.get(line.cakeid)
    if (line.customize || cake === undefined) return [line]
    return cake && isStillMade(line, cake) ? [asSoldNow(line, cake)] : []
  })
}

function isStillMade({ flavour, wt }: CartLine, cake: Cake) {
  return cake.stock > 0 && cake.flavours.includes(flavour) && cake.weight.includes(wt)
}

function asSoldNow(line: CartLine, { name, category, egg, price, stock }: Cake): CartLine {
  const amount = Math.min(line.amount, stock)
  return { ...line, name, category, egg, price, amount, stock, max: stock }
}

/** A sentence for each cake that is gone, costs something else or can be had less often. */
export function changesBetween(before: readonly CartLine[], after: readonly CartLine[]): string[] {
  const sentences = before.map((line) => {
    const { name, id, price, amount } = line
    const now = after.find((other) => other.id === id)
    if (!now) return `${name} is no longer in our shop. We took it out of your cart.`
    if (now.price !== price) return `The price of ${name} has changed. Please check the total.`
    if (now.amount !== amount) return `${name}: ${exceedsStockText(now.stock)}.`
    return ''
  })
  return [...new Set(sentences.filter(Boolean))]
}
