import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fulfilmentStatuses } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { itemStatuses } from '#shop/orders/item-status.ts'
import {
  activeOrderFilters,
  allOrders,
  isByDue,
  isTooShort,
  type OrderSearch,
  orderPayments,
  orderQuery,
  orderSearchParams,
  parseOrderSearch,
  toDos,
  wordsOf,
} from './order-search.ts'

const parse = (query: string) => parseOrderSearch(new URLSearchParams(query))

describe('parseOrderSearch', () => {
  it('finds all orders in an empty address, and in a form sent with nothing chosen', () => {
    expect(parse('')).toEqual(allOrders)
    expect(parse('q=&todo=&state=&fulfilment=&day=&payment=')).toEqual(allOrders)
  })

  it('reads every part', () => {
    expect(
      parse(
        'q=+Asha+&todo=late&state=quoted&fulfilment=ready&day=2026-11-21&payment=cash&sort=newest&before=1042',
      ),
    ).toEqual({
      q: 'Asha',
      todo: 'late',
      state: 'quoted',
      fulfilment: 'ready',
      day: '2026-11-21',
      payment: 'cash',
      sort: 'newest',
      before: 1042,
    })
  })

  it.each([
    'todo=Late',
    'todo=toString',
    'state=Quoted',
    'state=constructor',
    'fulfilment=Ready',
    'fulfilment=on-its-way',
    'day=2026-02-30',
    'day=21-11-2026',
    'day=2026-11-21T00:00',
    'payment=paypal',
    'sort=Newest',
    'sort=due',
    'before=0',
    'before=-1',
    'before=1e3',
    'before=2147483648',
    'before=99999999999999999999',
  ])('leaves out %s', (query) => {
    expect(parse(query)).toEqual(allOrders)
  })

  it('keeps at most 100 characters, whole ones, and none that a database cannot keep', () => {
    expect(parse(`q=${encodeURIComponent('🎂'.repeat(101))}`).q).toBe('🎂'.repeat(100))
    expect(parse('q=a%00sha').q).toBe('asha')
  })

  it('reads what orderQuery writes', () => {
    const search: fc.Arbitrary<OrderSearch> = fc.record({
      q: fc
        .string({ unit: 'grapheme', maxLength: 60 })
        .map((q) => parse(`q=${encodeURIComponent(q)}`).q),
      todo: fc.option(fc.constantFrom(...toDos)),
      state: fc.option(fc.constantFrom(...itemStatuses)),
      fulfilment: fc.option(fc.constantFrom(...fulfilmentStatuses)),
      day: fc.option(fc.constantFrom('2026-01-31', '2028-02-29')),
      payment: fc.option(fc.constantFrom(...orderPayments)),
      sort: fc.option(fc.constant('newest')),
      before: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
    })
    fc.assert(
      fc.property(search, (one) => {
        expect(parse(orderQuery(one).slice(1))).toEqual(one)
      }),
    )
  })
})

it('an address says only what is asked for, always in one order', () => {
  expect(orderQuery(allOrders)).toBe('')
  const search = { ...allOrders, before: 1042, payment: 'card', q: 'a&b' } as const
  expect(orderSearchParams(search).toString()).toBe('q=a%26b&payment=card&before=1042')
})

describe('wordsOf', () => {
  it.each<[string, number | null, string | null]>([
    ['1042', 1042, '1042'],
    ['#1042', 1042, null],
    ['Order 1042', 1042, null],
    ['order #1042', 1042, null],
    ['12', 12, null],
    ['asha', null, 'asha'],
    ['100%', null, '100%'],
    ['a_b@c', null, 'a_b@c'],
    ['आशा', null, 'आशा'],
    ['98765 43210', null, '9876543210'],
    ['+91 98765-43210', null, '9876543210'],
    ['9876543210', null, '9876543210'],
    ['2147483648', null, '2147483648'],
    ['01042', null, '01042'],
  ])('%s', (q, number, text) => {
    expect(wordsOf(q)).toEqual({ number, text })
  })

  it.each(['a', 'ab', '%%%', '___', 'a%b', '#', 'order', '...', '- -'])('%s is too short', (q) => {
    const short = q !== 'order'
    expect(isTooShort(q)).toBe(short)
  })

  it('nothing is not too short', () => {
    expect(isTooShort('')).toBe(false)
  })
})

describe('activeOrderFilters', () => {
  it('names each filter in use', () => {
    const search = parse(
      'q=asha&todo=quote&state=completed&fulfilment=out_for_delivery&day=2026-11-21&payment=refunded&before=1042',
    )
    expect(activeOrderFilters(search)).toEqual([
      { key: 'q', label: '“asha”' },
      { key: 'todo', label: 'To do: To quote' },
      { key: 'state', label: 'Item: ready' },
      { key: 'fulfilment', label: 'Order: out for delivery' },
      { key: 'day', label: 'Delivery 21 Nov 2026' },
      { key: 'payment', label: 'Refunded' },
    ])
  })

  it('names none that does not count', () => {
    expect(activeOrderFilters(parse('q=ab&before=1042'))).toEqual([])
  })
})

it.each([
  ['', true],
  ['todo=today', true],
  ['todo=failed', true],
  ['day=2026-11-21', true],
  ['q=a', true],
  ['todo=dispute', false],
  ['fulfilment=delivered', false],
  ['state=cancelled', false],
  ['payment=card', false],
  ['q=asha', false],
  ['day=2026-11-21&sort=newest', false],
])('whether orders of ?%s are listed by when they are due: %s', (query, byDue) => {
  expect(isByDue(parse(query))).toBe(byDue)
})
