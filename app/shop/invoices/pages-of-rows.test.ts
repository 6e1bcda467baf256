import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pagesOfRows } from './pages-of-rows.ts'

const room = { firstPage: 100, otherPages: 200, closing: 30 }

it.each([
  [[], [[]]],
  [[70], [[0]]],
  [[71], [[0], []]],
  [
    [50, 50],
    [[0], [1]],
  ],
  [
    [50, 51],
    [[0], [1]],
  ],
  [
    [60, 60, 110, 31],
    [[0], [1, 2], [3]],
  ],
  [
    [60, 60, 110, 30],
    [[0], [1, 2], [3]],
  ],
  // Higher than any page: it begins a new one and is left to run over.
  [[300], [[], [0], []]],
  [
    [10, 300, 10],
    [[0], [1], [2]],
  ],
])('parts rows of %j into %j', (heights, pages) => {
  expect(pagesOfRows(heights, room)).toEqual(pages)
})

it('keeps every row once and in order, within its page', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 80 }), (heights) => {
      const pages = pagesOfRows(heights, room)
      expect(pages.flat()).toEqual(heights.keys().toArray())
      for (const [index, rows] of pages.entries()) {
        const used = rows.reduce((sum, row) => sum + (heights[row] ?? 0), 0)
        const closing = index === pages.length - 1 ? room.closing : 0
        expect(used + closing).toBeLessThanOrEqual(index === 0 ? room.firstPage : room.otherPages)
      }
    }),
  )
})
