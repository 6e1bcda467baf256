import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCake, asPublished } from '../../../test/support/a-cake.ts'
import type { Cake } from './cake.schema.ts'
import { indexCakes, replaceInIndex } from './cake-index.server.ts'
import { avoidable, type CakeFilter, defaultCakeSearch } from './cake-search.ts'
import { allergens, isWithout } from './food/food-facts.ts'
import { listCakesPage, listFeatured, listRelated, searchCakes } from './search-cakes.server.ts'

const idOf = (place: number) => `cake-${String(place).padStart(3, '0')}`

const cake = (id: string, change: Partial<Cake> = {}) =>
  aCake({ id, name: 'Cake', price: 100, weight: ['1'], egg: 'Egg', ...change })

const indexOf = (...changes: Partial<Cake>[]) =>
  indexCakes(asPublished(...changes.map((change, place) => cake(idOf(place), change))))

const idsOf = (cakes: readonly Cake[]) => cakes.map(({ id }) => id)
const namesOf = (cakes: readonly Cake[]) => cakes.map(({ name }) => name)
const all: CakeFilter = defaultCakeSearch
const page = { limit: 24 }

/** Four cakes; the first two are called mango, the others cost the same. */
const shelf = indexOf(
  { name: 'Mango Cake', category: 'Fruit', flavours: ['Alphonso mango'], price: 2, leadHours: 6 },
  { name: 'mango jar', category: 'pestry', flavours: ['Mango'], price: 1, leadHours: 24 },
  { name: 'Éclair', category: 'pestry', flavours: ['Cocoa'], price: 3, leadHours: 25 },
  { name: 'eclair 100%', category: 'pestry', flavours: ['Cream "thick", fresh'], price: 3 },
)

describe('a search', () => {
  test.each<[Partial<CakeFilter>, number[]]>([
    [{}, [1, 0, 2, 3]],
    [{ sort: 'highest' }, [3, 2, 0, 1]],
    [{ sort: 'a-z' }, [2, 3, 0, 1]],
    [{ sort: 'z-a' }, [1, 0, 3, 2]],
    [{ text: 'MANGO' }, [1, 0]],
    [{ text: 'ango c' }, [0]],
    [{ text: '100%' }, [3]],
    [{ text: 'é' }, [2]],
    [{ category: 'pestry' }, [1, 2, 3]],
    [{ flavour: 'mango' }, [1, 0]],
    [{ flavour: '"thick", f' }, [3]],
    [{ egg: 'Eggless' }, []],
    [{ egg: 'Egg', price: 2 }, [1, 0]],
    [{ price: 1.5 }, [1]],
    [{ ready: 'same-day' }, [0, 3]],
    [{ ready: 'next-day' }, [1, 0, 3]],
    [{ text: 'jar', category: 'pestry', flavour: 'mango', price: 1, ready: 'next-day' }, [1]],
    [{ text: 'jar', category: 'Fruit' }, []],
  ])('for %o finds the cakes %j, page by page, and counts them', (filter, places) => {
    for (const limit of [1, 3, 24]) {
      const found: string[] = []
      let after: string | undefined
      do {
        const part = searchCakes(shelf, { ...all, sort: 'lowest', ...filter }, { limit, after })
        expect(part).toMatchObject({ count: places.length, match: 'name' })
        found.push(...idsOf(part.cakes))
        after = part.next ?? undefined
      } while (after !== undefined)
      expect(found).toEqual(places.map(idOf))
    }
  })

  test('for cakes without something never finds one of which nothing is said, or that may have it', () => {
    const groups = fc.subarray([...allergens])
    const saying = fc.array(fc.record({ contains: fc.option(groups), mayContain: groups }))
    fc.assert(
      fc.property(saying, fc.constantFrom(...avoidable), (changes, without) => {
        const { cakes } = searchCakes(indexOf(...changes), { ...all, without }, { limit: 100 })
        for (const { contains } of cakes) expect(contains).not.toBeNull()
        const safe = changes.filter((change) => isWithout(change, without))
        expect(cakes).toHaveLength(safe.length)
      }),
    )
  })

  test('after a cake that is gone finds nothing, and counts all the same', () => {
    expect(searchCakes(indexOf({}, {}), all, { limit: 1, after: 'gone' })).toMatchObject({
      cakes: [],
      next: null,
      count: 2,
    })
  })
})

