import { ReadableStream as NodeStream } from 'node:stream/web'

/** A body that is made piece by piece as it is read; a reader that goes away ends the making. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(pieces) as ReadableStream<Uint8Array>
}
