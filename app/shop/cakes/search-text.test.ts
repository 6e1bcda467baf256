import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparable, readSearchText, searchSentence } from './search-text.ts'

const sentence = (text: string) => searchSentence(readSearchText(text))

describe('a text is read as what it asks for', () => {
  test.each([
    [
      '1kg | 1 kg | 1-kg | 1 KG cake | one kilo | ek kilo | a kg | १ किलो | 1.0 kgs | 1000 gm',
      '1 kg',
    ],
    [
      'half kg | ½ kg | 0.5kg | .5 kg | 1/2 kilo | 500g | 500 grams | aadha kilo | आधा किलो | 1 pound',
      '0.5 kg',
    ],
    ['1½ kg | 1 1/2 kg | 1,5 kg | dedh kilo | one and a half kg | 3 pounds', '1.5 kg'],
    ['100gm | 100 g', '100 g'],
    ['0 kg | kg | per kg price | 9999 kg', ''],
    ['2 kg 3 tier cake', 'tier 2 kg'],
    ['cake | best cake near me | buy cakes online please | केक | मुझे केक चाहिए | no 1 cake', ''],
    [
      'no egg | without egg | w/o eggs | egg free | eggfree | eggless | egg less | egg-less | egg ke bina',
      'eggless',
    ],
    [
      'anda nahi chahiye | egg not allowed | i dont eat egg | egg allergy | allergic to egg | veg | jain',
      'eggless',
    ],
    ['egg | with egg | non veg | nonveg cake | not eggless', 'egg'],
    [
      'no nuts | nut-free | nutfree | free from nuts | nuts not required | nut allergy cake',
      'without nuts',
    ],
    ['no cashew | badam free | without walnuts', 'without tree nuts'],
    ['dairy free | no milk | lactose free', 'without milk'],
    [
      'no egg no nuts | egg and nut free | egg, nut free | no nuts, egg | without nuts or egg',
      'eggless without nuts',
    ],
    ['vegan', 'eggless without milk'],
    ['eggless nut cake', 'eggless nuts'],
    ['egg cake without nuts | egg, no nuts', 'egg without nuts'],
    [
      'no chocolate | not chocolate | chocolate free | chocolate nahi | except chocolate',
      'without chocolate',
    ],
    ['no chocolate or coffee | no chocolate/coffee', 'without chocolate without coffee'],
    ['no chocolate and with mango | no chocolate, mango', 'mango without chocolate'],
    [
      'no chocolate and nuts | nuts and chocolate free | no chocolate, nuts',
      'without nuts without chocolate',
    ],
    ['less egg', 'eggless'],
    ['no egg, chocolate cake', 'eggless chocolate'],
    ['no red velvet', 'without redvelvet'],
    ['no egg chocolate cake | chocolate cake with no egg', 'eggless chocolate'],
    ['sugar free | no sugar | sugarfree', 'without sugar'],
    ['free delivery chocolate cake | chocolate cake free delivery', 'chocolate'],
    ['bday | b’day | birth day | जन्मदिन', 'birthday'],
    ['cake for girl | for my kid | kids', 'kids'],
    ['mother’s day | thank you', 'thank'],
    ['anniversary cake for wife', 'anniversary'],
  ])('%s: “%s”', (texts, read) => {
    for (const text of texts.split(' | ')) expect([text, sentence(text)]).toEqual([text, read])
  })

  test.each([
    ['Crème Brûlée', 'creme brulee'],
    ['कॉफ़ी', 'कॉफी'],
    ['CHOCO\u200d\u200bLATE', 'chocolate'],
    ['ｃａｋｅ 1½', 'cake 1 1/2'],
    ['१२ Mom’s', '12 moms'],
  ])('%j is spelled %j', (text, plain) => {
    expect(comparable(text)).toBe(plain)
  })

  test('a text of any length has at most 8 words to look for', () => {
    const words = Array.from({ length: 2000 }, (_, place) => `w${place}`)
    expect(readSearchText(words.join(' ')).words).toHaveLength(8)
  })

  test('whatever is not wanted is not wanted at the end of a long text as well', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('mango', 'best', 'rose', '1 kg', '&', 'fig'), { maxLength: 14 }),
        (words) => {
          expect(readSearchText([...words, 'no', 'egg', 'no', 'nuts'].join(' '))).toMatchObject({
            egg: 'Eggless',
            without: ['nuts'],
          })
        },
      ),
    )
  })
})
