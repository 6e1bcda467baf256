import { expect, test } from 'vitest'
import { type Picture, pictureSchema } from '#shop/pictures/picture.schema.ts'
import { aCake } from '../../../test/support/a-cake.ts'
import { cakeIdSchema, cakeSchema } from './cake.schema.ts'

const picture: Picture = {
  id: 'chocolate-truffle-cake-1',
  alt: 'A chocolate cake with truffles on top',
  width: 1200,
  height: 1200,
  colour: '#35201b',
  placeholder: 'data:image/webp;base64,UklGRg==',
}

const cake = aCake({
  id: 'chocolate-truffle-cake',
  name: 'Chocolate Truffle Cake',
  image: ['/pictures/chocolate-truffle-cake-1/800.webp'],
  price: 850,
  category: 'Chocolate',
  flavours: ['Dark chocolate', 'Cocoa'],
  featured: true,
  stock: 18,
  description: 'Three layers of moist cocoa sponge.',
  stars: 4.5,
  reviews: ['Moist right through.'],
  pictures: [picture],
})

test('a whole cake passes unchanged', () => {
  expect(cakeSchema.parse(cake)).toEqual(cake)
})

test.each(['a', 'mango-cream-jar', '018f3c2e-7a8b-7c3d-9e0f-1a2b3c4d5e6f', 'V1StGXR8_Z5'])(
  '%j can be the id of a cake',
  (id) => {
    expect(cakeIdSchema.safeParse(id).success).toBe(true)
  },
)

test.each(['', 'a b', '#shop/etc', 'a\n', 'x'.repeat(65), 'é', 7, null])(
  '%j cannot be the id of a cake',
  (id) => {
    expect(cakeIdSchema.safeParse(id).success).toBe(false)
  },
)

test.each<Partial<Record<keyof Picture, unknown>>>([
  { colour: 'red' },
  { colour: '#fff' },
  { placeholder: 'https://example.test/a.webp' },
  { width: 0 },
  { height: 10.5 },
  { id: '' },
  { alt: undefined },
])('a picture with %o is rejected', (change) => {
  expect(pictureSchema.safeParse({ ...picture, ...change }).success).toBe(false)
})
