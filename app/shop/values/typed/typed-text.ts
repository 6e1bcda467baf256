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
const dashes = /[\p{Pd}\u02d7\u2043\u2212]/gu

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
function normalise(text: string, form: 'NFC' | 'NFKC'): string {
  return /\p{M}{30}/u.test(text) ? text : text.normalize(form)
}

/** As {@link tidyLines}, in one line. */
export function tidyLine(text: string): string {
  return tidyLines(text).replace(/\s+/gu, ' ')
}

/**
 * A name, number, code, address or search: as {@link tidyLine}, and in plain signs (NFKC), with every dash as '-' and
 * every digit as 0 to 9, so that '९８७६५‑४३२१०' is '98765-43210'.
 */
export function tidyEntry(text: string): string {
  const line = tidyLine(text)
    .replace(/(\d)(?=[¼-¾⅐-⅞])/gu, '$1 ')
    .replaceAll('´', "'")
  return normalise(line, 'NFKC')
    .replaceAll('\u2044', '/')
    .replace(dashes, '-')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/\s+/gu, ' ')
    .trim()
}

/** A script's digits follow each other from zero on. */
function toAsciiDigit(digit: string): string {
  let before = 0
  const code = digit.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** A search begins with at most so many characters of what was typed. */
export const maxSearchText = 100

/** What a page or a call searches for. It is cut by code points, so that none is halved. */
export function tidySearch(text: string | null): string {
  const start = tidyEntry((text ?? '').slice(0, 10 * maxSearchText))
  return [...start].slice(0, maxSearchText).join('').trim()
}
