import { expect, it } from 'vitest'
import { kindInWords, rereadAfter, statusInWords } from './shown-mail.ts'

it('kinds and states have words', () => {
  expect(kindInWords('offer')).toBe('Offer')
  expect(kindInWords('order-placed')).toBe('Order placed')
  expect(statusInWords({ status: 'waiting', tries: 0 })).toBe('On its way')
  expect(statusInWords({ status: 'waiting', tries: 1 })).toBe('Tried once, will be tried again')
  expect(statusInWords({ status: 'waiting', tries: 9 })).toBe('Tried 9 times, will be tried again')
  expect(statusInWords({ status: 'dead', tries: 9 })).toBe('Could not be sent')
  expect(statusInWords({ status: 'sent', tries: 9 })).toBe('Sent')
})

it('a list is read again for as long as a mail in it waits', () => {
  const fresh = { status: 'waiting', tries: 0 } as const
  const tried = { status: 'waiting', tries: 2 } as const
  const ended = [
    { status: 'sent', tries: 0 },
    { status: 'dead', tries: 3 },
  ] as const
  expect(rereadAfter([])).toBeNull()
  expect(rereadAfter(ended)).toBeNull()
  expect(rereadAfter([...ended, tried])).toBe(30_000)
  expect(rereadAfter([tried, fresh])).toBe(2000)
})