describe('a text that no name has', () => {
  const menu = ['Chocolate Truffle Cake', 'Mango Cream Cake', 'Mango Jar', 'Dark Chocolate Tart']

  test.each([
    ['choclate', ['Chocolate Truffle Cake', 'Dark Chocolate Tart']],
    ['CHOCLATE trufle', ['Chocolate Truffle Cake']],
    ['cake mango', ['Mango Cream Cake', 'Mango Jar']],
    ['cream mango', ['Mango Cream Cake']],
    ['mangojar', ['Mango Jar']],
    ['mang oo', []],
    ['pizza', []],
    ['no such cake', []],
    ['%', []],
  ])('%j finds %j', (text, found) => {
    const index = indexOf(...menu.map((name) => ({ name, category: 'Classic', flavours: ['Fig'] })))
    const { cakes, count } = searchCakes(index, { ...all, text }, page)
    expect([namesOf(cakes), count]).toEqual([found, found.length])
  })

  test('is looked for within the other filters, and page by page', () => {
    const index = indexOf(
      ...menu.map((name, place) => ({ name, egg: place < 3 ? 'Egg' : 'Eggless' }) as const),
    )
    const filter: CakeFilter = { ...all, text: 'mnago', egg: 'Egg' }
    const tart: CakeFilter = { ...all, text: 'choclate tart', egg: 'Egg' }
    const first = searchCakes(index, filter, { limit: 1 })
    expect(first).toMatchObject({ count: 2, match: 'near', next: idOf(1) })
    const second = searchCakes(index, filter, { limit: 1, after: idOf(1) })
    expect(second).toMatchObject({ count: 2, match: 'near', next: null })
    expect(namesOf(second.cakes)).toEqual(['Mango Jar'])
    expect(searchCakes(index, tart, page).count).toBe(0)
  })

  const known = indexOf({
    name: 'cake chocolate mango pineapple cheesecake rasmalai fig forest',
    category: 'Party',
    flavours: ['Rose'],
  })
  test.each([
    ['chocolate', ['chocolate']],
    ['choclate', ['chocolate']],
    ['chocloate', ['chocolate']],
    ['pinaple', ['pineapple']],
    ['cheezcake', ['cheesecake']],
    ['mnago', ['mango']],
    ['magno', ['mango']],
    ['mngo', ['mango']],
    ['fogs', []],
    ['figs', ['fig']],
    ['fi', []],
    ['burger', []],
    ['forrests', ['forest']],
    ['', []],
  ])('%j reads like %j', (typed, meant) => {
    expect(known.similarWords(typed)).toEqual(meant)
  })

  test('words that are equally similar all count, if they begin alike', () => {
    const index = indexOf({ name: 'Cake' }, { name: 'Care' }, { name: 'Date' }, { name: 'Rolls' })
    expect(index.similarWords('cate').toSorted()).toEqual(['cake', 'care'])
    expect(index.similarWords('kake')).toEqual(['cake'])
    expect(index.similarWords('dolls')).toEqual([])
  })
})

const sampleCakes = JSON.parse(readFileSync('db/sample/cakes.json', 'utf8')) as (Cake & {
  slug: string
})[]
const samples = indexCakes(
  asPublished(
    ...sampleCakes.map((sample) => ({ ...cake(sample.slug), ...sample, id: sample.slug })),
  ),
)

