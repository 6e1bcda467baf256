import { normaliseName } from './name-on-cake.ts'

/** As much as a cake has room for in icing, in characters. */
export const maxNameLength = 60
/** As it is typed, with what normalising removes. */
export const maxTypedLength = 500
export const tooLongSentence = `A name can have ${maxNameLength} letters`

const emoji =
  /(?![©®™])\p{Extended_Pictographic}\p{Emoji_Modifier}?|\p{Regional_Indicator}+|\p{Emoji_Modifier}|\u20e3/gu
/** More than any language piles on one letter. */
const heapOfMarks = /\p{M}{5}/u

/** Why a name cannot be piped, as a sentence; null when it can. */
export function nameError(text: string): string | null {
  const name = normaliseName(text)
  const found = [...new Set(name.match(emoji))]
  if (found.length > 0) {
    return `We can’t pipe emoji. Please remove ${found.slice(0, 3).join(' ')}`
  }
  if (heapOfMarks.test(name)) return 'Please use fewer marks on one letter'
  return name.length > maxNameLength ? tooLongSentence : null
}
