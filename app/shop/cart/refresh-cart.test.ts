import { describe, expect, it, vi } from 'vitest'
import { call } from '#platform/http/api-client.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { aCake, aCartLine } from '../../../test/support/a-cake.ts'
import type { CartLine } from './cart-line.ts'
import { cart, changeAmount } from './cart-store.ts'
import { changesBetween, refreshCart, updateCartLines } from './refresh-cart.ts'

vi.mock(import('#platform/http/api-client.ts'), { spy: true })

const cake = aCake({
  flavours: ['Mango', 'Vanilla'],
  description: '',
  stars: 5,
})
const line = aCartLine({
  cakeid: 'mango',
  name: 'Mango Cake',
  category: 'Fruit',
  flavour: 'Mango',
  wt: '1',
  egg: 'Eggless',
  amount: 4,
  bname: 'Asha',
  image: ['/pictures/a/640.webp'],
  price: 900,
})

function updated(change: Partial<Cake> | null, of: CartLine = line) {
  return updateCartLines([of], new Map([['mango', change && { ...cake, ...change }]]))
}

describe('a cart brought up to date', () => {
  it('stays as it is when nothing changed', () => {
    expect(updated({})).toEqual([line])
  })

  it('says when a cake can be had next, until it can again', () => {
    const availability = { text: 'Sold out today, next: Sat 5 Dec', nextDay: '2026-12-05' }
    const [later] = updated({ availability })
    expect(later).toEqual({ ...line, soldOut: availability.text })
    expect(updated({}, later)).toEqual([line])
  })

  it('takes the new price, name, limit and egg', () => {
    const change = { price: 950, name: 'Alphonso Cake', egg: 'Egg' as const, stock: 9 }
    expect(updated(change)).toEqual([{ ...line, ...change, max: 9 }])
  })

  it('keeps what was chosen, at its price of today, and leaves out what can no longer be chosen', () => {
    const eggless = aCartLine({ ...line, chosen: ['Egg or eggless: Eggless +50'] })
    const now = updated({ egg: 'Egg', choices: ['Egg or eggless: Egg, Eggless +60'] }, eggless)
    expect(now).toMatchObject([{ egg: 'Eggless', chosen: ['Egg or eggless: Eggless +60'] }])
    expect(changesBetween([eggless], now)).toEqual([
      'The price of Mango Cake has changed. Please check the total.',
    ])
    expect(updated({ egg: 'Egg', choices: [] }, eggless)).toEqual([])
    expect(updated({ choices: ['Shape: Round, Heart +100'] })).toMatchObject([
      { chosen: ['Shape: Round'] },
    ])
  })

  it('lowers the amount to what can be ordered at once', () => {
    expect(updated({ stock: 3 })).toEqual([{ ...line, amount: 3, stock: 3, max: 3 }])
  })

  it('lowers two names of one cake to what can be ordered at once of both', () => {
    const other = { ...line, id: 'mangoMango1|Ravi', bname: 'Ravi' }
    const third = { ...line, id: 'mangoMango1|Meera', bname: 'Meera' }
    const before = [line, other, third]
    const after = updateCartLines(before, new Map([['mango', cake]]))
    expect(after.map(({ bname, amount }) => [bname, amount])).toEqual([
      ['Asha', 4],
      ['Ravi', 1],
    ])
    expect(changesBetween(before, after)).toEqual(['Mango Cake: Only 5 can be ordered at once.'])
  })

  it.each([
    ['the cake', null],
    ['its last piece', { stock: 0 }],
    ['the flavour', { flavours: ['Vanilla'] }],
    ['the weight', { weight: ['0.5'] }],
  ])('leaves out a line when %s is gone', (_, change) => {
    expect(updated(change)).toEqual([])
  })

  it('keeps customised cakes and what was not looked up', () => {
    expect(updated(null, { ...line, customize: true })).toHaveLength(1)
    expect(updateCartLines([line], new Map())).toEqual([line])
  })
})

it.each<[string, CartLine[], string[]]>([
  ['nothing', [{ ...line, name: 'Alphonso Cake' }], []],
  [
    'a cake that is gone',
    [],
    ['Mango Cake is no longer in our shop. We took it out of your cart.'],
  ],
  [
    'a price',
    [{ ...line, price: 950 }],
    ['The price of Mango Cake has changed. Please check the total.'],
  ],
  ['an amount', [{ ...line, amount: 3, stock: 3 }], ['Mango Cake: Only 3 can be ordered at once.']],
])('says of a changed cart: %s', (_, after, sentences) => {
  expect(changesBetween([line], after)).toEqual(sentences)
})

describe('a refreshed cart', () => {
  it('has the prices of today', async () => {
    cart.save([{ ...line, price: 1 }])
    vi.mocked(call).mockResolvedValueOnce(cake)
    expect(await refreshCart()).toEqual([
      'The price of Mango Cake has changed. Please check the total.',
    ])
    expect(cart.current()).toMatchObject([{ amount: 4, price: 900 }])
  })

  it('does not undo what its customer did meanwhile', async () => {
    cart.save([{ ...line, amount: 5 }])
    vi.mocked(call).mockImplementationOnce(async () => {
      changeAmount(line.id, 1)
      return cake
    })
    expect(await refreshCart()).toEqual([])
    expect(cart.current()).toMatchObject([{ amount: 6 }])
  })
})