describe('on the sample catalogue', () => {
  const search = (text: string, change: Partial<CakeFilter> = {}) =>
    searchCakes(samples, { ...all, ...change, text }, { limit: 100 })

  test.each([
    ['vanilla', 'details', 9],
    ['eggless', 'name', 14],
    ['egg', 'name', 10],
    ['eggless chocolate', 'name', 2],
    ['choclate', 'near', 3],
    ['chocolate', 'name', 3],
    ['vanila', 'near', 9],
    ['birthday', 'name', 1],
    ['indian fusion', 'details', 5],
    ['pizza', 'name', 0],
    ['pastry', 'name', 1],
    ['pastries', 'details', 6],
    ['pestry', 'near', 1],
    ['anniversary', 'details', 8],
    ['eggless anniversary', 'details', 3],
    ['festivals', 'details', 6],
  ] as const)('%j is found by %s: %i cakes', (text, match, count) => {
    expect(search(text)).toMatchObject({ match, count })
  })

  test.each([
    ['choclate', 'chocolate'],
    ['CHOCLATE trufle', 'chocolate truffle'],
    ['veg chocolate', 'eggless chocolate'],
    ['bday', 'birthday'],
    ['brithday', 'birthday'],
    ['aniversary', 'anniversary'],
    ['diwali', 'festivals'],
    ['butterscoth', 'butterscotch'],
    ['pinapple', 'pineapple'],
    ['strawbery', 'strawberry'],
    ['rasmalayi', 'rasmalai'],
    ['chocolate', null],
    ['best chocolate cake', null],
    ['vanilla', null],
    ['eggless', null],
    ['pizza', null],
    ['egg less cake', null],
    ['no cake', null],
    ['no eggs', 'eggless'],
    ['no nut cake', 'without nuts'],
    ['chocolate cake 1kg', 'chocolate 1 kg'],
    ['mango 7 kg', 'mango'],
    ['100 gm chocolate pastry', 'chocolate pastry 100 g'],
    ['चॉकलेट केक', 'chocolate'],
  ])('%j is read as %j', (text, readAs) => {
    expect(search(text).readAs).toBe(readAs)
  })

  test('names come first, and below their last page those that have the word in details', () => {
    const { cakes, count, others } = search('birthday', { sort: 'a-z' })
    expect([namesOf(cakes), count]).toEqual([['Confetti Birthday Cake'], 1])
    expect(others).toHaveLength(8)
    for (const { category, occasions } of others)
      expect([category, ...occasions]).toContain('Birthday')
    const eggless = search('birthday', { egg: 'Eggless' })
    expect([eggless.count, eggless.others.length]).toEqual([0, 5])
    expect(search('cake').others).toEqual([])
    expect(search('mango', { sort: 'a-z' }).others).toEqual([])
    expect(searchCakes(samples, { ...all, text: 'chocolate' }, { limit: 1 }).others).toEqual([])
  })

  test('a text without words asks for cakes first, and for pastries below', () => {
    const { cakes, count, others } = search('without egg')
    expect([cakes.length, count]).toEqual([14, 14])
    expect(namesOf(others)).toEqual([
      'Chocolate Truffle Pastry',
      'Walnut Fudge Brownie',
      'Mango Cream Jar',
    ])
    expect(search('without egg', { category: 'pestry' })).toMatchObject({ count: 3, others: [] })
    expect(search('100 gm')).toMatchObject({ count: 3, others: [] })
    expect(search('best cake near me')).toMatchObject({ count: 24, match: 'name', readAs: null })
  })

  test('“choclate” finds the cakes that are called chocolate', () => {
    expect(namesOf(search('choclate').cakes)).toEqual(namesOf(search('chocolate').cakes))
  })

  test.each([
    ['birthday', ['Birthday']],
    ['Birthday cake', ['Birthday']],
    ['choclate', ['Chocolate']],
    ['fu', []],
    ['', []],
    ['vanilla', []],
    ['pastry', ['pestry']],
    ['Pastries', ['pestry']],
  ])('%j offers the categories %j', (text, categories) => {
    expect(search(text).categories).toEqual(categories)
  })

  test('the category that is chosen is not offered', () => {
    expect(search('birthday', { category: 'Birthday' })).toMatchObject({ count: 1, categories: [] })
  })
})

