import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'

/** Where renderToString has left out, without a word, what waits or fails within a boundary. No text of a page has it. */
const leftOut = '<!--$!-->'

/**
 * The markup of a page with all that is in it. Most wait for nothing: only others take the slower way.
 *
 * @throws whatever a part of it throws, also where a boundary would hide that
 */
export async function wholeMarkup(page: ReactNode): Promise<string> {
  const markup = renderToString(page)
  return markup.includes(leftOut) ? markupOnceReady(page) : markup
}

async function markupOnceReady(page: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerenderToNodeStream(page, {
    onError: (error) => void errors.push(error),
    // Otherwise long parts would be put in their places by scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const markup = await text(prelude)
  if (errors.length > 0) throw errors[0]
  return markup
}
