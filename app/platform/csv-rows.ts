const quote = 0x22
const lineFeed = 0x0a

/** Counts the rows of a CSV file while it arrives, its heading among them: a line that ends within quotes is none. */
export function createCsvRowCounter() {
  let isQuoted = false
  let rows = 0
  return {
    /** Takes the next piece of the file; answers how many rows have ended so far. */
    take(piece: Uint8Array): number {
      for (const byte of piece) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineFeed && !isQuoted) rows += 1
      }
      return rows
    },
  }
}
