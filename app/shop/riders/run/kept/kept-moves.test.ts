import { expect, it } from 'vitest'
import { keptMoves, keptSums, keptTaken } from './kept-moves.ts'

/** A phone's storage, whose own keys are what is stored. */
class Phone {
  [key: string]: unknown
  getItem(key: string) {
    const text = Object.hasOwn(this, key) ? this[key] : null
    return typeof text === 'string' ? text : null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const now = new Date('2026-11-23T12:00:00.000Z')
const ended = { id: '1', linkEndsAt: '2026-11-23T11:59:59.000Z' }
const live = { id: '2', linkEndsAt: '2026-11-23T18:00:00.000Z' }
const next = { id: '3', linkEndsAt: '2026-11-23T20:00:00.000Z' }

it('keeps what waits of each run, under keys that are cleared with the shop’s', () => {
  const phone = new Phone()
  keptMoves(live, now, phone).write('[1]')
  keptMoves(next, now, phone).write('[2]')
  expect(keptMoves(live, now, phone).read()).toBe('[1]')
  expect(Object.keys(phone).filter((key) => !key.startsWith('cakewala:'))).toEqual([])
  keptMoves(live, now, phone).write('[]')
  expect([keptMoves(live, now, phone).read(), Object.keys(phone)]).toEqual([null, [keyOf(next)]])
})

it('forgets other runs that have ended once a run is opened, and nothing else', () => {
  const phone = new Phone()
  phone.setItem('cakewala:cart', '{}')
  for (const run of [ended, live]) keptMoves(run, now, phone).write('[1]')
  keptMoves(next, now, phone)
  expect(Object.keys(phone)).toEqual(['cakewala:cart', keyOf(live)])
})

it('does not forget the run that is open where the phone’s clock is ahead', () => {
  const phone = new Phone()
  keptMoves(ended, now, phone).write('[1]')
  expect(keptMoves(ended, now, phone).read()).toBe('[1]')
})

it.each([keptSums, keptTaken])('%o: is kept beside them, as long as the run', (kept) => {
  const phone = new Phone()
  for (const run of [ended, live]) kept(run, phone).write('{"1":{}}')
  keptMoves(live, now, phone)
  expect([kept(ended, phone).read(), kept(live, phone).read()]).toEqual([null, '{"1":{}}'])
  kept(live, phone).write('{}')
  expect(Object.keys(phone)).toEqual([])
})

function keyOf({ id, linkEndsAt }: typeof live) {
  return `cakewala:run-${linkEndsAt}-${id}`
}
