/** As much as a cake has room for in icing, in characters. */
export const maxNameLength = 60
/** As it is typed, with what normalising removes. */
export const maxTypedLength = 500
export const tooLongSentence = `A name can have ${maxNameLength} letters`

const joiners = '\\u200c\\u200d'
const indian =
  '\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}'
/** Controls, marks that turn the direction of writing, and all else that has no look of its own. */
const unseen = new RegExp(`(?![${joiners}])[\\p{C}\\p{Default_Ignorable_Code_Point}]`, 'gu')
/** Joiners shape letters of Indian scripts, and do nothing anywhere else. */
const strayJoiners = new RegExp(`(?<![${indian}])[${joiners}]+`, 'gu')
const emoji =
  /(?![©®™])\p{Extended_Pictographic}\p{Emoji_Modifier}?|\p{Regional_Indicator}+|\p{Emoji_Modifier}|\u20e3/gu
/** More than any language piles on one letter. */
const heapOfMarks = /\p{M}{5}/u

/**
 * A name as it is piped: composed, with single spaces, and without what cannot be seen. Two names that look the same to
 * their readers are the same afterwards.
 */
export function normaliseName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .replace(strayJoiners, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

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
