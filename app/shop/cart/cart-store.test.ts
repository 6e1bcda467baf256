import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import { aCartLine } from '../../../test/support/a-cake.ts'
import { type CartLine, lineId } from './cart-line.ts'

import { cartKey, cartState, parseCart } from './cart-store.ts'
import { customLine } from './custom-draft.ts'

const truffle = aCartLine({
  wt: '1',
  image: ['/pictures/truffle/640.webp'],
  stock: 3,
  max: 3,
})

let stored: Map<string, string>
let tab: EventTarget

/** The store of a tab that has just been opened. */
async function openTab() {
  vi.resetModules()
  return import('./cart-store.ts')
}

beforeEach(() => {
  stored = new Map()
  tab = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
})

const amounts = (lines: readonly CartLine[]) => lines.map(({ amount }) => amount)
const changedElsewhere = (key: string | null) =>
  tab.dispatchEvent(Object.assign(new Event('storage'), { key }))

test('what was added is there in the next tab', async () => {
  const first = await openTab()
  expect(first.addToCart({ ...truffle, amount: 2 })).toEqual({ capped: false })
  const second = await openTab()
  expect(second.cart.current()).toEqual([{ ...truffle, amount: 2 }])
})

test.each(['', '{', '{"cart":['])('is empty where %j is stored', async (text) => {
  stored.set(cartKey, text)
  expect((await openTab()).cart.current()).toEqual([])
})

test('a stored cart cut off anywhere is empty', async () => {
  const { addToCart, cart } = await openTab()
  addToCart(truffle)
  const text = stored.get(cartKey) ?? ''
  for (let length = 0; length < text.length; length += 1) {
    stored.set(cartKey, text.slice(0, length))
    expect(cart.current()).toEqual([])
  }
})

test('adding is capped at the stock, and says so', async () => {
  const { addToCart, cart } = await openTab()
  addToCart({ ...truffle, amount: 2 })
  expect(addToCart({ ...truffle, amount: 2 })).toEqual({ capped: true })
  expect(amounts(cart.current())).toEqual([3])
})

test('lines grow, shrink, leave; the cart is emptied', async () => {
  const { addToCart, cart, changeAmount, emptyCart, removeFromCart } = await openTab()
  addToCart(truffle)
  addToCart({ ...truffle, id: 'other', wt: '2' })
  changeAmount(truffle.id, 1)
  expect(amounts(cart.current())).toEqual([2, 1])
  changeAmount(truffle.id, -1)
  changeAmount(truffle.id, -1)
  expect(amounts(cart.current())).toEqual([1, 1])
  const restore = removeFromCart(truffle.id)
  expect(cart.current().map(({ id }) => id)).toEqual(['other'])
  restore()
  expect(cart.current().map(({ id }) => id)).toEqual([truffle.id, 'other'])
  emptyCart()
  expect(cart.current()).toEqual([])
})

test('what was ordered leaves, and what another tab has added stays', async () => {
  const { addToCart, cart, removeOrdered } = await openTab()
  addToCart({ ...truffle, amount: 2 })
  addToCart({ ...truffle, id: 'other', wt: '2' })
  removeOrdered([truffle])
  expect(amounts(cart.current())).toEqual([1, 1])
  removeOrdered([...cart.current()])
  expect(cart.current()).toEqual([])
})

