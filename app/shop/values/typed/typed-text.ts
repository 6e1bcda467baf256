const scripts = 'Deva Beng Gujr Guru Orya Taml Telu Knda Mlym Sinh Arab'.split(' ')
/** A sign of a script of India and its neighbours, in which joiners shape letters. */
const indian = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`
const emoji = '(?![\\d#*])\\p{Emoji}'
/** What shapes letters or emoji, with the sign before it. At the end of a word a joiner shapes what a virama ends. */
const shaping = [
  `${indian}[\\u200c\\u200d](?=${indian})`,
  `(?=${indian})\\p{Mn}\\u200d`,
  `${emoji}\\ufe0f?\\u200d(?=${emoji})`,
  `${emoji}\\ufe0f`,
  '[\\d#*]\\ufe0f(?=\\u20e3)',
].join('|')
/** Control characters, direction marks, and all else that has no look of its own. */
const unseen = new RegExp(
  `(${shaping})|(?![\\n\\t])[\\p{C}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * Text as it is piped, printed or read aloud: letters, digits and dashes stay as they were typed, in composed form (NFC).
 * What cannot be seen goes, spaces become plain and single, and at most one empty line stands in a row.
 */
export function tidyLines(text: string): string {
  const seen = text
    .replace(lineEnds, '\n')
    .replace(unseen, '$1')
    .replace(/(?:[^\S\n]|\u2800)+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return normalise(seen, 'NFC').trim()
}

/** Not with more marks on a letter than any language has: to sort them takes the square of their number. */
export function normalise(text: string, form: 'NFC' | 'NFKC'): string {
  return /\p{M}{30}/u.test(text) ? text : text.normalize(form)
}

/** As {@link tidyLines}, in one line. */
export function tidyLine(text: string): string {
  return tidyLines(text).replace(/\s+/gu, ' ')
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'leadHours' is 'Lead hours'. */
export function fieldInWords(field: string): string {
  return capitalised(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}