const chocolate = 'Chocolate Truffle Cake'
/** What people type, the cakes that must be among the first 12 by price, and those that must not. */
const typed: [texts: string, wanted: string[], never?: string[]][] = [
  [
    'chocolate cake 1kg | 1 kg chocolate cake | choco cake | best chocolate cake online',
    [chocolate],
  ],
  ['चॉकलेट केक | चाकलेट केक | मुझे चॉकलेट केक चाहिए | சாக்லேட் கேக் | చాక్లెట్ కేక్ | চকোলেট কেক', [chocolate]],
  [
    'half kg black forest | blackforest | black-forest half kilo | ब्लैक फॉरेस्ट',
    ['Black Forest Cake'],
  ],
  ['redvelvet | red velvet 1kg | RED VELVET cake | रेड वेलवेट केक', ['Red Velvet Cake']],
  ['coffee cake | mocha | कॉफ़ी केक | cofee cake', ['Coffee Mocha Square']],
  [
    'butter scotch | butterscotch 500 gm | बटरस्कॉच | butter-scotch cake 1 pound',
    ['Butterscotch Crunch Cake'],
  ],
  ['pine apple | pineapple half kg | अनानास केक | pinapple', ['Pineapple Cream Cake']],
  ['cup cake | cupcakes | cup cakes', ['Red Velvet Cupcake']],
  ['cheese cake | cheesecakes | blueberry', ['Baked Blueberry Cheesecake']],
  ['choco chip | chocochip | choco-chips', ['Choco Chip Cookie Cake']],
  ['ras malai | rasmalai half kg | रसमलाई केक', ['Rasmalai Cake'], [chocolate]],
  ['gulab jamun | गुलाब जामुन | gulabjamun cake', ['Gulab Jamun Cake'], ['Two-Tier Rose Cake']],
  ['kesar | saffron | केसर', ['Kesar Pista Cake']],
  ['aam ka cake | आम का केक | mangoes | mnago', ['Mango Cream Cake']],
  ['strawberries | स्ट्रॉबेरी | strawberry cake 1 kg', ['Strawberry Cream Cake']],
  ['coconut | nariyal | नारियल', ['Coconut Snow Cake']],
  [
    'egg less | eggless cake | without egg | no egg | egg-free | EGGLESS | w/o egg | no eggs please',
    ['Rasmalai Cake'],
    ['Black Forest Cake'],
  ],
  [
    'bina ande ka | ande ke bina | anda nahi | eggs not allowed | shakahari | veg cake | pure veg',
    ['Rasmalai Cake'],
    ['Black Forest Cake'],
  ],
  [
    'अंडा नहीं | बिना अंडे का केक | अंडे के बिना | शाकाहारी | முட்டை இல்லாத | ডিম ছাড়া',
    ['Rasmalai Cake'],
    ['Black Forest Cake'],
  ],
  [
    'birthday cake for girl | cake for kids | kid’s birthday | baby boy birthday',
    ['Number Cream Cake'],
  ],
  ['bday cake | janamdin | b’day | जन्मदिन का केक | birth day party', ['Confetti Birthday Cake']],
  ['wife | anniversary | cake for husband | सालगिरह | valentine’s day', ['Vintage Heart Cake']],
  ['heart shape | heart shaped cake | dil | heart', ['Vintage Heart Cake'], [chocolate]],
  ['number cake | number 1 cake', ['Number Cream Cake']],
  ['thanks mom | teacher’s day | cake for papa', ['Black Forest Cake']],
  ['wedding cake 5 kg | shaadi | शादी का केक', ['Three-Tier Ivory Wedding Cake']],
  ['diwali | new year | rakhi | दिवाली', ['Gulab Jamun Cake']],
  [
    'no nut cake | nut free | without nuts | nuts free cake | no nuts | allergic to nuts | nut allergy',
    ['Mango Cream Cake'],
    ['Coconut Snow Cake', 'Kesar Pista Cake', 'Number Cream Cake'],
  ],
  [
    'egg and nut free | no egg and nuts | no nuts or egg | nut free eggless cake',
    ['Mango Cream Cake'],
    ['Strawberry Cream Cake', 'Kesar Pista Cake'],
  ],
  [
    'no chocolate | not chocolate | without chocolate | chocolate nahi | no choco',
    ['Pineapple Cream Cake'],
    [chocolate, 'Black Forest Cake', 'Walnut Fudge Brownie'],
  ],
  ['no coffee or chocolate', ['Pineapple Cream Cake'], [chocolate, 'Coffee Mocha Square']],
  ['nuts | dry fruits | kaju cake', ['Butterscotch Crunch Cake'], ['Coconut Snow Cake']],
  ['2 kg chocolate | chocolate two kilo | 4 pound chocolate', [chocolate], ['Chocolate Eclair']],
  [
    '1½ kg truffle | 1.5kg truffle | dedh kilo truffle | truffle one and half kg',
    [chocolate],
    ['Chocolate Truffle Pastry'],
  ],
  ['१ किलो चॉकलेट | एक किलो चॉकलेट | आधा किलो चॉकलेट', [chocolate], ['Chocolate Eclair']],
  ['vannila without egg | eggless vanilla', ['Mini Bento Cake'], ['Strawberry Cream Cake']],
]

test.each(
  typed.flatMap(([texts, wanted, never = []]) =>
    texts.split(' | ').map((text) => [text, wanted, never] as const),
  ),
)('“%s” finds %j and never %j', (text, wanted, never) => {
  const found = namesOf(searchCakes(samples, { ...all, text }, { limit: 12 }).cakes)
  expect(found).toEqual(expect.arrayContaining(wanted))
  expect(found.filter((name) => never.includes(name))).toEqual([])
})

