import { ApiError, call } from '#platform/http/api-client.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { chosenPaise } from '#shop/cakes/cake-price.ts'
import { chooseAgain, markOf } from '#shop/cakes/choices.ts'
import { chosenFacts } from '#shop/cakes/chosen.ts'
import type { ReadCake } from '#shop/cakes/read-cakes.server.ts'
import { addLine, type CartLine, exceedsStockText, lineId } from './cart-line.ts'
import { cart } from './cart-store.ts'

/**
 * Brings the cart to what the shop sells now.
 *
 * @returns what has changed, a sentence each
 */
export async function refreshCart(): Promise<string[]> {
  const before = cart.current()
  const cakes = await fetchCakes(before)
  // What the customer does meanwhile is not undone; the cart is compared again at the next visit.
  if (cart.current() !== before) return []
  const after = updateCartLines(before, cakes)
  cart.save(after)
  return changesBetween(before, after)
}

async function fetchCakes(lines: readonly CartLine[]): Promise<Map<string, Cake | null>> {
  const readyMade = lines.filter(({ customize }) => !customize)
  const ids = [...new Set(readyMade.map(({ cakeid }) => cakeid))]
  return new Map(await Promise.all(ids.map(async (id) => [id, await fetchCake(id)] as const)))
}

async function fetchCake(id: string): Promise<Cake | null> {
  try {
    return await call<ReadCake>('GET /cakes/{id}', { params: { id } })
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
  const sold = lines.flatMap((line) => {
    const cake = cakes.get(line.cakeid)
    if (line.customize || cake === undefined) return [line]
    return (cake && asSoldNow(line, cake)) || []
  })
  return sold.reduce<CartLine[]>((all, line) => addLine(all, line).lines, [])
}

/** Null if it is no longer made so. */
function asSoldNow(line: CartLine, cake: Cake): CartLine | null {
  const { name, category, price, stock } = cake
  const chosen = chooseAgain(cake, line.chosen)
  const isMade = stock > 0 && cake.flavours.includes(line.flavour) && cake.weight.includes(line.wt)
  if (!isMade || !chosen) return null
  const egg = markOf(cake, chosen)
  const soldOut = cake.availability?.text
  const now = { ...line, name, category, egg, chosen, price, stock, max: stock, soldOut }
  return { ...now, id: lineId(now) }
}

/** A sentence for each cake that is gone, costs something else or can be had less often. */
export function changesBetween(before: readonly CartLine[], after: readonly CartLine[]): string[] {
  const cakeOf = (line: CartLine) => {
    const chosen = chosenFacts(line.chosen).map(([, option]) => option)
    return lineId({ ...line, chosen, bname: '', detail: '' })
  }
  const sentences = before.map((line) => {
    const { name, price, chosen, amount } = line
    const own = after.find(({ id }) => id === line.id)
    // Another name on the same cake may have taken all that there is.
    const sold = own ?? after.find((other) => cakeOf(other) === cakeOf(line))
    if (!sold) return `${name} is no longer in our shop. We took it out of your cart.`
    if (sold.price !== price || chosenPaise(sold.chosen) !== chosenPaise(chosen))
      return `The price of ${name} has changed. Please check the total.`
    if (own?.amount !== amount) return `${name}: ${exceedsStockText(sold.stock)}.`
    return ''
  })
  return [...new Set(sentences.filter(Boolean))]
}
