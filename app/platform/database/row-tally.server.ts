import { hash } from 'node:crypto'

const newline = 10

/** How many rows a table's text has, and a digest that is the same in whatever order they come. */
export interface Tally {
  rows: number
  digest: string
}

/** Counts the rows of a text that passes through. */
export function createTally() {
  let rows = 0
  // The sum of all rows' digests, in two halves that numbers hold.
  const sum = { high: 0, low: 0 }
  let begun: Uint8Array = new Uint8Array()

  function add(line: Uint8Array) {
    const digest = hash('sha1', line, 'buffer')
    sum.high = (sum.high + digest.readUInt32LE(0)) >>> 0
    sum.low = (sum.low + digest.readUInt32LE(4)) >>> 0
    rows += 1
  }

  return {
    async *through(text: AsyncIterable<Uint8Array>) {
      for await (const chunk of text) {
        let start = 0
        for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
          const line = chunk.subarray(start, end)
          add(begun.length > 0 ? Buffer.concat([begun, line]) : line)
          begun = new Uint8Array()
          start = end + 1
        }
        if (start < chunk.length) begun = Buffer.concat([begun, chunk.subarray(start)])
        yield chunk
      }
    },
    total: (): Tally => ({ rows, digest: `${sum.high.toString(16)}-${sum.low.toString(16)}` }),
  }
}

/** The tally of a text that is read for it alone. */
export async function tallyOf(text: AsyncIterable<Uint8Array>): Promise<Tally> {
  const tally = createTally()
  for await (const _ of tally.through(text));
  return tally.total()
}
