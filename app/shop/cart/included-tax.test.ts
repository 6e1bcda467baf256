import { expect, test } from 'vitest'
import { formatInr } from '#shop/values/money.ts'
import { includedTaxText } from './included-tax.ts'
import { type PricedLine, priceCart } from './price-cart.ts'

const truffle = { price: 850, category: 'Chocolate', wt: '0.5', amount: 2, customize: false }
const bread = { price: 120, category: 'Bread', wt: '1', amount: 1, customize: false }
const pastry = { price: 95, category: 'pestry', wt: '0.1', amount: 6, customize: false }
const custom = { price: 0, category: 'Customized Cake', wt: '2', amount: 1, customize: true }

test.each([
  ['a cake and its delivery', [truffle], { '': 5 }, 'Includes ₹42.86 GST'],
  ['each line for itself', [truffle, pastry], { '': 5 }, 'Includes ₹70 GST'],
  // 850 with 40.48 and 43.81 of the delivery with 2.08; 120 and 6.19 have none.
  ['goods that differ', [truffle, bread], { '': 5, bread: 0 }, 'Includes ₹42.56 GST'],
  ['what is exempt', [bread], { '': 5, bread: 0 }, ''],
  ['a shop that collects none', [truffle], {}, ''],
  ['a price to follow', [truffle, custom], { '': 5 }, ''],
] as [string, PricedLine[], Record<string, number>, string][])(
  'the tax of %s',
  (_, lines, gst, text) => {
    const price = priceCart(lines)
    expect(includedTaxText(lines, price, { gst, format: formatInr })).toBe(text)
  },
)
