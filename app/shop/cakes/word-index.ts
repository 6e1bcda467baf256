import { BitSet } from './bit-set.ts'

/** Which texts have a word, found by any part of it. Each text is a number: its place in the list. */
export interface WordIndex {
  /** The texts that have the part, which itself has no spaces. The set is the caller's own. */
  find(part: string): BitSet
}

/**
 * All different words stand in one string, so that one native search goes through them, however many texts have them. No
 * word has the line break between them.
 */
export function indexWords(texts: readonly string[]): WordIndex {
  const { words, wordsOfTexts } = numberWords(texts)
  const joined = words.join('\n')
  const { firsts, holders } = groupByWord(words.length, wordsOfTexts)
  /** Where each word begins in `joined`, and where the string would go on. */
  const starts = new Uint32Array(words.length + 1)
  for (const [word, { length }] of words.entries()) starts[word + 1] = at(starts, word) + length + 1

  return {
    find(part) {
      if (part === '') return BitSet.full(texts.length)
      const found = new BitSet(texts.length)
      let word = 0
      let place = joined.indexOf(part)
      while (place !== -1) {
        while (at(starts, word + 1) <= place) word += 1
        const end = at(firsts, word + 1)
        for (let holder = at(firsts, word); holder < end; holder += 1)
          found.add(at(holders, holder))
        word += 1
        place = joined.indexOf(part, starts[word])
      }
      return found
    },
  }
}

interface NumberedWords {
  words: string[]
  /** The numbers of each text's words. */
  wordsOfTexts: number[][]
}

function numberWords(texts: readonly string[]): NumberedWords {
  const numbers = new Map<string, number>()
  const wordsOfTexts = texts.map((text) =>
    text.split(/\s+/).map((word) => {
      const number = numbers.get(word) ?? numbers.size
      if (number === numbers.size) numbers.set(word, number)
      return number
    }),
  )
  return { words: [...numbers.keys()], wordsOfTexts }
}

/** The texts of each word: those in `holders` from its place in `firsts` up to the next word's. */
function groupByWord(wordCount: number, wordsOfTexts: readonly (readonly number[])[]) {
  const firsts = new Uint32Array(wordCount + 1)
  for (const words of wordsOfTexts) {
    for (const word of words) firsts[word + 1] = at(firsts, word + 1) + 1
  }
  for (let word = 0; word < wordCount; word += 1) {
    firsts[word + 1] = at(firsts, word + 1) + at(firsts, word)
  }
  const holders = new Uint32Array(at(firsts, wordCount))
  const free = firsts.slice()
  for (const [text, words] of wordsOfTexts.entries()) {
    for (const word of words) {
      const place = at(free, word)
      holders[place] = text
      free[word] = place + 1
    }
  }
  return { firsts, holders }
}

const at = (numbers: Uint32Array, place: number) => numbers[place] ?? 0
