import { expect, it } from 'vitest'
import { failReasons, isRecipientUnreachable } from './hand-over.ts'

it('only what was damaged on the way is not for its recipient to answer for', () => {
  expect(failReasons.filter(isRecipientUnreachable)).toEqual([
    'nobody-in',
    'wrong-address',
    'refused',
  ])
})

it('a failure of which no reason was noted is the shop’s', () => {
  expect(isRecipientUnreachable(null)).toBe(false)
})
