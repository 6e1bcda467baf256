import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aCartLine } from '../../../test/support/a-cake.ts'
import type { CartLine } from './cart-line.ts'
import { cartKey } from './cart-storage.ts'

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
