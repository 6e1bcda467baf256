import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineId } from './cart-line.ts'
import { customLine } from './custom-draft.ts'

const choice = { cakeid: 'mango-cream-cake', flavour: 'Mango', wt: '0.5', bname: '' }
const names = fc.string().filter((name) => name.trim() !== '')

describe('lineId', () => {
  test.each([
    [choice, 'mango-cream-cakeMango0.5'],
    [{ ...choice, bname: 'Asha' }, 'mango-cream-cakeMango0.5|Asha'],
    [{ ...choice, bname: '  Asha ' }, 'mango-cream-cakeMango0.5|Asha'],
    [{ ...choice, bname: '   ' }, 'mango-cream-cakeMango0.5'],
    [{ ...choice, bname: 'Asha', detail: 'In blue' }, 'mango-cream-cakeMango0.5|Asha\nIn blue'],
    [{ ...choice, wt: '1' }, 'mango-cream-cakeMango1'],
    [{ ...choice, flavour: '' }, 'mango-cream-cake0.5'],
  ])('of %o is %j', (line, id) => {
    expect(lineId(line)).toBe(id)
  })

  test('differs when the names differ, and from the line without a name', () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        const [first, second] = [one, other].map((bname) => lineId({ ...choice, bname }))
        expect(first === second).toBe(one.trim() === other.trim())
        expect(first).not.toBe(lineId(choice))
      }),
    )
  })
})

describe('customLine', () => {
  const request = {
    flavour: 'Butterscotch',
    wt: '2',
    egg: 'Eggless' as const,
    bname: 'Kabir',
    detail: 'A blue train',
    image: ['/uploads/train.webp'],
  }

  test('is one customised cake of no price yet', () => {
    expect(customLine(request, () => 0)).toEqual({
      id: 'aaaaaaaa',
      cakeid: 'aaaaaaaa',
      name: 'Customized Cake',
      category: 'Customized Cake',
      flavour: 'Butterscotch',
      wt: '2',
      egg: 'Eggless',
      chosen: [],
      amount: 1,
      bname: 'Kabir',
      customize: true,
      detail: 'A blue train',
      isConfirmed: 'processing',
      image: ['/uploads/train.webp'],
      price: 0,
      stock: 5,
      max: 5,
    })
  })

  test('has an id of 8 letters and digits, whatever is drawn', () => {
    const draws = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 8,
      maxLength: 8,
    })
    fc.assert(
      fc.property(draws, (drawn) => {
        const left = [...drawn]
        expect(customLine(request, () => left.shift() ?? 1).id).toMatch(/^[a-z0-9]{8}$/)
      }),
    )
  })

  test('two of the same request are two lines', () => {
    expect(customLine(request, Math.random).id).not.toBe(customLine(request, Math.random).id)
  })
})
