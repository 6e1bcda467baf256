import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInr } from '#shop/values/money.ts'
import { anyLine, optionPaise } from '../../../test/support/any-line.ts'
import { type PricedLine, priceCart } from './price-cart.ts'
import { customPaymentText, totalText } from './price-texts.ts'

const truffle = { price: 850, category: 'Chocolate', wt: '0.5', amount: 2, customize: false }
const pastry = { price: 95, category: 'pestry', wt: '0.1', amount: 6, customize: false }
const custom = { price: 0, category: 'Customized Cake', wt: '2', amount: 1, customize: true }

const readyMadeLines = anyLine()
const shuffled = (lines: PricedLine[]) =>
  fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length })
const customLines = fc.record<PricedLine>({
  price: fc.nat(900),
  category: fc.constant('Customized Cake'),
  wt: fc.string(),
  amount: fc.integer({ min: 1, max: 5 }),
  customize: fc.constant(true),
})

test('an empty cart costs nothing, not even shipping', () => {
  expect(priceCart([])).toEqual({
    subtotal: 0,
    shares: [],
    discount: 0,
    shipping: 0,
    total: 0,
    cardTotal: 0,
    cashTotal: 0,
    hasReadyMade: false,
    hasCustom: false,
    items: 0,
  })
})

test.each([
  ['ready-made cakes alone', [truffle], '₹900'],
  ['a customised cake alone', [custom], '₹50 + price to follow'],
  ['both', [truffle, custom], '₹900 + price to follow'],
])('the total of %s reads %s', (_, lines, text) => {
  expect(totalText(priceCart(lines), formatInr)).toBe(text)
})

test('ready-made cakes are paid by card with shipping once', () => {
  expect(priceCart([truffle, pastry])).toEqual({
    subtotal: 85000 + 57000,
    shares: [],
    discount: 0,
    shipping: 5000,
    total: 147000,
    cardTotal: 147000,
    cashTotal: 0,
    hasReadyMade: true,
    hasCustom: false,
    items: 8,
  })
})

test('customised cakes alone put shipping on the cash due', () => {
  expect(priceCart([custom, custom])).toEqual({
    subtotal: 0,
    shares: [],
    discount: 0,
    shipping: 5000,
    total: 5000,
    cardTotal: 0,
    cashTotal: 5000,
    hasReadyMade: false,
    hasCustom: true,
    items: 2,
  })
})

test('with both, the card pays the ready-made cakes and the shipping', () => {
  expect(priceCart([custom, truffle])).toEqual({
    subtotal: 85000,
    shares: [],
    discount: 0,
    shipping: 5000,
    total: 90000,
    cardTotal: 90000,
    cashTotal: 0,
    hasReadyMade: true,
    hasCustom: true,
    items: 3,
  })
})

test('a delivery whose terms are not known yet counts nothing', () => {
  expect(priceCart([truffle, pastry], null)).toMatchObject({ shipping: 0, total: 142_000 })
})

test('a delivery is free from the subtotal of its zone on', () => {
  const terms = { feePaise: 6000, freeFromPaise: 85_000, surchargePaise: 0 }
  expect(priceCart([truffle], terms).total).toBe(85_000)
  expect(priceCart([pastry], terms).total).toBe(63_000)
})

test('a price and a weight on a customised line count for nothing', () => {
  expect(priceCart([{ ...custom, price: 500, wt: 'two kilos' }]).total).toBe(5000)
})

test('a ready-made cake of no weight is not priced', () => {
  expect(() => priceCart([{ ...truffle, wt: 'big' }])).toThrow(RangeError)
})

test('amounts are whole paise, and each rupee is due once, by card or in cash', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(readyMadeLines, customLines)), (lines) => {
      const { subtotal, shipping, total, cardTotal, cashTotal } = priceCart(lines)
      expect(total).toSatisfy(Number.isSafeInteger)
      expect(total).toBe(subtotal + shipping)
      expect(cardTotal + cashTotal).toBe(total)
      expect(shipping).toBe(lines.length === 0 ? 0 : 5000)
    }),
  )
})

test('customised lines never change what the cakes cost, and order does not matter', () => {
  fc.assert(
    fc.property(
      fc.array(readyMadeLines, { minLength: 1 }),
      fc.array(customLines),
      (readyMade, customs) => {
        const both = priceCart([...customs, ...readyMade])
        expect(both.cardTotal).toBe(priceCart(readyMade).cardTotal)
        expect(both).toEqual(priceCart([...readyMade.toReversed(), ...customs]))
      },
    ),
  )
})

test('the lines come to the subtotal: each costs its weight or piece and its options, in whichever order', () => {
  const oneOf = ({ price, category, wt, chosen }: PricedLine) => {
    const isFlat = category === 'pestry' || category.startsWith('Extra')
    const paise = Math.round(price * 100)
    const hundredths = Math.round(Number(wt) * 100)
    return (isFlat ? paise : Math.floor((paise * hundredths + 50) / 100)) + optionPaise(chosen)
  }
  const carts = fc
    .array(readyMadeLines)
    .chain((lines) => fc.tuple(fc.constant(lines), shuffled(lines)))
  fc.assert(
    fc.property(carts, ([lines, others]) => {
      const price = priceCart(lines)
      const costs = lines.map((line) => oneOf(line) * line.amount)
      expect(price.subtotal).toBe(costs.reduce((sum, cost) => sum + cost, 0))
      expect(lines.map((line) => priceCart([line]).subtotal)).toEqual(costs)
      expect(Math.min(0, ...costs)).toBe(0)
      expect(priceCart(others)).toEqual(price)
    }),
  )
})

test('a line of n cakes costs as much as n lines of one', () => {
  fc.assert(
    fc.property(readyMadeLines, (line) => {
      const singly = Array.from({ length: line.amount }, () => ({ ...line, amount: 1 }))
      expect(priceCart([line])).toEqual(priceCart(singly))
    }),
  )
})

test.each([
  [0, false, 'You pay it when you accept it, or in cash'],
  [30, false, 'You pay 30% of it online when you accept it, and the rest then or in cash'],
  [100, false, 'You pay it online when you accept it'],
  [0, true, 'You pay it online when you accept it'],
  [30, true, 'You pay it online when you accept it'],
])('with a deposit of %i%%, ahead: %s: %s', (depositPercent, isAhead, text) => {
  expect(customPaymentText({ depositPercent, isAhead, atDoor: 'in cash' })).toBe(text)
})
