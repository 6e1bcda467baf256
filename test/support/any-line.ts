import fc from 'fast-check'
import type { PricedLine } from '#shop/cart/price-cart.ts'

/** Options of choices as lines store them, and what each adds in paise. */
const options: Readonly<Record<string, number>> = {
  'Shape: Round': 0,
  'Shape: Heart +100': 100_00,
  'Filling: Almond +80.5 (tree nuts, soy)': 80_50,
  'Egg or eggless: Eggless +0.05': 5,
}

export const optionPaise = (chosen: readonly string[] = []) =>
  chosen.reduce((sum, option) => sum + (options[option] ?? 0), 0)

export const anyOptions = fc.shuffledSubarray(Object.keys(options))

/** A ready-made cake with its options, a pastry, or what goes into the box beside them. */
export const anyLine = (leastPaise = 0): fc.Arbitrary<PricedLine> =>
  fc
    .record({
      price: fc.integer({ min: leastPaise, max: 500_000 }).map((paise) => paise / 100),
      category: fc.constantFrom('Chocolate', 'Fruit', 'pestry', 'Extra: Candles'),
      wt: fc.constantFrom('0.12', '0.3', '0.5', '1', '1.5', '2'),
      amount: fc.integer({ min: 1, max: 30 }),
      chosen: anyOptions,
    })
    .map(({ chosen, ...line }) => {
      const isExtra = line.category.startsWith('Extra')
      return { ...line, customize: false, ...(isExtra ? { wt: '0', chosen: [] } : { chosen }) }
    })
