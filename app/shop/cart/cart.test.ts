import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCartLine } from '../../../test/support/a-cake.ts'
import {
  addLine,
  type CartLine,
  changeLineAmount,
  exceedsStock,
  exceedsStockText,
  removeLine,
  restoreLine,
} from './cart-line.ts'
import { cartState } from './cart-store.ts'

const more = (lines: readonly CartLine[], id: string) => changeLineAmount(lines, id, 1)
const less = (lines: readonly CartLine[], id: string) => changeLineAmount(lines, id, -1)

const someLines = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.integer({ min: 1, max: 12 }).map((amount) => aCartLine({ id, cakeid: id, amount })),
      ),
    ),
  )

describe('addLine', () => {
  test('puts a new line at the end', () => {
    const [first, second] = [aCartLine(), aCartLine({ cakeid: 'mango' })]
    expect(addLine([first], second)).toEqual({ lines: [first, second], capped: false })
  })

  test('adds up the same cake, flavour, weight and name', () => {
    const added = addLine(
      [aCartLine({ amount: 2 }), aCartLine({ cakeid: 'mango' })],
      aCartLine({ amount: 3 }),
    )
    expect(added.capped).toBe(false)
    expect(added.lines.map(({ cakeid, amount }) => [cakeid, amount])).toEqual([
      ['truffle', 5],
      ['mango', 1],
    ])
  })

  test.each<Partial<CartLine>>([
    { flavour: 'Mint' },
    { wt: '1' },
    { bname: 'Asha' },
    { cakeid: 'mango' },
  ])('keeps a line with another %o apart', (other) => {
    expect(addLine([aCartLine()], aCartLine(other)).lines).toHaveLength(2)
  })

  test.each([
    [2, 3, 5, false],
    [2, 4, 5, true],
    [5, 1, 5, true],
    [7, 1, 5, true],
    [0, 5, 5, false],
    [0, 6, 5, true],
  ])('with %i in the cart and %i more there are %i, capped: %s', (held, more, amount, capped) => {
    const cart = held > 0 ? [aCartLine({ amount: held })] : []
    const added = addLine(cart, aCartLine({ amount: more }))
    expect(added).toEqual({ lines: [aCartLine({ amount })], capped })
  })

  test.each([{ bname: 'Ravi' }, { flavour: 'Mango' }, { wt: '2' }])(
    'counts the pieces of a cake in all its lines: another %o adds no room',
    (other) => {
      const cart = [aCartLine({ amount: 4 })]
      expect(addLine(cart, aCartLine({ ...other, amount: 3 }))).toMatchObject({
        lines: [{ amount: 4 }, { amount: 1 }],
        capped: true,
      })
      const full = [aCartLine({ amount: 5 })]
      expect(addLine(full, aCartLine(other))).toEqual({ lines: full, capped: true })
    },
  )

  test('takes over the newer price and stock of the same cake', () => {
    const newer = aCartLine({ price: 900, stock: 3, max: 3 })
    expect(addLine([aCartLine({ amount: 4 })], newer)).toEqual({
      lines: [{ ...newer, amount: 3 }],
      capped: true,
    })
  })

  test('adds nothing of a cake without stock', () => {
    expect(addLine([], aCartLine({ stock: 0, max: 0 }))).toEqual({ lines: [], capped: true })
  })

  test('keeps ids apart, amounts from 1 to stock for what was added, and its arguments alone', () => {
    fc.assert(
      fc.property(
        someLines,
        fc.constantFrom('a', 'b', 'e'),
        fc.integer({ min: 1, max: 9 }),
        (lines, id, amount) => {
          const before = structuredClone(lines)
          const added = addLine(lines, aCartLine({ id, cakeid: id, amount }))
          const ids = added.lines.map((other) => other.id)
          expect(new Set(ids).size).toBe(ids.length)
          const requested = (lines.find((other) => other.id === id)?.amount ?? 0) + amount
          expect(added.lines.find((other) => other.id === id)?.amount).toBe(Math.min(requested, 5))
          expect(added.capped).toBe(requested > 5)
          expect(lines).toEqual(before)
        },
      ),
    )
  })
})

describe('one more, one less', () => {
  test('increase passes the stock', () => {
    expect(more([aCartLine({ amount: 5 })], aCartLine().id)).toEqual([aCartLine({ amount: 6 })])
  })

  test.each([
    [3, 2],
    [2, 1],
    [1, 1],
  ])('decrease of %i gives %i', (from, to) => {
    expect(less([aCartLine({ amount: from })], aCartLine().id)).toEqual([aCartLine({ amount: to })])
  })

  test('each undoes the other, and touches one line only', () => {
    fc.assert(
      fc.property(someLines, fc.constantFrom('a', 'b', 'c'), (lines, id) => {
        expect(less(more(lines, id), id)).toEqual(lines)
        const others = (cart: CartLine[]) => cart.filter((other) => other.id !== id)
        expect(others(more(lines, id))).toEqual(others(lines))
        expect(less(lines, id).every(({ amount }) => amount >= 1)).toBe(true)
      }),
    )
  })

  test('an unknown id changes nothing', () => {
    const lines = [aCartLine()]
    expect(more(lines, 'x')).toEqual(lines)
    expect(less(lines, 'x')).toEqual(lines)
    expect(removeLine(lines, 'x')).toEqual(lines)
  })
})

test('a line is removed, the others stay in order', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => aCartLine({ id }))
  expect(a && b && c && removeLine([a, b, c], 'b')).toEqual([a, c])
})

describe('cartState', () => {
  test('of an empty cart is all zero', () => {
    expect(cartState([])).toEqual({ cart: [], total_item: 0, total_price: 0, shipping_fee: 0 })
  })

  test('counts cakes, and rupees without shipping', () => {
    const lines = [
      aCartLine({ amount: 2 }),
      aCartLine({ category: 'pestry', price: 95.5, wt: '0.1' }),
    ]
    expect(cartState(lines)).toEqual({
      cart: lines,
      total_item: 3,
      total_price: 945.5,
      shipping_fee: 50,
    })
  })
})

test.each([
  [4, 5, false],
  [5, 5, false],
  [6, 5, true],
  [1, 0, true],
])('whether %i of a stock of %i is too many: %s', (amount, stock, over) => {
  const lines = [aCartLine({ amount, stock })]
  expect(exceedsStock(lines)).toEqual(over ? lines : [])
})

test('a line above its stock says how many there can be', () => {
  expect(exceedsStockText(5)).toBe('Only 5 can be ordered at once')
})

describe('restoreLine', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((id) =>
    aCartLine({ id, cakeid: id, amount: 2, bname: 'Asha', wt: '1' }),
  ) as [CartLine, CartLine, CartLine]

  test.each([0, 1, 2])('a removed line is again where it was, as it was: place %i', (place) => {
    const lines = [first, second, third]
    const removed = lines[place] ?? first
    expect(restoreLine(removeLine(lines, removed.id), removed, place)).toEqual(lines)
  })

  test('one whose neighbours were removed too comes last', () => {
    expect(restoreLine([], third, 2)).toEqual([third])
  })

  test('one that was added again meanwhile grows, up to the stock', () => {
    const again = { ...first, amount: 4 }
    expect(restoreLine([again], first, 0)).toEqual([{ ...first, amount: 5 }])
  })
})
