/** In letters: the room on a printed card and a rider's slip. */
export const maxText = { riderNote: 140, giftMessage: 200, giftFrom: 60 }

/** Control characters, direction marks and other invisible characters, except those that join letters and emoji. */
const unseen = /(?!\u200c|\u200d|\ufe0f|\n)[\p{C}\p{Default_Ignorable_Code_Point}]/gu
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

/** One line in composed form (NFC), with single spaces and without invisible characters. */
export function tidyLine(text: string): string {
  return tidyLines(text).replace(/\s+/gu, ' ')
}

/** In composed form (NFC), with single spaces, at most one empty line in a row, and without invisible characters. */
export function tidyLines(text: string): string {
  return text
    .replace(lineEnds, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(unseen, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/ {2,}/g, ' ')
    .normalize('NFC')
    .trim()
}
