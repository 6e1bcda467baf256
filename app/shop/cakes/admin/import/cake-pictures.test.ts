import { expect, it } from 'vitest'
import { matchPictures } from './cake-pictures.tsx'

const cakes = [
  { id: 'truffle-cake', name: 'Truffle Cake', files: ['IMG_2.jpg', 'IMG_1.jpg'] },
  { id: 'rasmalai', name: 'रसमलाई केक', files: [] },
  { id: 'mango', name: 'Mango 2 Tier', files: ['IMG_1.jpg'] },
  { id: 'plum-1', name: 'Plum', files: [] },
  { id: 'plum-2', name: 'Plum', files: [] },
]

it.each([
  ['img_2.JPG', ['truffle-cake']],
  ['IMG_1.jpeg', ['truffle-cake', 'mango']],
  ['Truffle Cake.png', ['truffle-cake']],
  ['truffle-cake-3.webp', ['truffle-cake']],
  ['truffle_cake (1).jpg', ['truffle-cake']],
  ['रसमलाई केक 2.jpg', ['rasmalai']],
  ['mango 2 tier.jpg', ['mango']],
  ['mango.jpg', ['mango']],
  ['plum-1.jpg', ['plum-1']],
  ['plum.jpg', []],
  ['IMG_9.jpg', []],
  ['3.jpg', []],
])('%s is of %j', (name, ids) => {
  const { matched, unmatched } = matchPictures([{ name }], cakes)
  expect([...matched.keys()]).toEqual(ids)
  expect(unmatched).toHaveLength(ids.length === 0 ? 1 : 0)
})

it('puts pictures in the order of the list, or of their numbers', () => {
  const files = ['IMG_1.jpg', 'IMG_2.jpg', 'rasmalai-10.jpg', 'rasmalai-9.jpg'].map((name) => ({
    name,
  }))
  const { matched } = matchPictures(files, cakes)
  const namesOf = (id: string) => matched.get(id)?.map(({ name }) => name)
  expect(namesOf('truffle-cake')).toEqual(['IMG_2.jpg', 'IMG_1.jpg'])
  expect(namesOf('rasmalai')).toEqual(['rasmalai-9.jpg', 'rasmalai-10.jpg'])
})
