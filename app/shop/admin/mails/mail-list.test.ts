import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailStatuses } from '#shop/mails/mail-statuses.ts'
import {
  kindInWords,
  type MailSearch,
  mailQuery,
  parseMailSearch,
  refreshAfterMs,
  statusInWords,
} from './mail-list.ts'

const sends = { isStored: false }
const lastError = 'The mail server closed the connection.'

it('kinds and states have words', () => {
  expect(kindInWords('quote')).toBe('Quote')
  expect(kindInWords('order-placed')).toBe('Order placed')
  expect(kindInWords('order-moved')).toBe('Order on its way or delivered')
  for (const [status, attempts, words] of [
    ['waiting', 1, 'Failed once, will be retried'],
    ['waiting', 9, 'Failed 9 times, will be retried'],
    ['dead_letter', 9, 'Could not be sent'],
    ['held_back', 1, 'Held back'],
    ['sent', 9, 'Sent'],
  ] as const) {
    expect(statusInWords({ status, attempts, lastError }, sends)).toBe(words)
  }
})

it('a mail without a mail server is stored, and not sent', () => {
  const mail = { status: 'sent', attempts: 1, lastError: null } as const
  expect(statusInWords(mail, { isStored: true })).toBe('Stored')
})

it('a mail is being sent until an attempt has failed', () => {
  for (const attempts of [0, 1]) {
    expect(statusInWords({ status: 'waiting', attempts, lastError: null }, sends)).toBe('Sending')
    expect(refreshAfterMs([{ status: 'waiting', lastError: null }])).toBe(2000)
  }
})

it('a list is reloaded as long as a mail in it waits', () => {
  const fresh = { status: 'waiting', lastError: null } as const
  const tried = { status: 'waiting', lastError } as const
  const ended = [
    { status: 'sent', lastError: null },
    { status: 'dead_letter', lastError },
  ] as const
  expect(refreshAfterMs([])).toBeNull()
  expect(refreshAfterMs(ended)).toBeNull()
  expect(refreshAfterMs([...ended, tried])).toBe(30_000)
  expect(refreshAfterMs([tried, fresh])).toBe(2000)
})

const all: MailSearch = { status: null, q: '', before: null }
const parse = (query: string) => parseMailSearch(new URLSearchParams(query))

it.each<[string, Partial<MailSearch>]>([
  ['', {}],
  ['status=dead_letter', { status: 'dead_letter' }],
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
