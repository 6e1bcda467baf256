import { expect, it } from 'vitest'
import { refuseStorage, stubStorage } from '../../../../test/support/stub-storage.ts'
import { removeEndedRuns, requestedSums, runKey, storedByOrder } from './run-storage.ts'

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
    [`${runKey(ended)}-sums`]: '{"1":{}}',
    [`${runKey(ended)}-taken`]: '{"1":{}}',
    [runKey(live)]: '[1]',
    [`${runKey(live)}-sums`]: '{"1":{}}',
  })
  removeEndedRuns(next, now)
  expect(Object.keys(texts)).toEqual(['cakewala:cart', runKey(live), `${runKey(live)}-sums`])
})

it('does not remove the open run if the phone’s clock is ahead', () => {
  const texts = stubStorage('localStorage', { [runKey(ended)]: '[1]' })
  removeEndedRuns(ended, now)
  expect(Object.keys(texts)).toEqual([runKey(ended)])
})

const isText = (stored: unknown): stored is string => typeof stored === 'string'
const openTexts = () => storedByOrder('key', isText)

it('values of orders are there on a page that is opened again, until they are deleted', () => {
  const texts = stubStorage('localStorage')
  openTexts().set('1', 'delivered')
  openTexts().set('2', 'failed')
  openTexts().delete('1')
  expect([openTexts().get('1'), openTexts().get('2')]).toEqual([undefined, 'failed'])
  openTexts().clear()
  expect([openTexts().get('2'), Object.keys(texts)]).toEqual([undefined, []])
})

it('leaves nothing on the phone once the last is deleted', () => {
  const texts = stubStorage('localStorage')
  openTexts().set('1', 'delivered')
  openTexts().delete('1')
  expect(Object.keys(texts)).toEqual([])
})

it('damaged values are left out', () => {
  stubStorage('localStorage', { key: '{"1":5,"2":"failed"}' })
  expect([openTexts().get('1'), openTexts().get('2')]).toEqual([undefined, 'failed'])
})

const sum = (cashDue: number) => ({ cashDue, upiLink: `upi://pay?am=${cashDue}` })

/** Requests at a door, on a page that is opened again each time. */
function openDoor() {
  stubStorage('localStorage')
  const open = () => requestedSums('key')
  return {
    request(cashDue: number) {
      open().request('1', sum(cashDue))
      return open().get('1')
    },
    leave() {
      open().delete('1')
      return open().get('1')
    },
  }
}

it('a requested sum stays if less is due when it is requested again', () => {
  const { request } = openDoor()
  expect([request(525), request(500)]).toEqual([sum(525), sum(525)])
})

it('nothing is requested once nothing is due', () => {
  const { request } = openDoor()
  expect([request(525), request(0)]).toEqual([sum(525), sum(0)])
})

it('another try at the door requests what is due then', () => {
  const { request, leave } = openDoor()
  expect([request(525), leave(), request(500)]).toEqual([sum(525), undefined, sum(500)])
})

it.each(['', '[]', '{"1":5}', '{"1":{"cashDue":"5"}}'])('%j on the phone is no sum', (text) => {
  stubStorage('localStorage', { key: text })
  expect(requestedSums('key').get('1')).toBe(undefined)
})

it('a phone that stores nothing has it as long as the page is open', () => {
  refuseStorage()
  const sums = requestedSums('key')
  sums.request('1', sum(525))
  sums.request('1', sum(500))
  expect(sums.get('1')).toEqual(sum(525))
})