describe('those who watch', () => {
  test('are notified of each change until they leave, and see the same lines in between', async () => {
    const { addToCart, cart } = await openTab()
    const listener = vi.fn()
    const leave = cart.subscribe(listener)
    addToCart(truffle)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(cart.current()).toBe(cart.current())
    leave()
    addToCart(truffle)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test.each([
    [cartKey, 1],
    [null, 1],
    ['user-address', 0],
  ])('when another tab changes %j, are notified %i times', async (key, times) => {
    const { cart } = await openTab()
    const listener = vi.fn()
    cart.subscribe(listener)
    expect(cart.current()).toEqual([])
    stored.set(cartKey, JSON.stringify({ cart: [truffle] }))
    changedElsewhere(key)
    expect(listener).toHaveBeenCalledTimes(times)
    expect(cart.current()).toEqual([truffle])
  })
})

test('a browser that refuses local storage keeps the cart while the page is open', async () => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const { addToCart, cart } = await openTab()
  expect(cart.current()).toEqual([])
  addToCart(truffle)
  expect(cart.current()).toEqual([truffle])
})

const line = aCartLine({
  egg: 'Eggless',
  amount: 2,
  bname: 'Asha',
  stock: 18,
  max: 18,
})
const custom = customLine(
  { flavour: 'Mango', wt: '2', egg: 'Egg', bname: '', detail: 'A train', image: ['/train.webp'] },
  () => 0.5,
)

const eggs = fc.constantFrom('Egg', 'Eggless', null)
const readyMadeLines: fc.Arbitrary<CartLine> = fc
  .record({
    cakeid: fc.constantFrom('a', 'b', 'c'),
    name: fc.string({ minLength: 1, unit: 'binary' }),
    category: fc.constantFrom('Chocolate', 'pestry'),
    flavour: fc.string(),
    wt: fc.constantFrom('0.12', '0.5', '1', '10'),
    egg: eggs,
    chosen: fc.array(fc.constantFrom('Shape: Heart +100', 'Egg: Eggless'), { maxLength: 2 }),
    amount: fc.integer({ min: 1, max: 9999 }),
    bname: fc.string({ unit: 'binary' }).map(normaliseName),
    detail: fc.string(),
    image: fc.array(fc.webUrl()),
    price: fc.nat(1e8).map((paise) => paise / 100),
    stock: fc.nat(9999),
  })
  .map((fields) => ({
    ...fields,
    id: lineId(fields),
    customize: false,
    isConfirmed: 'processing',
    max: fields.stock,
  }))
const customLines: fc.Arbitrary<CartLine> = fc
  .record({
    wish: fc.record({
      flavour: fc.string(),
      wt: fc.string(),
      egg: eggs,
      bname: fc.string().map(normaliseName),
      detail: fc.string(),
      image: fc.array(fc.webUrl()),
    }),
    draw: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    amount: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ wish, draw, amount }) => ({ ...customLine(wish, () => draw), amount }))
const carts = fc.uniqueArray(fc.oneof(readyMadeLines, customLines), { selector: ({ id }) => id })

/** Almost a line: the right names with values of any kind. */
const damagedLines = fc.record(
  {
    ...Object.fromEntries(
      Object.keys(line).map((field) => [
        field,
        fc.oneof(fc.constant(line[field as keyof CartLine]), fc.jsonValue(), fc.double()),
      ]),
    ),
  },
  { requiredKeys: [] },
)

function expectValid(cart: CartLine[]) {
  expect(new Set(cart.map(({ id }) => id)).size).toBe(cart.length)
  for (const one of cart) {
    expect(Object.keys(one).toSorted()).toEqual(Object.keys(line).toSorted())
    for (const field of ['id', 'cakeid', 'name'] as const) expect(one[field]).not.toBe('')
    for (const field of ['category', 'flavour', 'wt', 'bname', 'detail'] as const) {
      expect(one[field]).toBeTypeOf('string')
    }
    expect(one.amount).toSatisfy((amount: number) => Number.isInteger(amount) && amount >= 1)
    expect(one.stock).toSatisfy((stock: number) => Number.isInteger(stock) && stock >= 0)
    expect(one.max).toBe(one.stock)
    expect(one.price).toBeGreaterThanOrEqual(0)
    expect(['Egg', 'Eggless', null]).toContain(one.egg)
    expect(one.customize).toBeTypeOf('boolean')
    expect(one.isConfirmed).toBe('processing')
    expect(one.image.every((url) => typeof url === 'string')).toBe(true)
  }
  expect(cartState(cart).total_price).toSatisfy(Number.isFinite)
}

const reload = (cart: readonly CartLine[]): unknown => JSON.parse(JSON.stringify(cartState(cart)))

test('a cart is stored with its totals', () => {
  expect(reload([line, custom])).toEqual({
    cart: [line, custom],
    total_item: 3,
    total_price: 850,
    shipping_fee: 50,
  })
})

test('a written cart reads back the same', () => {
  fc.assert(
    fc.property(carts, (cart) => {
      expect(parseCart(reload(cart))).toEqual(cart)
    }),
  )
})

