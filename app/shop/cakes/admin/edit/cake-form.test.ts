import { describe, expect, it } from 'vitest'
import { aCake } from '../../../../../test/support/a-cake.ts'
import { type AdminCake, cakeInputSchema } from '../cake-input.schema.ts'
import { previewCard, toFormValues, toUploadedPictures } from './cake-form.tsx'
import { normaliseCategory, normaliseWeight, readRupees } from './own-fields.tsx'

const shape = (id: string) => ({
  id,
  width: 960,
  height: 720,
  colour: '#aabbcc',
  placeholder: 'data:image/webp;base64,',
})

const cake: AdminCake = {
  ...aCake({
    id: 'rose-cake',
    name: 'Rose Cake',
    image: ['/pictures/p1/640.webp', '/pictures/p2/640.webp'],
    price: 849.5,
    category: 'Floral',
    flavours: ['Rose'],
    egg: 'Egg',
    featured: true,
    stock: 7,
    stars: 4.5,
    reviews: ['Soft, moist and not too sweet', 'Lovely'],
    earlierPrice: 900,
    pictures: [
      { ...shape('p1'), alt: 'Rose petals' },
      { ...shape('p2'), alt: 'Rose Cake' },
    ],
  }),
  hidden: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  alts: ['Rose petals', ''],
}

describe('the form of a cake that exists', () => {
  it('shows the category as people read it, and stores it as the data has it', () => {
    const values = toFormValues({ ...cake, category: 'pestry' })
    expect(values.category).toBe('Pastry')
    expect(cakeInputSchema.parse(values).category).toBe('pestry')
  })

  it('sent as it is changes nothing', () => {
    const { _id, id, pictures, updatedAt, ...same } = cake
    expect(cakeInputSchema.parse(toFormValues(cake))).toEqual(same)
  })

  it('has its pictures with the words that describe them', () => {
    expect(toUploadedPictures(cake).map(({ address, alt }) => [address, alt])).toEqual([
      ['/pictures/p1/640.webp', 'Rose petals'],
      ['/pictures/p2/640.webp', ''],
    ])
  })
})

it('a new cake has no pictures, and requires a name, a price and whether it has egg', () => {
  const { error } = cakeInputSchema.safeParse({ ...toFormValues(null), stock: 1.5 })
  const fields = error?.issues.map(({ path }) => path[0])
  expect(fields).toEqual(
    expect.arrayContaining(['name', 'price', 'egg', 'image', 'weight', 'stock']),
  )
  expect(toUploadedPictures(null)).toEqual([])
})

it.each([
  ['1.0 kg', '1'],
  [' 0.50', '0.5'],
  ['half', 'half'],
])('the weight %j is spelled %j', (text, spelled) => {
  expect(normaliseWeight(text)).toBe(spelled)
})

it('a pastry by any name is a pestry', () => {
  expect(['Pastry', 'PESTRY', 'Fruit', ''].map(normaliseCategory)).toEqual([
    'pestry',
    'pestry',
    'Fruit',
    '',
  ])
})

describe('the card of a cake that is still being written', () => {
  it('shows what is there', () => {
    expect(previewCard(toFormValues(cake), shape('p1'))).toMatchObject({
      name: 'Rose Cake',
      price: 849.5,
      weight: ['0.5', '1'],
      stars: 4.5,
      pictures: [{ id: 'p1' }],
    })
  })

  it('leaves open what is missing or wrong', () => {
    const card = previewCard({ name: ' ', price: -3, weight: ['half', '1'], stars: 9 }, undefined)
    expect(card).toMatchObject({ price: 0, weight: ['1'], stars: 0, pictures: [] })
    expect(card.name).not.toBe(' ')
  })
})

it.each([
  ['₹ 1,850.50', 1850.5],
  [850, 850],
  ['', null],
  [null, null],
  ['-5', -5],
  ['850.005', 850.005],
  ['cheap', Number.NaN],
] as const)('the price %j is read as %j', (typed, rupees) => {
  expect(readRupees(typed, null)).toBe(rupees)
})
