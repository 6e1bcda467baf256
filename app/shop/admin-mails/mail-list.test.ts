import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  kindInWords,
  type MailSearch,
  mailQuery,
  mailStatuses,
  parseMailSearch,
  rereadAfter,
  statusInWords,
} from './mail-list.ts'

const fault = 'The mail server hung up.'

it('kinds and states have words', () => {
  expect(kindInWords('quote')).toBe('Quote')
  expect(kindInWords('order-placed')).toBe('Order placed')
  for (const [status, tries, words] of [
    ['waiting', 1, 'Tried once, will be tried again'],
    ['waiting', 9, 'Tried 9 times, will be tried again'],
    ['dead', 9, 'Could not be sent'],
    ['sent', 9, 'Sent'],
  ] as const) {
    expect(statusInWords({ status, tries, fault })).toBe(words)
  }
})

it('a mail is on its way until something goes wrong, also amid its first try', () => {
  for (const tries of [0, 1]) {
    expect(statusInWords({ status: 'waiting', tries, fault: null })).toBe('On its way')
    expect(rereadAfter([{ status: 'waiting', fault: null }])).toBe(2000)
  }
})

it('a list is read again for as long as a mail in it waits', () => {
  const fresh = { status: 'waiting', fault: null } as const
  const tried = { status: 'waiting', fault } as const
  const ended = [
    { status: 'sent', fault: null },
    { status: 'dead', fault },
  ] as const
  expect(rereadAfter([])).toBeNull()
  expect(rereadAfter(ended)).toBeNull()
  expect(rereadAfter([...ended, tried])).toBe(30_000)
  expect(rereadAfter([tried, fresh])).toBe(2000)
})

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