test.each([
  'barbie',
  'photo cake',
  'car cake',
  'doll cake',
  'no sugar',
  'sugar free cake',
  'no fondant',
  '2024',
  '%',
])('“%s” finds nothing, and offers the nearest cakes', (text) => {
  const { cakes, nearest } = searchCakes(samples, { ...all, text }, page)
  expect([cakes, nearest.length]).toEqual([[], 4])
})

test('the nearest cakes have the most words, and nothing that is avoided', () => {
  const nearest = (text: string, change: Partial<CakeFilter> = {}) =>
    searchCakes(samples, { ...all, ...change, text }, page).nearest
  expect(namesOf(nearest('barbie chocolate truffle')).slice(0, 2)).toEqual([
    'Chocolate Truffle Cake',
    'Chocolate Truffle Pastry',
  ])
  for (const { egg } of nearest('barbie no egg')) expect(egg).toBe('Eggless')
  for (const { egg } of nearest('barbie', { egg: 'Egg' })) expect(egg).toBe('Egg')
  for (const one of nearest('barbie', { without: 'nuts' }))
    expect(isWithout(one, 'nuts')).toBe(true)
  expect(nearest('gluten free cake')).toEqual([])
  expect(nearest('birthday', { egg: 'Eggless' })).toEqual([])
})

describe('whatever else is typed', () => {
  const words = fc.constantFrom(
    'mango',
    'birthday',
    'cream',
    'choclate',
    'red velvet',
    'kids',
    'barbie',
    '1 kg',
    'eggless',
  )
  const search = (text: string) => searchCakes(samples, { ...all, text }, { limit: 100 })
  const shown = ({ cakes, others, nearest }: ReturnType<typeof search>) => [
    ...cakes,
    ...others,
    ...nearest,
  ]
  const texts = fc.array(words, { maxLength: 3 }).map((some) => some.join(' '))

  test('no egg is never a cake with egg', () => {
    const noEgg = fc.constantFrom(
      'no egg',
      'without eggs',
      'egg free',
      'egg less',
      'bina ande ka',
      'अंडा नहीं',
    )
    fc.assert(
      fc.property(texts, noEgg, fc.boolean(), (text, no, isFirst) => {
        const found = shown(search(isFirst ? `${no} ${text}` : `${text} ${no}`))
        expect(found.filter(({ egg }) => egg === 'Egg')).toEqual([])
      }),
    )
  })

  test('no nuts is only what is said to be without', () => {
    const noNuts = fc.constantFrom(
      'no nuts',
      'without nuts',
      'nut free',
      'bina nuts',
      'nut allergy',
    )
    fc.assert(
      fc.property(texts, noNuts, (text, no) => {
        const found = shown(search(`${text} ${no}`))
        expect(found.filter((one) => !isWithout(one, 'nuts'))).toEqual([])
      }),
    )
  })

  test('words that ask for nothing change nothing', () => {
    const nothing = fc.constantFrom('best', 'online', 'please', 'near me', 'for', 'केक', 'wala')
    fc.assert(
      fc.property(texts, nothing, fc.boolean(), (text, more, isFirst) => {
        fc.pre(
          text !== '' &&
            !namesOf([...samples.byId.values()]).some((name) => name.toLowerCase().includes(text)),
        )
        const { readAs: _, ...found } = search(isFirst ? `${more} ${text}` : `${text} ${more}`)
        const { readAs: _same, ...same } = search(text)
        expect(found).toEqual(same)
      }),
    )
  })

  test('a cake is found by its own name, also in one word', () => {
    for (const { name } of samples.byId.values()) {
      expect(namesOf(search(name).cakes)).toContain(name)
      expect(namesOf(search(name.replaceAll(' ', '')).cakes)).toContain(name)
      expect(namesOf(search(`${name.toUpperCase()} 99 kg please`).cakes)).toContain(name)
    }
  })

  test('any text is answered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => void search(text)),
    )
  })
})

test('an index with replaced cakes is as one of all cakes', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((id) => cake(id, { name: id, price: 50 }))
  const changed = cake('two', { name: 'another', category: 'Wedding', price: 900 })
  const added = cake('four', { name: 'four', flavours: ['Rose'] })
  if (!one || !two || !three) throw new Error('no cakes')
  const gone = new Set(['two', 'three', 'four'])
  const replaced = replaceInIndex(
    indexCakes(asPublished(one, two, three)),
    gone,
    asPublished(changed, added),
  )
  const whole = indexCakes(asPublished(one, changed, added))
  expect([...replaced.byId]).toEqual([...whole.byId])
  expect(replaced.ordered).toEqual(whole.ordered)
  expect(replaced.choices).toEqual(whole.choices)
})

