import { expect, it } from 'vitest'
import { orderParts } from './order-change.ts'
import { changesOf, type Draft } from './order-draft.ts'

const before: Draft = {
  recipientMobile: '9812345678',
  riderNote: '',
  giftMessage: 'Many returns',
  giftFrom: '',
  time: '',
  slot: '',
  morePaise: 0,
  place: { address: '7 Hill Road', pincode: '560001', city: 'Bengaluru' },
  items: [
    { id: 'opera', bname: 'Raj', detail: '', flavour: 'Coffee', wt: '1', amount: 1 },
    { id: 'tart', bname: '', detail: '', flavour: 'Lemon', wt: '0.5', amount: 1 },
  ],
}
const [opera, tart] = before.items as [Draft['items'][number], Draft['items'][number]]

it.each<[string, Partial<Draft>, object]>([
  ['nothing', {}, {}],
  ['a text', { riderNote: 'Gate 2' }, { riderNote: 'Gate 2' }],
  ['a text that is gone', { giftMessage: '' }, { giftMessage: '' }],
  [
    'a part of the address',
    { place: { ...before.place, address: '8 Hill Road' } },
    { address: { address: '8 Hill Road' } },
  ],
  ['a time', { time: '2026-11-22T17:00' }, { time: '2026-11-22T17:00' }],
  [
    'a slot',
    { time: '2026-11-22T16:00', slot: 'evening' },
    { time: '2026-11-22T16:00', slot: 'evening' },
  ],
  [
    'one cake, at its place among them',
    { items: [opera, { ...tart, bname: 'Mina' }] },
    { items: [{ id: 'opera' }, { id: 'tart', bname: 'Mina' }] },
  ],
  [
    'a note for the baker',
    { items: [{ ...opera, bname: '', detail: 'In blue' }, tart] },
    { items: [{ id: 'opera', bname: '', detail: 'In blue' }, { id: 'tart' }] },
  ],
])('sends no more than what was typed: %s', (_, typed, sent) => {
  expect(changesOf({ before, draft: { ...before, ...typed } }, orderParts)).toEqual(sent)
})

it('sends nothing of a part that can no longer be changed', () => {
  const draft = { ...before, giftFrom: 'Asha', riderNote: 'Gate 2' }
  expect(changesOf({ before, draft }, ['riderNote'])).toEqual({ riderNote: 'Gate 2' })
})
