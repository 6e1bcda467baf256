import { expect, it } from 'vitest'
import { knownKinds, parseSecuritySearch, whatToDo } from './security-kinds.ts'

const all = { kind: null, account: '', network: '', before: null }

it.each([
  [{}, all],
  [{ kind: 'signed-in' }, { ...all, kind: 'signed-in' }],
  [
    { account: ' Asha@Example.in ', network: '10.0.0.1' },
    { ...all, account: 'asha@example.in', network: '10.0.0.1' },
  ],
  [{ kind: 'nothing', account: '\0' }, all],
  [{ kind: 'toString' }, all],
])('%j is read', (query, search) => {
  expect(parseSecuritySearch(query)).toEqual(search)
})

it('most kinds are noise to an owner', () => {
  const shown = knownKinds.filter((kind) => kind in whatToDo)
  expect(shown).not.toContain('sign-in-failed')
  expect(shown.length).toBeLessThan(knownKinds.length / 2)
})
