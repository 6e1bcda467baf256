import { expect, it } from 'vitest'
import { kindInWords, rereadAfter, statusInWords } from './listed-mail.ts'

const fault = 'The mail server hung up.'

it('kinds and states have words', () => {
  expect(kindInWords('offer')).toBe('Offer')
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
