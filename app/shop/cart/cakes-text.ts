import type { CartLine } from './cart-line.ts'

/** '1 × Rasmalai, 2 × Truffle'. */
export function cakesText(lines: readonly Pick<CartLine, 'amount' | 'name'>[]): string {
  return lines.map(({ amount, name }) => `${amount} × ${name}`).join(', ')
}
