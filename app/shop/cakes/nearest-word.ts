/** How many slips of the finger a word of so many letters may have. */
const slipsFor = (letters: number) => (letters < 3 ? 0 : letters < 6 ? 1 : 2)

/**
 * The one of the known words that was probably meant: with the fewest letters wrong, missing, too many or swapped with the
 * next; of equal ones the first. Null when none is near. All words are in lower case.
 */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  let nearest: string | null = null
  let fewest = slipsFor(typed.length) + 1
  for (const word of known) {
    if (Math.abs(word.length - typed.length) >= fewest) continue
    const slips = slipsBetween(typed, word, fewest)
    if (slips >= fewest) continue
    nearest = word
    fewest = slips
  }
  return nearest
}

/** How many slips lead from one word to another; any number from `enough` on may be answered as `enough`. */
function slipsBetween(a: string, b: string, enough: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const single = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      row.push(swapped ? Math.min(single, at(beforeLast, j - 2) + 1) : single)
    }
    if (Math.min(...row) >= enough) return enough
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY
