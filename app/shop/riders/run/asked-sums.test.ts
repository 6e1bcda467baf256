import { expect, it } from 'vitest'
import { refuseStorage, stubStorage } from '../../../../test/support/stub-storage.ts'
import { askedSums } from './asked-sums.ts'

const sum = (cashDue: number) => ({ cashDue, upiLink: `upi://pay?am=${cashDue}` })

/** What is asked for at a door, on a page that is opened again each time. */
function openDoor() {
  stubStorage('localStorage')
  const open = () => askedSums('key')
  return {
    ask(cashDue: number) {
      open().ask('1', sum(cashDue))
      return open().of('1')
    },
    forget() {
      open().forget('1')
      return open().of('1')
    },
  }
}

it('what was asked for stays where less is due when it is asked for again', () => {
  const { ask } = openDoor()
  expect([ask(525), ask(500)]).toEqual([sum(525), sum(525)])
})

it('nothing is asked for where nothing is due any more', () => {
  const { ask } = openDoor()
  expect([ask(525), ask(0)]).toEqual([sum(525), sum(0)])
})

it('another way to the door asks for what is due then', () => {
  const { ask, forget } = openDoor()
  expect([ask(525), forget(), ask(500)]).toEqual([sum(525), undefined, sum(500)])
})

it.each(['', '[]', '{"1":5}', '{"1":{"cashDue":"5"}}'])('%j on the phone is no sum', (text) => {
  stubStorage('localStorage', { key: text })
  expect(askedSums('key').of('1')).toBe(undefined)
})

it('a phone that keeps nothing has it until the page goes', () => {
  refuseStorage()
  const sums = askedSums('key')
  sums.ask('1', sum(525))
  sums.ask('1', sum(500))
  expect(sums.of('1')).toEqual(sum(525))
})
