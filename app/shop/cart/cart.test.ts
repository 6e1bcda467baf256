import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addLine,
  type CartLine,
  changeLineAmount,
  exceedsStock,
  exceedsStockText,
  lineId,
  removeLine,
  restoreLine,
} from './cart-line.ts'
import { cartState } from './cart-storage.ts'

function line(change: Partial<CartLine> = {}): CartLine {
  const made: CartLine = {
    id: '',
    cakeid: 'truffle',
    name: 'Truffle Cake',
    category: 'Chocolate',
    flavour: 'Cocoa',
    wt: '0.5',
    egg: 'Egg',
    amount: 1,
    bname: '',
    customize: false,
    detail: '',
    isConfirmed: 'processing',
    image: ['/truffle.webp'],
    price: 850,
    stock: 5,
    max: 5,
    ...change,
  }
  return { ...made, id: change.id ?? lineId(made) }
}

const more = (lines: readonly CartLine[], id: string) => changeLineAmount(lines, id, 1)
const less = (lines: readonly CartLine[], id: string) => changeLineAmount(lines, id, -1)

const someLines = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.integer({ min: 1, max: 12 }).map((amount) => line({ id, cakeid: id, amount })),
      ),
    ),
  )

describe('addLine', () => {
  test('puts a new line at the end', () => {
    const [first, second] = [line(), line({ cakeid: 'mango' })]
    expect(addLine([first], second)).toEqual({ lines: [first, second], capped: false })
  })

  test('adds up the same cake, flavour, weight and name', () => {
    const added = addLine([line({ amount: 2 }), line({ cakeid: 'mango' })], line({ amount: 3 }))
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
    expect(addLine([line()], line(other)).lines).toHaveLength(2)
  })

  test.each([
    [2, 3, 5, false],
    [2, 4, 5, true],
    [5, 1, 5, true],
    [7, 1, 5, true],
    [0, 5, 5, false],
    [0, 6, 5, true],
  ])('with %i in the cart and %i more there are %i, capped: %s', (held, more, amount, capped) => {
    const cart = held > 0 ? [line({ amount: held })] : []
    const added = addLine(cart, line({ amount: more }))
    expect(added).toEqual({ lines: [line({ amount })], capped })
  })

  test.each([{ bname: 'Ravi' }, { flavour: 'Mango' }, { wt: '2' }])(
    'counts the pieces of a cake in all its lines: another %o adds no room',
    (other) => {
      const cart = [line({ amount: 4 })]
      expect(addLine(cart, line({ ...other, amount: 3 }))).toMatchObject({
        lines: [{ amount: 4 }, { amount: 1 }],
        capped: true,
      })
      const full = [line({ amount: 5 })]
      expect(addLine(full, line(other))).toEqual({ lines: full, capped: true })
    },
  )

  test('takes over the newer price and stock of the same cake', () => {
    const newer = line({ price: 900, stock: 3, max: 3 })
    expect(addLine([line({ amount: 4 })], newer)).toEqual({
      lines: [{ ...newer, amount: 3 }],
      capped: true,
    })
  })

  test('adds nothing of a cake without stock', () => {
    expect(addLine([], line({ stock: 0, max: 0 }))).toEqual({ lines: [], capped: true })
  })

  test('keeps ids apart, amounts from 1 to stock for what was added, and its arguments alone', () => {
    fc.assert(
      fc.property(
        someLines,
        fc.constantFrom('a', 'b', 'e'),
        fc.integer({ min: 1, max: 9 }),
        (lines, id, amount) => {
          const before = structuredClone(lines)
          const added = addLine(lines, line({ id, cakeid: id, amount }))
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
    expect(more([line({ amount: 5 })], line().id)).toEqual([line({ amount: 6 })])
  })

  test.each([
    [3, 2],
    [2, 1],
    [1, 1],
  ])('decrease of %i gives %i', (from, to) => {
    expect(less([line({ amount: from })], line().id)).toEqual([line({ amount: to })])
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
    const lines = [line()]
    expect(more(lines, 'x')).toEqual(lines)
    expect(less(lines, 'x')).toEqual(lines)
    expect(removeLine(lines, 'x')).toEqual(lines)
  })
})

test('a line is removed, the others stay in order', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => line({ id }))
  expect(a && b && c && removeLine([a, b, c], 'b')).toEqual([a, c])
})

describe('cartState', () => {
  test('of an empty cart is all zero', () => {
    expect(cartState([])).toEqual({ cart: [], total_item: 0, total_price: 0, shipping_fee: 0 })
  })

  test('counts cakes, and rupees without shipping', () => {
    const lines = [line({ amount: 2 }), line({ category: 'pestry', price: 95.5, wt: '0.1' })]
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
  const lines = [line({ amount, stock })]
  expect(exceedsStock(lines)).toEqual(over ? lines : [])
})

test('a line above its stock says how many there can be', () => {
  expect(exceedsStockText(5)).toBe('Only 5 can be ordered at once')
})

describe('restoreLine', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((id) =>
    line({ id, cakeid: id, amount: 2, bname: 'Asha', wt: '1' }),
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