test('popular is what is sold most, then what is featured; new is what was added last', () => {
  const facts = [
    ['a', { sold: 2 }, {}],
    ['b', { sold: 0, createdAt: new Date('2026-11-02') }, {}],
    ['c', { sold: 2 }, { featured: true }],
    ['d', { sold: 3 }, {}],
    ['e', { sold: 0 }, { featured: true }],
  ] as const
  const index = indexCakes(
    facts.flatMap(([id, sales, change]) =>
      asPublished(cake(id, change)).map((one) => ({ ...one, ...sales })),
    ),
  )
  const sorted = (sort: CakeFilter['sort']) =>
    idsOf(searchCakes(index, { ...all, sort }, page).cakes)
  expect(sorted('popular')).toEqual(['d', 'c', 'a', 'e', 'b'])
  expect(sorted('new')).toEqual(['b', 'a', 'c', 'd', 'e'])
})

test('choices are the categories and flavours by name, and the highest price', () => {
  const index = indexOf(
    { category: 'pestry', flavours: ['Mango', 'éclair'], price: 90.5 },
    { category: 'Éclair', flavours: ['Zimt', 'Mango'], occasions: ['Kids'], price: 80 },
  )
  expect(index.choices).toEqual({
    categories: ['Éclair', 'pestry'],
    flavours: ['éclair', 'Mango', 'Zimt'],
    occasions: ['Kids'],
    maxRupees: 90.5,
  })
  expect(indexCakes([]).choices).toEqual({
    categories: [],
    flavours: [],
    occasions: [],
    maxRupees: 0,
  })
})

describe('lists', () => {
  const index = indexCakes(
    asPublished(
      cake('d'),
      cake('b', { featured: true }),
      cake('a'),
      cake('e', { featured: true }),
      cake('c'),
    ),
  )

  test.each([
    [{ limit: 2 }, ['a', 'b'], 'b'],
    [{ limit: 2, after: 'b' }, ['c', 'd'], 'd'],
    [{ limit: 2, after: 'd' }, ['e'], null],
    [{ limit: 5 }, ['a', 'b', 'c', 'd', 'e'], null],
    [{ limit: 2, after: 'e' }, [], null],
    [{ limit: 1, after: 'between' }, ['c'], 'c'],
  ])('the page %o is %o, next %s', (options, ids, next) => {
    const listed = listCakesPage(index, options)
    expect([idsOf(listed.cakes), listed.next]).toEqual([ids, next])
  })

  test('pages end to end are the catalogue', () => {
    const seen: string[] = []
    let after: string | undefined
    do {
      const { cakes, next } = listCakesPage(index, { limit: 2, after })
      seen.push(...idsOf(cakes))
      after = next ?? undefined
    } while (after)
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('featured cakes are ordered by id, up to a limit', () => {
    expect(idsOf(listFeatured(index, 24))).toEqual(['b', 'e'])
    expect(idsOf(listFeatured(index, 1))).toEqual(['b'])
  })
})

describe('related cakes', () => {
  const related = (cakes: Cake[], id: string) => {
    const index = indexCakes(asPublished(...cakes))
    const own = index.byId.get(id)
    return own && idsOf(listRelated(index, own))
  }

  test('are of its category first, then of its flavours, the best rated first', () => {
    const cakes = [
      cake('cake', { category: 'Fruit', flavours: ['Mango', 'Lime'] }),
      cake('far', { category: 'Chocolate', flavours: ['Cocoa'], stars: 5 }),
      cake('flavour', { category: 'Wedding', flavours: ['Rose', 'Lime'], stars: 5 }),
      cake('category', { category: 'Fruit', flavours: ['Pineapple'], stars: 3 }),
      cake('category-best', { category: 'Fruit', flavours: ['Berry'], stars: 4 }),
    ]
    expect(related(cakes, 'cake')).toEqual(['category-best', 'category', 'flavour'])
    expect(related(cakes, 'far')).toEqual([])
  })

  test('are 4 at the most', () => {
    const cakes = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => cake(id))
    expect(related(cakes, 'b')).toEqual(['a', 'c', 'd', 'e'])
  })
})
