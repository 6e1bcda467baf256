import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MailSearch, mailQuery, mailStatuses, parseMailSearch } from './mail-search.ts'

const all: MailSearch = { status: null, q: '', before: null }
const parse = (query: string) => parseMailSearch(new URLSearchParams(query))

it.each<[string, Partial<MailSearch>]>([
  ['', {}],
  ['status=dead', { status: 'dead' }],
  ['status=lost', {}],
  ['q=+asha%40example.in+', { q: 'asha@example.in' }],
  ['q=a%00b', { q: 'ab' }],
  ['before=1795237200000.offer-1', { before: { at: 1795237200000, id: 'offer-1' } }],
  ['before=yesterday', {}],
  ['before=99999999999999.offer-1', {}],
  ["before=1.offer' or 1=1", {}],
])('?%s', (query, found) => {
  expect(parse(query)).toEqual({ ...all, ...found })
})

it('every search has an address of its own', () => {
  const search = fc.record({
    status: fc.option(fc.constantFrom(...mailStatuses)),
    q: fc.constantFrom('', 'asha', 'a&b=c', '%_\\'),
    before: fc.option(
      fc.record({ at: fc.nat(), id: fc.stringMatching(/^[a-z]{1,9}-[0-9a-f]{1,9}$/) }),
    ),
  })
  fc.assert(
    fc.property(search, (one) => {
      expect(parse(mailQuery(one))).toEqual(one)
    }),
  )
})
