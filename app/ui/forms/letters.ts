const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters as people see them, each with its marks: 'क्षि' and '👨‍👩‍👧' are one letter. */
export function lettersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** In UTF-16 units: more than any letter that people type needs. Checks of the tables allow as much. */
const maxUnitsPerLetter = 8

/** A check of whether a text has at most so many letters. Texts that are far too long are not counted. */
export function hasAtMost(maxLetters: number) {
  return (text: string): boolean =>
    text.length <= maxLetters ||
    (text.length <= maxLetters * maxUnitsPerLetter && lettersOf(text).length <= maxLetters)
}
