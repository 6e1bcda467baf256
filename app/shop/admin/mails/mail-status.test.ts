import { expect, it } from 'vitest'
import { refreshAfterMs } from './mail-list.page.tsx'
import { kindInWords, statusInWords } from './mail-status.tsx'

const sends = { isStored: false }
const lastError = 'The mail server closed the connection.'

it('kinds and states have words', () => {
  expect(kindInWords('quote')).toBe('Quote')
  expect(kindInWords('order-placed')).toBe('Order placed')
  expect(kindInWords('order-moved')).toBe('Order out for delivery or delivered')
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

it('a mail that may have arrived says so', () => {
  const mail = { status: 'waiting', attempts: 1, lastError, unconfirmedAt: new Date() } as const
  expect(statusInWords(mail, sends)).toBe('May have arrived, will be retried hours later')
  expect(statusInWords({ ...mail, lastError: null }, sends)).toBe('Sending')
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
