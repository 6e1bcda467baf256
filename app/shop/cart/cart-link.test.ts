import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCartLine } from '../../../test/support/a-cake.ts'
import { cartLink, readCartLink } from './cart-link.ts'
import { customLine } from './custom-draft.ts'

const truffle = aCartLine({
  egg: 'Eggless',
  amount: 2,
  bname: 'आशा',
  image: ['/pictures/abc/640.webp'],
  stock: 18,
  max: 18,
})
const elephant = customLine(
  { flavour: 'Mango', wt: '2', egg: 'Egg', bname: '', detail: 'A blue elephant 🐘', image: [] },
  () => 0.5,
)

const hashOf = (link: string) => new URL(link).hash

describe('a link with the cart in it', () => {
  test('brings every line, in any script', () => {
    const link = cartLink('https://cakes.example.in', [truffle, elephant])
    expect(readCartLink(hashOf(link))).toEqual([truffle, elephant])
  })

  test('keeps it behind the #, in letters that survive a chat and an intent link', () => {
    const { pathname, search, hash } = new URL(cartLink('https://cakes.example.in', [truffle]))
    expect([pathname, search]).toEqual(['/cart', ''])
    expect(hash).toMatch(/^#cart=[\w-]+$/)
  })

  test.each([
    ['damaged letters', '#cart=%%%'],
    ['half a link', hashOf(cartLink('https://cakes.example.in', [truffle])).slice(0, 60)],
    ['no list', `#cart=${btoa('{"cart":1}')}`],
    ['nothing', '#cart='],
  ])('with %s brings nothing', (_, hash) => {
    expect(readCartLink(hash)).toEqual([])
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => readCartLink(`#cart=${text}`).length === 0))
  })

  test('shows no pictures of others', () => {
    const image = [
      ...['https://evil.example/a.png', 'data:image/png;base64,AA', '//evil.example/a.png'],
      ...[
        '/pictures/../api/v1/users/logout',
        '/pictures/a/..%2f..%2fapi',
        '/pictures/a/320.webp?x',
      ],
    ]
    const link = cartLink('https://cakes.example.in', [{ ...truffle, image }])
    expect(readCartLink(hashOf(link))[0]?.image).toEqual([])
  })
})
