import { lettersOf } from './icing-scripts.ts'
import { icingWidth } from './icing-widths.ts'

/** A name on its plaque, in hundredths of the picture's width and height. */
export interface IcingLayout {
  /** The height of the letters' body: the font's size. */
  size: number
  /** Each centred on x, its letters standing on y; no wider than `width`. */
  lines: { text: string; x: number; y: number; width: number }[]
  plaque: { x: number; y: number; width: number; height: number }
}

/** What the letters may fill, and where the plaque's middle is: low on the cake's front, so that most of the cake is seen. */
const room = { width: 68, middle: { x: 50, y: 73 } }
/** The largest size with one, two and three lines. */
const largest = [12, 8.5, 6.4]
/** Smaller than this, a long word is rather parted. */
const partedFrom = 5.6
const lineHeight = 1.3
const padding = { x: 5, y: 3 }

/** Lays a tidied name out as large as its plaque allows, in one to three lines. Measures nothing, so that it is the same everywhere. */
export function layOutIcing(name: string): IcingLayout {
  const whole = inLines(name.split(' '))
  const { size, lines } = whole.size >= partedFrom ? whole : parted(name)
  const { x, y } = room.middle
  const widest = Math.max(...lines.map((line) => icingWidth(line) * size))
  const width = Math.max(26, widest) + 2 * padding.x
  const height = lines.length * lineHeight * size + 2 * padding.y
  const top = y - height / 2
  return {
    size,
    plaque: { x: x - width / 2, y: top, width, height },
    lines: lines.map((text, row) => ({
      ...{ text, x, width: room.width },
      // In the middle of its line, as most letters are: between the baseline and the height of a small letter.
      y: top + padding.y + (row + 0.5) * lineHeight * size + 0.27 * size,
    })),
  }
}

interface Fitted {
  size: number
  lines: string[]
}

function parted(name: string): Fitted {
  const { size, lines } = inLines(name.split(' '), lettersOf)
  return { size: Math.min(size, partedFrom), lines }
}

/** The number of lines that allows the largest letters; the fewest of them when several do. */
function inLines(words: string[], part?: (word: string) => string[]): Fitted {
  const all = largest.map((most, more) => {
    const limit = narrowest(words, more + 1, part)
    return {
      size: Math.min(most, room.width / limit),
      lines: wrap(words, limit, part) ?? [words.join(' ')],
    }
  })
  return all.reduce((best, next) => (next.size > best.size + 0.01 ? next : best))
}

/** The least width into which the words go with so many lines. */
function narrowest(words: string[], most: number, part?: (word: string) => string[]): number {
  let [tooNarrow, enough] = [0, icingWidth(words.join(' ')) + 0.01]
  for (let step = 0; step < 16; step += 1) {
    const middle = (tooNarrow + enough) / 2
    const lines = wrap(words, middle, part)
    if (lines && lines.length <= most) enough = middle
    else tooNarrow = middle
  }
  return enough
}

/** Words in lines of a width; null when a word, or a letter of a parted one, is wider. */
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
