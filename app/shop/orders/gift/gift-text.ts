/** What a printed card and a rider's slip have room for, in characters. */
export const maxText = { riderNote: 140, giftMessage: 200, giftFrom: 60 }

/** Controls, marks that turn the direction of writing, and all else that is not seen, but for what joins letters and emoji. */
const unseen = /(?!\u200c|\u200d|\ufe0f|\n)[\p{C}\p{Default_Ignorable_Code_Point}]/gu
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

/** A text of one line: composed, with single spaces, and without what cannot be seen. */
export function tidyLine(text: string): string {
  return tidyLines(text).replace(/\s+/gu, ' ')
}

/** A text that may have lines: composed, with single spaces and at most one empty line, and without what cannot be seen. */
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
