import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinList, splitList } from './file-cake.ts'

describe('lists in a cell', () => {
  it.each([
    ['', []],
    ['Cocoa', ['Cocoa']],
    ['Cocoa | Truffle cream', ['Cocoa', 'Truffle cream']],
    ['Cocoa|Truffle cream', ['Cocoa', 'Truffle cream']],
    ['Moist, rich | “Best!”', ['Moist, rich', '“Best!”']],
    [String.raw`half \| half | C:\cakes`, ['half | half', String.raw`C:\cakes`]],
    [' | of the second', ['', 'of the second']],
  ])('%j is %j', (cell, items) => {
    expect(splitList(cell)).toEqual(items)
  })

  it('come back as they were, whatever is in them', () => {
    const text = fc.string({ unit: fc.constantFrom('|', '\\', ' ', ',', 'a', '"', '\n', '=') })
    const list = fc.array(text).filter((items) => items.length !== 1 || items[0] !== '')
    fc.assert(
      fc.property(list, (items) => {
        expect(splitList(joinList(items))).toEqual(items)
      }),
    )
  })
})
