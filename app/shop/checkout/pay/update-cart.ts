import type { Cake } from '#shop/cakes/cake.schema.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'

/**
 * The cart as the catalogue is now: today's prices and limits, amounts lowered to what can be had, and without
 * what is no longer made. `cakes` are by id, and null for those that are gone.
 */
export function updateLines(
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

function asSoldNow(line: CartLine, { name, category, price, stock }: Cake): CartLine {
  const amount = Math.min(line.amount, stock)
  return { ...line, name, category, price, amount, stock, max: stock }
}
