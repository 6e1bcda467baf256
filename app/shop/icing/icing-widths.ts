/** Advance widths of Amita Bold in hundredths of its size, from the code point that each row is named by. */
const icingWidths = {
  32: [
    22, 27, 41, 61, 57, 104, 64, 25, 33, 33, 40, 46, 22, 48, 22, 58, 69, 33, 58, 54, 58, 52, 64, 51,
    60, 64, 23, 23, 38, 51, 38, 52, 62, 69, 65, 62, 68, 54, 59, 67, 66, 30, 38, 63, 57, 90, 64, 74,
    63, 74, 65, 57, 50, 64, 57, 80, 59, 64, 59, 30, 58, 30, 31, 56, 21, 59, 56, 52, 60, 54, 37, 56,
    59, 32, 29, 58, 32, 82, 62, 56, 60, 56, 46, 41, 35, 61, 52, 74, 58, 58, 50, 33, 26, 33, 35,
  ],
  160: [
    22, 27, 40, 57, 55, 57, 25, 49, 32, 58, 42, 43, 48, 48, 58, 27, 39, 48, 33, 32, 20, 67, 54, 22,
    14, 23, 41, 43, 97, 98, 106, 52, 69, 69, 69, 69, 69, 69, 91, 62, 54, 54, 54, 54, 30, 30, 30, 30,
    68, 64, 74, 74, 74, 74, 74, 44, 74, 64, 64, 64, 64, 64, 62, 67, 59, 59, 59, 59, 59, 59, 86, 52,
    54, 54, 54, 54, 32, 32, 32, 32, 59, 62, 56, 56, 56, 56, 56, 47, 56, 61, 61, 61, 61, 58, 57, 58,
  ],
  2304: [
    0, 0, 0, 40, 86, 86, 117, 54, 54, 60, 86, 91, 83, 58, 58, 58, 58, 117, 117, 117, 117, 78, 98,
    74, 69, 74, 75, 81, 86, 83, 78, 60, 66, 66, 62, 82, 70, 74, 58, 71, 71, 71, 62, 80, 62, 74, 65,
    66, 46, 46, 78, 82, 82, 62, 79, 62, 77, 58, 0, 32, 0, 59, 32, 32, 32, 0, 0, 0, 0, 0, 0, 0, 0,
    32, 32, 32, 32, 0, 0, 0, 114, 0, 0, 0, 0, 0, 0, 0, 74, 98, 74, 86, 66, 62, 80, 66, 94, 83, 0, 0,
    74, 110, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 57, 26, 86, 86, 117, 0, 86, 86, 0, 86, 66, 74,
    86, 51, 66, 62,
  ],
}

// Scripts that other faces draw: as wide as their broader letters are, and those of the South broader still.
const broadScripts = /[\p{Script=Tamil}\p{Script=Malayalam}]/u
const broad = { letter: 105, mark: 80 }
const usual = { letter: 82, mark: 45 }
const latinMark = /[\u0300-\u036f]/
const flatMark = /\p{Mn}/u
const mark = /\p{Mc}/u
const unwritten = /\p{Join_Control}/u

/** How much room a text takes in icing, in its own size; a little more than the letters need, for joined ones. */
export function icingWidth(text: string): number {
  let sum = 0
  for (const letter of text.normalize('NFD')) sum += widthOf(letter)
  return sum / 100
}

function widthOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  for (const [first, widths] of Object.entries(icingWidths)) {
    const width = widths[code - Number(first)]
    if (width !== undefined) return width
  }
  if (latinMark.test(letter) || flatMark.test(letter) || unwritten.test(letter)) return 0
  const { letter: ofLetter, mark: ofMark } = broadScripts.test(letter) ? broad : usual
  return mark.test(letter) ? ofMark : ofLetter
}
