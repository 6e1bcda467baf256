import type { CakeIndex, IndexedCake } from './cake-index.server.ts'
import { categoryWords } from './category.ts'

export interface TextMatch {
  /** 'details' is the category, a flavour or the egg; 'near' means that the text was read as similar words. */
  match: 'name' | 'details' | 'near'
  hasText(cake: IndexedCake): boolean
  /** Categories that have a word of the text in their name. */
  categories: string[]
}

type Matcher = TextMatch['hasText']

/** Each word of the text, with the words that count as its synonyms. */
type Words = readonly (readonly string[])[]

/** More words only cost time: each is looked for in all cakes. */
const mostWords = 8

/**
 * How cakes match a text. Names have it as it stands. Only when no name has it, its words are looked for in name, category,
 * flavours and egg, and only when no cake has them all, the most similar words that cakes have.
 */
export function matchText(index: CakeIndex, text: string): TextMatch {
  const part = text.toLowerCase()
  const words = [...new Set(part.split(/\s+/))].slice(0, mostWords).map((word) => [word])
  const hasPart: Matcher = ({ name }) => name.includes(part)
  const exact: TextMatch = {
    match: 'name',
    hasText: hasPart,
    categories: categoriesNamed(index, words),
  }
  if (part === '' || isFound(index, hasPart)) return exact
  const hasWords = inDetails(words)
  if (isFound(index, hasWords)) return { ...exact, match: 'details', hasText: hasWords }
  const similar = replaceBySimilar(index, words)
  if (!similar) return exact
  const hasSimilar = [inName(similar), inDetails(similar)].find((has) => isFound(index, has))
  if (!hasSimilar) return exact
  return { match: 'near', hasText: hasSimilar, categories: categoriesNamed(index, similar) }
}

const isFound = ({ sorted }: CakeIndex, matches: Matcher) => sorted.lowest.some(matches)

const inName =
  (words: Words): Matcher =>
  ({ name }) =>
    words.every((synonyms) => synonyms.some((word) => name.includes(word)))

const inDetails =
  (words: Words): Matcher =>
  (cake) =>
    words.every((synonyms) => synonyms.some((word) => hasDetail(cake, word)))

/** 'egg' is no part of 'eggless' here. */
const hasDetail = ({ cake, details }: IndexedCake, word: string) =>
  word === 'egg' ? cake.egg === 'Egg' : details.includes(word)

/** Null when a word looks like none that cakes have. */
function replaceBySimilar(index: CakeIndex, words: Words): Words | null {
  const similar: (readonly string[])[] = []
  for (const synonyms of words) {
    const known = isFound(index, inDetails([synonyms]))
      ? synonyms
      : synonyms.flatMap(index.similarWords)
    if (known.length === 0) return null
    similar.push(known)
  }
  return similar
}

/** A name is made of words of three letters and more. */
function categoriesNamed(index: CakeIndex, words: Words): string[] {
  const sought = words.flat().filter((word) => word.length > 2)
  return index
    .choices()
    .categories.filter((category) => sought.some((word) => categoryWords(category).includes(word)))
}
