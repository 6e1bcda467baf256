import { beforeEach, expect, test, vi } from 'vitest'
import { aCartLine } from '../../../test/support/a-cake.ts'
import type { CartLine } from './cart-line.ts'

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

test('what was added is there in the next tab', async () => {
  const first = await openTab()
  expect(first.addToCart({ ...truffle, amount: 2 })).toEqual({ capped: false })
  const second = await openTab()
  expect(second.cart.current()).toEqual([{ ...truffle, amount: 2 }])
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
