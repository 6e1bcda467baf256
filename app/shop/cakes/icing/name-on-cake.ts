import { tidyLine } from '#shop/values/typed/typed-text.ts'
import { hasAtMost, lettersOf } from '#ui/forms/letters.ts'

/**
 * A name as it is piped, where no sign has a second look. Two names that look the same to their readers are the same
 * afterwards.
 */
export function normaliseName(text: string): string {
  return tidyLine(text).replaceAll('\ufe0f', '')
}

/** As much as a cake has room for in icing, in letters. */
export const maxNameLength = 60
/** As it is typed, in UTF-16 units, with what normalising removes: longer texts are not looked at. */
export const maxTypedLength = 500
export const tooLongSentence = `A name can have ${maxNameLength} letters`

const emoji =
  /(?![©®™])\p{Extended_Pictographic}\p{Emoji_Modifier}?|\p{Regional_Indicator}+|\p{Emoji_Modifier}|\u20e3/gu
/** More than any language piles on one letter. */
const heapOfMarks = /\p{M}{5}/u

/** Words of an allergy: few, so that no name has them. */
export const allergyWords =
  /(?:^|\P{L})[ae]l+[ea]r[gj](?:y|i|ies|ic|ik|ens?)(?!\p{L})|anaphyla|(?:^|\P{L})co?eliac|intoleran(?:t|ce)|(?:[अएऐऍॲ]|अॅ)लर्?ज/iu

/** Why a name cannot be piped, as a sentence; null when it can. */
export function nameError(text: string): string | null {
  if (text.length > maxTypedLength) return tooLongSentence
  const name = normaliseName(text)
  const found = [...new Set(name.match(emoji))]
  if (found.length > 0) {
    return `We can’t pipe emoji. Please remove ${found.slice(0, 3).join(' ')}`
  }
  if (heapOfMarks.test(name)) return 'Please use fewer marks on one letter'
  if (allergyWords.test(name)) return 'An allergy is for the baker to read, so we don’t pipe it'
  return hasAtMost(maxNameLength)(name) ? null : tooLongSentence
}

/** Scripts that names in India are written in, each with a file of Noto Sans: tests of one letter. */
const notoScripts = {
  'latin-ext': /^[\u0100-\u024f\u1e00-\u1eff\u20a0-\u20bf]$/u,
  greek: /^[\u0386-\u03ce]$/u,
  cyrillic: /^[\u0400-\u045f\u0490\u0491]$/u,
  devanagari: /^[\p{Script=Devanagari}।॥]$/u,
  tamil: /^\p{Script=Tamil}$/u,
  telugu: /^\p{Script=Telugu}$/u,
  kannada: /^\p{Script=Kannada}$/u,
  malayalam: /^\p{Script=Malayalam}$/u,
  bengali: /^\p{Script=Bengali}$/u,
  gujarati: /^\p{Script=Gujarati}$/u,
  gurmukhi: /^\p{Script=Gurmukhi}$/u,
}

type NotoScript = keyof typeof notoScripts

/** Joins and parts letters of Indian scripts; nothing by itself. */
const joiner = /^\p{Join_Control}$/u

/** The script that draws a letter with all its marks; null when none here does. */
function notoScriptOf(grapheme: string): NotoScript | null {
  const letters = [...grapheme].filter((letter) => !joiner.test(letter))
  for (const script of Object.keys(notoScripts) as NotoScript[]) {
    if (letters.every((letter) => notoScripts[script].test(letter))) return script
  }
  return null
}

/** Which font pipes a letter: Amita's Latin, or a script of its own. */
export type IcingScript = 'latin' | NotoScript

const latin = /^[\u0020-\u007e\u00a1-\u00ff‘’“”–—•…€][\u0300-\u036f]*$/u

/** The script of one letter with its marks; null when no font here pipes it. */
export function icingScriptOf(letter: string): IcingScript | null {
  return latin.test(letter) ? 'latin' : notoScriptOf(letter)
}

/** Whether the fonts can draw a normalised name: Latin letters and the scripts of India. */
export function canBeDrawn(name: string): boolean {
  return lettersOf(name).every((letter) => icingScriptOf(letter) !== null)
}
