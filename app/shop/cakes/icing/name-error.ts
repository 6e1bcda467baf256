import { hasAtMost } from '#ui/forms/letters.ts'
import { normaliseName } from './name-on-cake.ts'

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