describe('any stored value gives a valid cart, which then stays as it is', () => {
  function check(stored: unknown) {
    const cart = parseCart(stored)
    expectValid(cart)
    expect(parseCart(reload(cart))).toEqual(cart)
  }

  test('any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), check))
  })

  test('lines with values of any kind', () => {
    const lines = fc.array(fc.oneof(damagedLines, damagedLines, fc.jsonValue()))
    fc.assert(
      fc.property(lines, fc.boolean(), (cart, bare) => {
        check(JSON.parse(JSON.stringify(bare ? cart : { cart })))
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['nothing', 'null'],
  ['a number', '7'],
  ['a text', '"cart"'],
  ['no cart', '{}'],
  ['a cart that is no list', '{"cart":{"0":{}}}'],
  ['lines that are none', '{"cart":[null,1,"x",[],{}]}'],
  ['junk for a prototype', '{"__proto__":{"cart":[{}]},"constructor":1}'],
])('%s gives an empty cart', (_what, text) => {
  expect(parseCart(JSON.parse(text))).toEqual([])
})

test('junk for a prototype changes no object', () => {
  const text = JSON.stringify({ cart: [line] }).replace('{"id"', '{"__proto__":{"bad":1},"id"')
  expect(parseCart(JSON.parse(text))).toEqual([line])
  expect(({} as Record<string, unknown>).bad).toBeUndefined()
})

describe('what is mended', () => {
  test.each<[string, Record<string, unknown>, Partial<CartLine>]>([
    ['a fractional amount', { amount: 2.9 }, { amount: 2 }],
    ['an amount of 0', { amount: 0 }, { amount: 1 }],
    ['a negative amount', { amount: -3 }, { amount: 1 }],
    ['a missing amount', { amount: undefined }, { amount: 1 }],
    ['an absurd amount', { amount: 1e300 }, { amount: 1 }],
    ['an amount as text', { amount: '3' }, { amount: 3 }],
    ['a price as text', { price: '850' }, { price: 850 }],
    ['a weight as number', { wt: 0.5 }, { wt: '0.5' }],
    ['a stock kept as max only', { stock: undefined, max: 7 }, { stock: 7, max: 7 }],
    ['a max unlike the stock', { max: 99 }, { max: 18 }],
    ['one picture in place of a list', { image: '/a.webp' }, { image: ['/a.webp'] }],
    ['pictures of the wrong kind', { image: [1, null, '/a.webp', ''] }, { image: ['/a.webp'] }],
    ['a cart from before there was a choice', { egg: undefined }, { egg: null }],
    ['neither egg nor eggless', { egg: 'eggless' }, { egg: null }],
    ['another status', { isConfirmed: 'completed' }, { isConfirmed: 'processing' }],
    ['a wrong id', { id: 'x' }, { id: 'truffleCocoa0.5|Asha' }],
    ['no name on the cake', { bname: null }, { bname: '', id: 'truffleCocoa0.5' }],
    ['a flag as text', { customize: 'true' }, { customize: false }],
    [
      'a flat price without weight',
      { category: 'pestry', wt: '' },
      { category: 'pestry', wt: '', id: 'truffleCocoa|Asha' },
    ],
  ])('%s', (_what, damage, mended) => {
    expect(parseCart({ cart: [{ ...line, ...damage }] })).toEqual([{ ...line, ...mended }])
  })

  test('a price put on a customised cake', () => {
    const damaged = { ...custom, price: -500, stock: 900, max: 900, name: 'Free cake' }
    expect(parseCart({ cart: [damaged] })).toEqual([custom])
  })

  test('a price of minus nothing', () => {
    const text = JSON.stringify({ cart: [line] }).replace('"price":850', '"price":-0')
    expect(parseCart(JSON.parse(text))).toEqual([{ ...line, price: 0 }])
  })

  test('a bare list of lines', () => {
    expect(parseCart([line, custom])).toEqual([line, custom])
  })

  test('the same line twice: the first stays', () => {
    expect(parseCart({ cart: [line, { ...line, amount: 9 }, custom, custom] })).toEqual([
      line,
      custom,
    ])
  })

  test('unknown fields are left behind', () => {
    expect(parseCart({ cart: [{ ...line, colour: 'red' }], coupon: 'FREE' })).toEqual([line])
  })
})

describe('what is dropped', () => {
  test.each<[string, Record<string, unknown>]>([
    ['no cake', { cakeid: undefined }],
    ['no name', { name: '' }],
    ['no price', { price: null }],
    ['a negative price', { price: -1 }],
    ['an endless price', { price: 1e300 }],
    ['a price that is no number', { price: 'cheap' }],
    ['no stock', { stock: undefined, max: undefined }],
    ['a weight that is none', { wt: 'big' }],
  ])('a line with %s', (_what, damage) => {
    expect(parseCart({ cart: [{ ...line, ...damage }, custom] })).toEqual([custom])
  })

  test('a customised cake without an id', () => {
    expect(parseCart({ cart: [{ ...custom, id: '' }, line] })).toEqual([line])
  })
})
