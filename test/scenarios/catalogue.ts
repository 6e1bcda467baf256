import { claimingPng } from '../support/hostile-pictures.ts'
import { nul, rows, type Scenario } from './scenario.ts'

const picture = '/pictures/plum/640.webp'

/** A cake as the baker gives it; its id becomes 'mango-cake'. */
export const mango = {
  name: 'Mango Cake',
  price: 799.5,
  flavours: ['Mango'],
  weight: ['0.5', '1'],
  image: [picture],
  egg: 'Eggless',
  category: 'Fruit',
}

const header = 'id,name,price,category,flavours,weight,egg,image'
const csv = (row: string) => `${header}\r\n${row}\r\n`

/** A file that adds a cake. */
export const fig = csv(`fig-cake,Fig Cake,900,Fruit,Fig | Cream,0.5 | 1,Eggless,${picture}`)

/** Refusals of the calls by which the baker keeps the catalogue. */
export function refusedCatalogue(): Scenario[] {
  return [...refusedNewCakes(), ...refusedChanges(), ...refusedFiles()]
}

function refusedNewCakes(): Scenario[] {
  const add = (more: object) => ({ who: 'admin' as const, body: { ...mango, ...more } })
  return rows('POST /cakes/addcake', [
    ['a weight below nothing', add({ weight: ['-1'] }), 422, ['weight']],
    ['a weight in words', add({ weight: ['one'] }), 422, ['weight']],
    ['a picture that is none', add({ image: '/pictures/gone/640.webp' }), 422, ['image']],
    ['parts of a paisa', add({ price: 1.005 }), 422, ['price']],
    ['an earlier price that was lower', add({ earlierPrice: 700 }), 422, ['earlierPrice']],
    ['no picture', add({ image: [] }), 422, ['image']],
    ['a picture of elsewhere', add({ image: 'https://evil.example/a.jpg' }), 422, ['image']],
    ['the same picture twice', add({ image: [picture, picture] }), 422, ['image']],
    ['a description too long', add({ description: 'x'.repeat(4001) }), 422, ['description']],
  ])
}

function refusedChanges(): Scenario[] {
  const change = (more: object) => ({ who: 'admin' as const, body: { id: 'plum-cake', ...more } })
  return [
    ...rows('POST /cakes/editcake', [
      ['a time that is none', change({ price: 1, updatedAt: 'now' }), 422, ['updatedAt']],
      ['a picture that is none', change({ image: '/pictures/gone/640.webp' }), 422, ['image']],
      ['a cake that is none', change({ id: 'mud-pie', price: 1 }), 404],
      ['what was changed since', change({ price: 1, updatedAt: '2020-01-01T00:00:00.000Z' }), 409],
      ['an earlier price that was lower', change({ earlierPrice: 1 }), 422, ['earlierPrice']],
    ]),
    ...rows('POST /cakes/showcake', [
      ['a cake that is none', change({ id: 'mud-pie', hidden: true }), 404],
    ]),
    ...rows('POST /cakes/share-choices', [['a cake that is none', change({ id: 'mud-pie' }), 404]]),
    ...rows('POST /cakes/deletecake', [['a cake that is none', change({ id: 'mud-pie' }), 404]]),
  ]
}

function refusedFiles(): Scenario[] {
  const picture = (file: Scenario['file']) => ({ file })
  const bring = (file: Scenario['file'], query = 'dryRun=false') => ({
    who: 'admin' as const,
    path: `/cakes/import?${query}`,
    file,
  })
  return [
    ...rows('POST /cakes/upload', [
      ['nothing', picture(''), 422, ['image']],
      ['a text', picture('no picture'), 415, ['image']],
      ['a page', picture('<!doctype html><script>alert(1)</script>'), 415, ['image']],
      ['a picture larger than any', picture(new Uint8Array(claimingPng(60_000, 60_000))), 422],
    ]),
    ...rows('POST /cakes/import', [
      ['nothing', bring(''), 422, ['file']],
      ['a list that does not end', bring('[{"id": "fig-cake"'), 422],
      ['a NUL in a row', bring(fig.replace('Fig Cake', nul)), 422],
      ['bytes that are no text', bring(new Uint8Array([0xff, 0xfe, 0x00, 0x80])), 422],
      ['a row that is wrong', bring(csv('fig-cake,Fig Cake,-1,Fruit,Fig,1,Eggless,')), 422],
      ['a catalogue that has changed since', bring(fig, 'dryRun=false&version=old'), 409],
    ]),
  ]
}
