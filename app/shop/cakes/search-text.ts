import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { formatWeight } from '#shop/values/weight.ts'
import type { Egg } from './cake.schema.ts'
import tables from './trade-words.json' with { type: 'json' }

/** A word that cakes are looked for by. */
export interface SearchWord {
  typed: string
  /** 'birthday' for 'bday'. */
  readAs: string
  /** What cakes may have for it, in the spelling of {@link comparable}. */
  words: readonly string[]
}

/** What a customer's text asks for. */
export interface SearchText {
  /** Without the words that ask for nothing, such as 'best' and 'cake'. */
  phrase: string
  /** A cake has all of them. */
  words: readonly SearchWord[]
  /** A cake has none of them. */
  avoided: readonly SearchWord[]
  egg: Egg | null
  /** What a cake is without, in the words of `isWithout`, besides egg. */
  without: readonly string[]
  kg: number | null
  /** False for signs and numbers alone. */
  hasWords: boolean
}

/** In UTF-16 units: twice the letters that a search may have. */
const maxLength = 200
/** More words only cost time: each is looked for in all cakes. */
const maxWords = 8

/** A tidy text in small letters, without accents, apostrophes and the marks that Indian scripts are typed with or without. */
export function comparable(text: string): string {
  return tidyEntry(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c\u09bc\p{Cf}'’`]/gu, '')
    .replaceAll('\u0901', '\u0902')
    .normalize('NFC')
}

/** The words of a table, each with the name of its row. */
function namesByWord(table: Record<string, string>): ReadonlyMap<string, string> {
  const rows = Object.entries(table).map(
    ([name, row]) => [name, comparable(row).trim().split(' ')] as const,
  )
  return new Map(rows.flatMap(([name, words]) => words.map((word) => [word, name] as const)))
}

const roles = namesByWord(tables.roles)
const foods = namesByWord(tables.foods)
const amounts = namesByWord(tables.amounts)
const units = namesByWord(tables.units)
/** The trade's words, each with those that cakes have for it. */
const meanings = namesByWord(
  Object.fromEntries(Object.entries(tables.meanings).map(([own, row]) => [own, `${own} ${row}`])),
)

/** What a text asks for: its weight, its words, and what it does not want: 'no egg', 'nut free', 'bina ande ka'. */
export function readSearchText(text: string): SearchText {
  const { kg, rest } = takeWeight(comparable(text.slice(0, maxLength)))
  const words = splitWords(rest)
  const { wanted, avoided } = readTerms(words)
  const uneaten = avoided.flatMap((word) => foods.get(word) ?? [])
  const [isEaten] = wanted.filter((word) => foods.get(word) === 'egg')
  const others = avoided.filter((word) => !foods.has(word))
  const asked = [
    ...wanted.filter((word) => foods.get(word) !== 'egg').map(toSearchWord),
    ...others.filter((word) => !meanings.has(word)).map(toClaim),
  ]
  return {
    phrase: words.filter((word) => roleOf(word) !== 'nothing').join(' '),
    words: [...new Map(asked.map((word) => [word.readAs, word])).values()].slice(0, maxWords),
    avoided: others.filter((word) => meanings.has(word)).map(toSearchWord),
    egg: uneaten.includes('egg') ? 'Eggless' : isEaten ? 'Egg' : null,
    without: uneaten.filter((food) => food !== 'egg'),
    kg,
    hasWords: words.some((word) => !/^\d/.test(word)) || kg !== null,
  }
}

/** What a text was read as: 'eggless chocolate 1 kg without nuts'. */
export function searchSentence({ egg, words, kg, without, avoided }: SearchText): string {
  const wanted = [...(egg ? [egg.toLowerCase()] : []), ...words.map(({ readAs }) => readAs)]
  const weight = kg === null ? [] : [formatWeight(String(kg))]
  const others = [...without, ...avoided.map(({ readAs }) => readAs)]
  return [...wanted, ...weight, ...others.map((one) => `without ${one}`)].join(' ')
}

const oneOf = (words: ReadonlyMap<string, string>) => [...words.keys()].join('|')
const weightPattern = new RegExp(
  `(^|[^\\p{L}\\p{M}\\p{N}.])(?:(?:(\\d{1,3}) )?(\\d)/(\\d)|(\\d{0,3}[.,]?\\d{1,3})|(${oneOf(amounts)}))( and (?:a )?half| a)?[ -]?(${oneOf(units)})(?![\\p{L}\\p{M}])`,
  'gu',
)

/** The first weight of a text, and the text without any. '1 1/2 kg' and 'dedh kilo' are 1.5; to the trade 3 pounds are, too. */
function takeWeight(text: string): { kg: number | null; rest: string } {
  const found: number[] = []
  const rest = text.replace(
    weightPattern,
    (_, before, whole, over, under, digits, word, more, unit) => {
      const part = over
        ? Number(over) / Number(under)
        : Number(digits?.replace(',', '.') ?? amounts.get(word))
      const half = more?.endsWith('half') ? 0.5 : 0
      found.push((Number(whole ?? 0) + part + half) * Number(units.get(unit)))
      return `${before} `
    },
  )
  const kg = Number((found[0] ?? 0).toFixed(3))
  return { kg: kg > 0 && kg < 1000 ? kg : null, rest }
}

const singularOf = (word: string) =>
  word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word
const isKnown = (word: string) => roles.has(word) || foods.has(word) || meanings.has(word)

/** Two words that are one to the trade are one: 'red velvet', 'egg less'. 'nutfree' is two. */
function splitWords(text: string): string[] {
  const words: string[] = []
  const spelledOut = text
    .replaceAll('w/o', 'without')
    .replaceAll('vegan', 'eggless no milk')
    .replace(/(\p{L}{3,20})(free|less)(?!\p{L})/gu, '$1 $2')
  for (const word of spelledOut.match(/[\p{L}\p{M}\p{N}]+|[,&/+]/gu) ?? []) {
    const pair = `${words.at(-1) ?? ' '}${word}`
    if (isKnown(pair) || isKnown(singularOf(pair))) words.splice(-1, 1, pair)
    else words.push(word)
  }
  return words
}

const roleOf = (word: string) => (/^\d/.test(word) ? 'nothing' : roles.get(word))

interface Term {
  words: string[]
  isAvoided: boolean
}

/**
 * The words that ask for something or for none of it. Joined words go together, and foods in a row: 'nuts and mango free',
 * 'no nuts, egg'.
 */
function readTerms(words: readonly string[]) {
  const terms: Term[] = []
  const lastAsking = words.findLastIndex((word) => roleOf(word) !== 'nothing')
  let isAvoided = false
  /** Whether only 'and', 'or' or a comma stand after the last term. */
  let isClose = false
  for (const [place, word] of words.entries()) {
    const role = roleOf(word)
    const last = terms.at(-1)
    const [before = '', next = ''] = [words[place - 1], words[place + 1]]
    const isBehind =
      role === 'noBehind' ||
      (role === 'noCloseBehind' && isClose) ||
      (role === 'no' && (place === lastAsking || /^(ke|के)$/.test(before)))
    if (last && isBehind) last.isAvoided = true
    else if (role === 'no' || role === 'noBehind') isAvoided = !/^\d/.test(next)
    else if (role === 'noCloseBehind') isAvoided = /^(from|of|to)$/.test(next) || foods.has(next)
    else if (role === 'eggless') terms.push({ words: ['egg'], isAvoided: !isAvoided })
    else if (role === undefined) {
      const isFoodToo = foods.has(word) && (last?.isAvoided || foods.has(last?.words[0] ?? ''))
      if (last && isClose && (isFoodToo || roleOf(before) === 'joins')) last.words.push(word)
      else terms.push({ words: [word], isAvoided })
    }
    if (role === undefined || role === 'eggless' || role === 'with') isAvoided = false
    isClose = role === undefined || (isClose && (role === 'joins' || role === 'pause'))
  }
  const wordsOf = (some: Term[]) => [...new Set(some.flatMap((term) => term.words))]
  return {
    wanted: wordsOf(terms.filter((term) => !term.isAvoided)),
    avoided: wordsOf(terms.filter((term) => term.isAvoided)),
  }
}

function toSearchWord(typed: string): SearchWord {
  const singular = singularOf(typed)
  const own = (meanings.get(typed) ?? meanings.get(singular))?.split(' ') ?? []
  const readAs = own.includes(typed) ? typed : (own[0] ?? typed)
  return { typed, readAs, words: [...new Set([...own, typed, singular])] }
}

/** What is no taste of the trade, such as sugar, only a cake that says so is without. */
function toClaim(word: string): SearchWord {
  const typed = `without ${word}`
  return { typed, readAs: typed, words: [`no${word}`, `without${word}`, `${word}free`] }
}
