import { describe, expect, it } from 'vitest'
import {
  knownKinds,
  parseAuditSearch,
  parseSecuritySearch,
  searchFields,
  whatToDo,
} from './audit-actions.ts'

const parse = (query: string) => parseAuditSearch(new URLSearchParams(query))
const nothing = { subject: null, id: null, action: null, before: null }

describe('the address of the audit log', () => {
  it('says what is looked at, there and back', () => {
    const query = '?subject=cake&id=truffle&action=edit-cake&before=120'
    expect(parse(query)).toEqual({
      subject: 'cake',
      id: 'truffle',
      action: 'edit-cake',
      before: 120,
    })
    expect(`?${new URLSearchParams(searchFields(parse(query)))}`).toBe(query)
  })

  it.each([
    '',
    '?subject=&action=',
    '?subject=toString&action=rm',
    '?id=truffle',
    '?before=-1',
    '?before=1e9',
  ])('leaves out what makes no sense: %s', (query) => {
    expect(parse(query)).toEqual(nothing)
  })
})

const all = { kind: null, account: '', network: '' }

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
