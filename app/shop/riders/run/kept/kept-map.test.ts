import { expect, it } from 'vitest'
import { stubStorage } from '../../../../../test/support/stub-storage.ts'
import { keptMap } from './kept-map.ts'

const isText = (stored: unknown): stored is string => typeof stored === 'string'
const open = () => keptMap('key', isText)

it('what is kept of orders is there on a page that is opened again, until it is forgotten', () => {
  const texts = stubStorage('localStorage')
  open().set('1', 'delivered')
  open().set('2', 'failed')
  open().delete('1')
  expect([open().get('1'), open().get('2')]).toEqual([undefined, 'failed'])
  open().clear()
  expect([open().get('2'), Object.keys(texts)]).toEqual([undefined, []])
})

it('leaves nothing on the phone once the last is deleted', () => {
  const texts = stubStorage('localStorage')
  open().set('1', 'delivered')
  open().delete('1')
  expect(Object.keys(texts)).toEqual([])
})

it('what was damaged is left out', () => {
  stubStorage('localStorage', { key: '{"1":5,"2":"failed"}' })
  expect([open().get('1'), open().get('2')]).toEqual([undefined, 'failed'])
})
