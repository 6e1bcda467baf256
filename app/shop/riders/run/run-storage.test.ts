import { expect, it } from 'vitest'
import { stubStorage } from '../../../../test/support/stub-storage.ts'
import { removeEndedRuns, runKey, storedByOrder } from './run-storage.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const ended = { id: '1', linkEndsAt: '2026-11-23T11:59:59.000Z' }
const live = { id: '2', linkEndsAt: '2026-11-23T18:00:00.000Z' }
const next = { id: '3', linkEndsAt: '2026-11-23T20:00:00.000Z' }

it('has keys that are cleared with the shop’s', () => {
  expect(runKey(live)).toBe('cakewala:run-2026-11-23T18:00:00.000Z-2')
})

it('removes other runs that have ended once a run is opened, and nothing else', () => {
  const texts = stubStorage('localStorage', {
    'cakewala:cart': '{}',
    [runKey(ended)]: '[1]',
    [`${runKey(ended)}-taken`]: '{"1":{}}',
    [runKey(live)]: '[1]',
    [`${runKey(live)}-taken`]: '{"1":{}}',
  })
  removeEndedRuns(next, now)
  expect(Object.keys(texts)).toEqual(['cakewala:cart', runKey(live), `${runKey(live)}-taken`])
})

it('does not remove the open run if the phone’s clock is ahead', () => {
  const texts = stubStorage('localStorage', { [runKey(ended)]: '[1]' })
  removeEndedRuns(ended, now)
  expect(Object.keys(texts)).toEqual([runKey(ended)])
})

const isText = (stored: unknown): stored is string => typeof stored === 'string'
const openTexts = () => storedByOrder('key', isText)

it('values of orders are there on a page that is opened again, until they are cleared', () => {
  const texts = stubStorage('localStorage')
  openTexts().set('1', 'delivered')
  openTexts().set('2', 'failed')
  expect([openTexts().get('1'), openTexts().get('2')]).toEqual(['delivered', 'failed'])
  openTexts().clear()
  expect([openTexts().get('2'), Object.keys(texts)]).toEqual([undefined, []])
})

it('damaged values are left out', () => {
  stubStorage('localStorage', { key: '{"1":5,"2":"failed"}' })
  expect([openTexts().get('1'), openTexts().get('2')]).toEqual([undefined, 'failed'])
})
