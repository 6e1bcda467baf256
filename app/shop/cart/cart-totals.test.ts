import { describe, expect, it, test, vi } from 'vitest'
import { formatInr } from '#shop/values/money.ts'
import { refuseStorage, stubStorage } from '../../../test/support/stub-storage.ts'
import { findRefused, includedTaxText } from './cart-totals.tsx'
import { type PricedLine, priceCart } from './price-cart.ts'

describe('what the browser refuses', () => {
  function stubCookies(accepts: boolean) {
    let kept = ''
    const cookies = {
      get: () => kept,
      set: (text: string) => {
        if (accepts) kept = /Max-Age=0/.test(text) ? '' : text.replace(/;.*/, '')
      },
    }
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', cookies))
    return () => kept
  }

  it('is nothing in most browsers, and nothing is left of the question', () => {
    const cookies = stubCookies(true)
    const texts = [stubStorage('localStorage'), stubStorage('sessionStorage')]
    expect(findRefused()).toBeNull()
    expect([cookies(), ...texts]).toEqual(['', {}, {}])
  })

  it('is storage, where one of both is forbidden or full', () => {
    stubCookies(true)
    refuseStorage()
    stubStorage('localStorage')
    expect(findRefused()).toBe('storage')
  })

  it('is cookies, whatever is stored', () => {
    stubCookies(false)
    stubStorage('localStorage')
    stubStorage('sessionStorage')
    expect(findRefused()).toBe('cookies')
  })
})

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
