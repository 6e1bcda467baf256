import { expect, it } from 'vitest'
import { searchFields } from '#ui/lists/log-search.ts'
import { parseSecuritySearch } from './security-kinds.ts'

const all = { kind: null, account: '', network: '', before: null }

it.each([
  ['', all],
  ['kind=signed-in&before=12', { ...all, kind: 'signed-in', before: 12 }],
  [
    'account=%20Asha@Example.in%20&network=10.0.0.1',
    { ...all, account: 'asha@example.in', network: '10.0.0.1' },
  ],
  ['kind=nothing&before=-1&account=%00', all],
  ['kind=toString&before=1e9', all],
])('%s is read', (query, search) => {
  expect(parseSecuritySearch(new URLSearchParams(query))).toEqual(search)
})

it('a search is written as it is read', () => {
  const search = { kind: 'export' as const, account: 'asha@example.in', network: '', before: 7 }
  expect(parseSecuritySearch(new URLSearchParams(searchFields(search)))).toEqual(search)
})
