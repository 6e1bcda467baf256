import { expect, test } from 'vitest'
import { tagsOfCakeChange, tagsOfCakePage } from './cake-tags.ts'

const rose = { id: 'rose', category: 'Wedding', flavours: ['Rose', 'Milk'], stars: 4 }
const mango = { id: 'mango', category: 'Fruit', flavours: ['Mango'], stars: 5 }
const kindOfRose = ['category:Wedding', 'flavour:Rose', 'flavour:Milk']

test('a cake’s page shows it, its neighbours and its kind', () => {
  expect(tagsOfCakePage(rose, [mango])).toEqual(['cake:rose', 'cake:mango', ...kindOfRose])
})

test.each([
  ['a new price or name', rose, { ...rose }, ['catalogue', 'cake:rose']],
  ['a new cake', null, rose, ['catalogue', 'cake:rose', ...kindOfRose]],
  ['a cake that is gone', rose, null, ['catalogue', 'cake:rose', ...kindOfRose]],
  ['a hidden cake', { ...rose, hidden: true }, { ...mango, hidden: true }, []],
  [
    'a cake that is hidden now',
    rose,
    { ...rose, hidden: true },
    ['catalogue', 'cake:rose', ...kindOfRose],
  ],
  [
    'a cake that is shown again',
    { ...rose, hidden: true },
    rose,
    ['catalogue', 'cake:rose', ...kindOfRose],
  ],
  ['other stars', rose, { ...rose, stars: 3 }, ['catalogue', 'cake:rose', ...kindOfRose]],
  [
    'another category',
    rose,
    { ...rose, category: 'Fruit' },
    ['catalogue', 'cake:rose', ...kindOfRose, 'category:Fruit'],
  ],
  [
    'a flavour less',
    rose,
    { ...rose, flavours: ['Milk'] },
    ['catalogue', 'cake:rose', ...kindOfRose],
  ],
])('%s is seen on these pages', (_, before, after, tags) => {
  expect(tagsOfCakeChange(before, after)).toEqual(tags)
})
