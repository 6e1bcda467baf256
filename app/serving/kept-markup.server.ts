import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { KeepMarkup } from '#ui/kept-markup.tsx'

const keptBytes = 4 * 1024 * 1024

const kept = new LRUCache<string, Buffer>({
  maxSize: keptBytes,
  sizeCalculation: (piece, by) => piece.length + 2 * by.length,
})

const placeholder = /<!--kept (\d+)-->/

/** For one page: where its kept pieces stand. React never writes such a comment, whatever a text has in it. */
export function createMarkupKeeper() {
  const pieces: Buffer[] = []
  const keep: KeepMarkup = (by, children) =>
    `<!--kept ${pieces.push(kept.get(by) ?? made(by, children)) - 1}-->`
  return {
    keep,
    /** Markup as bytes, in their order, with the pieces in their places. */
    fill: (markup: string): Buffer[] =>
      markup
        .split(placeholder)
        .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : pieceAt(pieces, Number(part)))),
  }
}

function made(by: string, children: ReactNode): Buffer {
  const piece = Buffer.from(renderToString(children))
  kept.set(by, piece)
  return piece
}

function pieceAt(pieces: readonly Buffer[], place: number): Buffer {
  const piece = pieces[place]
  if (!piece) throw new Error(`The page has no piece ${place}`)
  return piece
}
