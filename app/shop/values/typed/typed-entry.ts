import { normalise, tidyLine } from './typed-text.ts'

const dashes = /[\p{Pd}\u02d7\u2043\u2212]/gu

/**
 * A name, number, code, address or search: as {@link tidyLine}, and in plain signs (NFKC), with every dash as '-' and
 * every digit as 0 to 9, so that '९８७६५‑४३२१०' is '98765-43210'.
 */
export function tidyEntry(text: string): string {
  // Nothing to do for most of the cells of a file.
  if (/^[!-~]*$/.test(text)) return text
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
