import { expect, it } from 'vitest'
import { stubStorage } from '../../../../../test/support/stub-storage.ts'
import { keyOf, removeEndedRuns } from './kept-moves.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const ended = { id: '1', linkEndsAt: '2026-11-23T11:59:59.000Z' }
const live = { id: '2', linkEndsAt: '2026-11-23T18:00:00.000Z' }
const next = { id: '3', linkEndsAt: '2026-11-23T20:00:00.000Z' }

it('has keys that are cleared with the shop’s', () => {
  expect(keyOf(live)).toBe('cakewala:run-2026-11-23T18:00:00.000Z-2')
})

it('forgets other runs that have ended once a run is opened, and nothing else', () => {
  const texts = stubStorage('localStorage', {
    'cakewala:cart': '{}',
    [keyOf(ended)]: '[1]',
    [`${keyOf(ended)}-sums`]: '{"1":{}}',
    [`${keyOf(ended)}-taken`]: '{"1":{}}',
    [keyOf(live)]: '[1]',
    [`${keyOf(live)}-sums`]: '{"1":{}}',
  })
  removeEndedRuns(next, now)
  expect(Object.keys(texts)).toEqual(['cakewala:cart', keyOf(live), `${keyOf(live)}-sums`])
})

it('does not forget the run that is open where the phone’s clock is ahead', () => {
  const texts = stubStorage('localStorage', { [keyOf(ended)]: '[1]' })
  removeEndedRuns(ended, now)
  expect(Object.keys(texts)).toEqual([keyOf(ended)])
})
