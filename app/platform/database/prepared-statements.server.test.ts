import { describe, expect, it } from 'vitest'
import { createStatementNames, plannedByValues } from './prepared-statements.server.ts'

describe('the names of statements', () => {
  it('are for those that come again, and stay', () => {
    const nameOf = createStatementNames()
    expect(nameOf('select $1')).toBeUndefined()
    const name = nameOf('select $1')
    expect(name).toMatch(/^shop_[\w-]{22}$/)
    expect(nameOf('select $1')).toBe(name)
    nameOf('select $1, $2')
    expect(nameOf('select $1, $2')).not.toBe(name)
  })

  it('are the same in every process', () => {
    const [one, other] = [createStatementNames(), createStatementNames()].map((nameOf) => {
      nameOf('select $1')
      return nameOf('select $1')
    })
    expect(one).toBe(other)
  })

  it('are never more than so many, and none is for a very long text', () => {
    const nameOf = createStatementNames({ most: 3, longestText: 20 })
    const texts = Array.from({ length: 10 }, (_, n) => `select ${n}, $1`)
    for (const text of texts) for (const _ of [1, 2]) nameOf(text)
    expect(texts.map(nameOf).filter(Boolean)).toHaveLength(3)
    const fresh = createStatementNames({ most: 3, longestText: 20 })
    for (const _ of [1, 2, 3]) expect(fresh('select $1, '.repeat(3))).toBeUndefined()
  })

  it('are not used up by what is asked once', () => {
    const nameOf = createStatementNames({ most: 3, longestText: 100 })
    for (let n = 0; n < 100; n++) nameOf(`select $1 in (${n})`)
    for (const _ of [1, 2]) nameOf('select $1')
    expect(nameOf('select $1')).toBeDefined()
  })
})

it('one that is planned by its values gets no name, however often it comes', () => {
  const nameOf = createStatementNames()
  const text = `select 1 from ${plannedByValues} cakes`
  expect([1, 2, 3].map(() => nameOf(text))).toEqual([undefined, undefined, undefined])
})
