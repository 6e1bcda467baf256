import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakeSheet, flavourSums } from './bake-sheet.tsx'

type SheetItem = Parameters<typeof bakeSheet>[0][number]

const truffle: SheetItem = {
  name: 'Truffle Cake',
  flavour: 'Cocoa',
  wt: '0.5',
  egg: 'Eggless',
  amount: 1,
  status: 'processing',
}

describe('the bake sheet', () => {
  it('adds up what is made alike, and parts what is not', () => {
    const { groups, total } = bakeSheet([
      { ...truffle, amount: 2 },
      { ...truffle, wt: '1' },
      { ...truffle, egg: 'Egg', status: 'completed', amount: 3 },
      { ...truffle, flavour: 'Almond' },
      { ...truffle, status: 'completed' },
      { ...truffle, name: 'Almond Tart', egg: null },
    ])
    expect(groups).toEqual([
      {
        name: 'Almond Tart',
        rows: [{ flavour: 'Cocoa', wt: '0.5', egg: null, pieces: 1, done: 0, grams: 500 }],
      },
      {
        name: 'Truffle Cake',
        rows: [
          { flavour: 'Almond', wt: '0.5', egg: 'Eggless', pieces: 1, done: 0, grams: 500 },
          { flavour: 'Cocoa', wt: '0.5', egg: 'Egg', pieces: 3, done: 3, grams: 1500 },
          { flavour: 'Cocoa', wt: '0.5', egg: 'Eggless', pieces: 3, done: 1, grams: 1500 },
          { flavour: 'Cocoa', wt: '1', egg: 'Eggless', pieces: 1, done: 0, grams: 1000 },
        ],
      },
    ])
    expect(total).toEqual({ pieces: 9, done: 4, grams: 5000 })
  })

  it('parts what is for another day', () => {
    const { groups } = bakeSheet([{ ...truffle, forDay: 'Sun 22 Nov' }, truffle])
    expect(groups[0]?.rows.map(({ forDay }) => forDay)).toEqual([undefined, 'Sun 22 Nov'])
  })

  it('says what each flavour weighs in all, with egg and eggless', () => {
    const sheet = bakeSheet([
      { ...truffle, amount: 2 },
      { ...truffle, name: 'Almond Tart', wt: '1.25' },
      { ...truffle, egg: 'Egg' },
      { ...truffle, flavour: 'Almond', egg: null },
    ])
    expect(flavourSums(sheet)).toMatchObject([
      { flavour: 'Almond', egg: null, grams: 500 },
      { flavour: 'Cocoa', egg: 'Egg', grams: 500 },
      { flavour: 'Cocoa', egg: 'Eggless', grams: 2250 },
    ])
  })

  it('orders weights as numbers', () => {
    const { groups } = bakeSheet(['10', '2', '0.5'].map((wt) => ({ ...truffle, wt })))
    expect(groups[0]?.rows.map(({ wt }) => wt)).toEqual(['0.5', '2', '10'])
  })

  it('is empty for a day without orders', () => {
    expect(bakeSheet([])).toEqual({ groups: [], total: { pieces: 0, done: 0, grams: 0 } })
  })

  it('counts a weight that is none as nothing', () => {
    expect(bakeSheet([{ ...truffle, wt: 'a lot' }]).total.grams).toBe(0)
  })

  it('loses nothing, doubles nothing, and depends on no order', () => {
    const item = fc.record({
      name: fc.constantFrom('A', 'B', '__proto__'),
      flavour: fc.constantFrom('', 'x', 'y'),
      wt: fc.constantFrom('0.1', '0.5', '1.25', '2'),
      egg: fc.constantFrom('Egg', 'Eggless', null),
      amount: fc.integer({ min: 1, max: 9 }),
      status: fc.constantFrom('processing', 'accepted', 'completed'),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const typed = items as SheetItem[]
        const { groups, total } = bakeSheet(typed)
        const rows = groups.flatMap(({ rows }) => rows)
        expect(total.pieces).toBe(items.reduce((sum, { amount }) => sum + amount, 0))
        expect(total.pieces).toBe(rows.reduce((sum, { pieces }) => sum + pieces, 0))
        expect(rows.every(({ pieces, done }) => done <= pieces)).toBe(true)
        expect(bakeSheet(typed.toReversed())).toEqual(bakeSheet(typed))
      }),
    )
  })
})
