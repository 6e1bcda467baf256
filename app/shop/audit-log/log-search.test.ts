import { expect, it } from 'vitest'
import { entriesToFind, pageOfLog, readBefore, searchFields } from './audit-actions.ts'

const entries = (count: number) => Array.from({ length: count }, (_, n) => ({ id: count - n }))

it('a page names where the next begins, if there is one', () => {
  const { entries: page, next } = pageOfLog(entries(entriesToFind))
  expect([page.length, next]).toEqual([50, 2])
  expect(pageOfLog(entries(50)).next).toBeNull()
  expect(pageOfLog([])).toEqual({ entries: [], next: null })
})

it.each([
  ['12', 12],
  ['', null],
  ['-1', null],
  ['1e9', null],
  ['1234567890123456', null],
])('before=%s begins at %s', (before, id) => {
  expect(readBefore(new URLSearchParams({ before }))).toBe(id)
})

it('only fields that are set are in the address', () => {
  const search = { kind: 'export', account: '', network: undefined, before: null }
  expect(searchFields(search)).toEqual({ kind: 'export' })
  expect(searchFields({ before: 7 })).toEqual({ before: '7' })
})
