import { expect, it } from 'vitest'
import { cakeChoices, designDescription, firstDesign } from '#shop/custom-cakes/cake-design.ts'
import { tiersHint } from './quote-item.tsx'

it.each([
  [
    'A round cake of three tiers in blush pink',
    '2.5',
    'Three tiers need about 4 kg, and this is 2.5 kg.',
  ],
  ['A 3-tier cake, please', '3', 'Three tiers need about 4 kg, and this is 3 kg.'],
  ['TWO TIERS with roses', '0.25', 'Two tiers need about 2 kg, and this is 250 g.'],
  ['A round cake of three tiers', '4', null],
  ['A round cake of one tier', '0.5', null],
  ['Twelve tiers', '1', null],
  ['three tiers', '', null],
  ['three tiers', 'much', null],
  ['', '1', null],
])('%s of %s kg: %s', (detail, wt, hint) => {
  expect(tiersHint({ detail, wt })).toBe(hint)
})

it('reads what the designer writes', () => {
  const hints = Object.keys(cakeChoices.tiers.options).map((tiers) =>
    tiersHint({ detail: designDescription({ ...firstDesign, tiers: tiers as never }), wt: '1' }),
  )
  expect(hints).toEqual([null, expect.stringMatching(/^Two/), expect.stringMatching(/^Three/)])
})
