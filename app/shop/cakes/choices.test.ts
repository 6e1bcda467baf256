import { describe, expect, it } from 'vitest'
import { aCake } from '../../../test/support/a-cake.ts'
import { chosenPaise } from './cake-price.ts'
import { canBeHad, chooseAgain, firstOptions, markOf, parseChoice, tidyChoice } from './choices.ts'
import { chosenFacts, eggOf, factsBesideEgg, madeOf } from './chosen.ts'
import { factsOf } from './food/food-facts.ts'

const eggless = 'Egg or eggless: Egg, Eggless +50'
const filling = 'Filling: Cream, Almond +80.5 (tree nuts, soy)'

describe('a choice', () => {
  it.each([
    [eggless, eggless],
    [' Shape :Round,Heart+₹100', 'Shape: Round, Heart +100'],
    [filling, filling],
    ['Top: Plain (milk), Nuts (tree nuts) ', 'Top: Plain (milk), Nuts (tree nuts)'],
    ['Tiers: One +0', 'Tiers: One'],
  ])('%s is written as %s', (typed, text) => {
    expect(tidyChoice(typed)).toBe(text)
    expect(tidyChoice(text)).toBe(text)
  })

  it.each([
    '',
    'Shape',
    'Shape:',
    ': Round',
    'Shape: Round,',
    'Shape: Round, round',
    'Shape: Heart +much',
    'Shape: Heart +1.555',
    'Shape: Heart -50',
    'Shape + size: Heart',
    'Shape: Heart: red',
    'Filling: Almond (almonds)',
    `Shape: ${'x'.repeat(41)}`,
    `Shape: ${Array.from({ length: 13 }, (_, number) => number).join(', ')}`,
    `Shape: ${'('.repeat(50_000)}`,
    `Shape: ${'a ,'.repeat(50_000)}`,
  ])('is not %s', (text) => {
    expect(parseChoice(text)).toBeNull()
    expect(tidyChoice(text)).toBe(text)
  })
})

const cake = aCake({
  egg: 'Egg',
  choices: [eggless, filling],
  contains: ['gluten', 'egg'],
  ingredients: 'Flour, fresh eggs, biscuit (flour, egg), sugar',
})
const chosen = ['Egg or eggless: Eggless +50', 'Filling: Almond +80.5 (tree nuts, soy)']

describe('what is chosen', () => {
  it('is one option of each choice, at its price, and the first ones at the beginning', () => {
    expect(firstOptions(cake)).toEqual(['Egg or eggless: Egg', 'Filling: Cream'])
    expect(canBeHad(cake, chosen)).toBe(true)
    expect(canBeHad(cake, firstOptions(cake))).toBe(true)
    for (const other of [
      [],
      chosen.slice(1),
      chosen.toReversed(),
      [...chosen, 'Shape: Heart'],
      ['Egg or eggless: Eggless +40', 'Filling: Cream'],
      ['Egg or eggless: Egg, Eggless +50', 'Filling: Cream'],
    ])
      expect(canBeHad(cake, other)).toBe(false)
    expect(canBeHad(aCake(), [])).toBe(true)
  })

  it('is kept by its name when the owner changes its price, and never becomes something else', () => {
    const dearer = { choices: ['Filling: Cream, Almond +90', 'Shape: Round, Heart', eggless] }
    expect(chooseAgain(dearer, chosen)).toEqual([
      'Filling: Almond +90',
      'Shape: Round',
      'Egg or eggless: Eggless +50',
    ])
    expect(chooseAgain({ choices: [filling] }, chosen)).toBeNull()
    expect(chooseAgain({ choices: [eggless, 'Filling: Cream, Nuts'] }, chosen)).toBeNull()
    expect(chooseAgain(cake, [])).toEqual(firstOptions(cake))
  })

  it('costs more, and is said beside the flavour, but for the egg, which has its mark', () => {
    expect(chosenPaise(chosen)).toBe(130_50)
    expect(chosenFacts(chosen)).toEqual([
      ['Egg or eggless', 'Eggless'],
      ['Filling', 'Almond'],
    ])
    expect(madeOf({ flavour: 'Mango', chosen })).toBe('Mango, Almond')
    expect(factsBesideEgg(chosen)).toEqual([['Filling', 'Almond']])
    expect(madeOf({ flavour: 'Mango', chosen: [] })).toBe('Mango')
  })

  it('sets the egg mark, the allergens and the ingredients', () => {
    expect(eggOf(cake, chosen)).toBe('Eggless')
    expect(eggOf(cake, firstOptions(cake))).toBe('Egg')
    expect(markOf(cake, chosen)).toBe('Eggless')
    expect(markOf({ ...cake, category: 'Extra: Candles' }, chosen)).toBeNull()
    expect(factsOf(cake, chosen).contains).toEqual(['gluten', 'tree nuts', 'soy'])
    expect(factsOf(cake, chosen).ingredients).toBe('Flour, biscuit (flour, egg), sugar, Almond')
    expect(factsOf(cake, firstOptions(cake))).toMatchObject({
      contains: ['gluten', 'egg'],
      ingredients: cake.ingredients,
    })
    const plain = aCake({ contains: ['milk'], ingredients: 'Cream' })
    expect(factsOf(plain, ['Cake: With egg +20'])).toMatchObject({
      contains: ['milk', 'egg'],
      ingredients: 'Cream, Eggs',
    })
    expect(factsOf(aCake({ contains: null }), chosen).contains).toBeNull()
  })
})
