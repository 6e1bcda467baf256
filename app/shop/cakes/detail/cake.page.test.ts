import { expect, test } from 'vitest'
import { wordsOf } from '#shop/words/words.ts'
import { aCake } from '../../../../test/support/a-cake.ts'
import { cakeJsonLd, promisesOf } from './cake.page.tsx'

const cake = aCake({
  name: 'Mango Cream Cake',
  image: ['/pictures/mango-1/640.webp', '/pictures/mango-2/640.webp'],
  price: 880,
  weight: ['1', '0.5'],
  stock: 12,
  description: 'Soft sponge.',
  stars: 4.5,
  reviews: ['Lovely.', 'Gone in a minute.'],
})
const site = 'https://cakewala.test'

test('a cake is a product at its page, with its pictures at their full addresses', () => {
  expect(cakeJsonLd(cake, site)).toMatchObject({
    '@type': 'Product',
    name: 'Mango Cream Cake',
    url: 'https://cakewala.test/singleproduct/mango',
    image: [`${site}/pictures/mango-1/640.webp`, `${site}/pictures/mango-2/640.webp`],
  })
})

test.each([
  ['by weight: of the lightest', {}, 440],
  ['flat', { category: 'pestry', price: 95 }, 95],
])('its price in rupees is what it can be had for, %s', (_, change, price) => {
  const { offers } = cakeJsonLd({ ...cake, ...change }, site)
  expect(offers).toMatchObject({ price, priceCurrency: 'INR' })
})

test.each([
  ['InStock', undefined],
  ['PreOrder', '2026-12-05'],
  ['SoldOut', null],
])('it is %s as its page says', (word, nextDay) => {
  const availability = nextDay === undefined ? undefined : { text: '', nextDay }
  expect(cakeJsonLd({ ...cake, availability }, site).offers).toMatchObject({
    availability: `https://schema.org/${word}`,
    availabilityStarts: nextDay ?? undefined,
  })
})

test('it has the rating that customers gave, and no other', () => {
  expect(JSON.stringify(cakeJsonLd(cake, site))).not.toMatch(/rating|review/i)
  const rating = { average: 4.8, count: 12, newest: [] }
  expect(cakeJsonLd({ ...cake, rating }, site)).toMatchObject({
    aggregateRating: { ratingValue: 4.8, ratingCount: 12 },
  })
})

test.each([
  ['a cake of today', 6, false, 'Fast'],
  ['a cake that takes a day', 24, false, ''],
  ['the sample', 24, true, 'Fast'],
])('that it comes fast is said of %s', (_, leadHours, isSample, said) => {
  const words = { ...wordsOf('cake', new Map(), isSample), fastBadge: 'Fast' }
  expect(promisesOf({ leadHours }, words, isSample)).toEqual({ ...words, fastBadge: said })
})

test('it is in stock in the sample; a shop for customers bakes it to order', () => {
  const said = [true, false].map((isSample) => wordsOf('cake', new Map(), isSample).available)
  expect(said).toEqual(['In Stock', 'Baked to order'])
})
