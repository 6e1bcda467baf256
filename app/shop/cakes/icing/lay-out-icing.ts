import { lettersOf } from '#ui/forms/letters.ts'

export interface IcingLayout {
  /** The height of the letters' body: the font's size. */
  size: number
  /** Each centred on x, its letters standing on y; no wider than `width`. */
  lines: { text: string; x: number; y: number; width: number }[]
  plaque: { x: number; y: number; width: number; height: number }
}

/** What the letters may fill, and where the plaque stands: on the board, against the cake's front, between the arrows of a phone. */
const room = { width: 58, middle: 50, bottom: 77 }
/** The maximum size with one, two and three lines. */
const maxSizes = [10.5, 7.6, 6]
/** Below this size a long word is split. */
const minWholeSize = 4.8
const lineHeight = 1.3
const padding = { x: 5, y: 3 }

/** Lays a tidied name out as large as its plaque allows, in one to three lines. Measures nothing, so that it is the same everywhere. */
export function layOutIcing(name: string): IcingLayout {
  const whole = inLines(name.split(' '))
  const { size, lines } = whole.size >= minWholeSize ? whole : splitWords(name)
  const x = room.middle
  const widest = Math.max(...lines.map((line) => icingWidth(line) * size))
  const width = Math.max(26, widest) + 2 * padding.x
  const height = lines.length * lineHeight * size + 2 * padding.y
  const top = room.bottom - height
  return {
    size,
    plaque: { x: x - width / 2, y: top, width, height },
    lines: lines.map((text, row) => ({
      text,
      x,
      width: room.width,
      // In the middle of its line, as most letters are: between the baseline and the height of a small letter.
      y: top + padding.y + (row + 0.5) * lineHeight * size + 0.27 * size,
    })),
  }
}

interface Fitted {
  size: number
  lines: string[]
}

function splitWords(name: string): Fitted {
  const { size, lines } = inLines(name.split(' '), lettersOf)
  return { size: Math.min(size, minWholeSize), lines }
}

/** The number of lines that allows the largest letters; the fewest of them when several do. */
function inLines(words: string[], part?: (word: string) => string[]): Fitted {
  const all = maxSizes.map((size, more) => {
    const limit = narrowest(words, more + 1, part)
    return {
      size: Math.min(size, room.width / limit),
      lines: wrap(words, limit, part) ?? [words.join(' ')],
    }
  })
  return all.reduce((best, next) => (next.size > best.size + 0.01 ? next : best))
}

/** The smallest width that fits the words into so many lines. */
function narrowest(words: string[], maxLines: number, part?: (word: string) => string[]): number {
  let [tooNarrow, enough] = [0, icingWidth(words.join(' ')) + 0.01]
  for (let step = 0; step < 16; step += 1) {
    const middle = (tooNarrow + enough) / 2
    const lines = wrap(words, middle, part)
    if (lines && lines.length <= maxLines) enough = middle
    else tooNarrow = middle
  }
  return enough
}

/** Words in lines of a width; null when a word, or a letter of a split one, is wider. */
function wrap(words: string[], width: number, part?: (word: string) => string[]): string[] | null {
  const lines: string[] = []
  let line: string | null = null
  for (const word of words) {
    const longer: string = line === null ? word : `${line} ${word}`
    if (icingWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== null) lines.push(line)
    line = ''
    for (const piece of icingWidth(word) <= width || !part ? [word] : part(word)) {
      if (icingWidth(piece) > width) return null
      if (icingWidth(line + piece) > width) {
        lines.push(line)
        line = ''
      }
      line += piece
    }
  }
  if (line !== null) lines.push(line)
  return lines
}

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
const joinControl = /\p{Join_Control}/u

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
  if (latinMark.test(letter) || flatMark.test(letter) || joinControl.test(letter)) return 0
  const { letter: ofLetter, mark: ofMark } = broadScripts.test(letter) ? broad : usual
  return mark.test(letter) ? ofMark : ofLetter
}
