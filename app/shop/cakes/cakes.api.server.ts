import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, JsonText } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import type { CakeFinder } from './cake-finder.server.ts'
import { cakeTag, catalogueTag } from './cake-tags.ts'
import {
  allCakesEndpoint,
  cakeEndpoint,
  cakesPerPage,
  searchCakesEndpoint,
} from './cakes.endpoints.ts'
import { findCakeText, listCakesPage, listCakeTexts } from './cakes.store.server.ts'

// Kept by anyone, asked about each time: the ETag makes that a few bytes.
const publicCache = 'public, max-age=0, must-revalidate'

/** The calls that read the catalogue. */
export function serveCakes(api: Api, { db, cakeFinder }: { db: Database; cakeFinder: CakeFinder }) {
  api.serve(allCakesEndpoint, async ({ query: { limit, cursor } }, { answerHeaders, shows }) => {
    shows([catalogueTag])
    answerHeaders.set('cache-control', publicCache)
    if (limit === undefined && cursor === undefined) {
      return arrayOf(await listCakeTexts(db))
    }
    const size = limit ?? cakesPerPage
    const { cakes, next } = await listCakesPage(db, { limit: size, cursor })
    if (next) answerHeaders.set('link', nextLink(size, next))
    return arrayOf(cakes)
  })

  // Before the cakes: 'search' is no cake's id.
  api.serve(searchCakesEndpoint, ({ query }, { answerHeaders, shows }) => {
    shows([catalogueTag])
    const { cursor, limit, category, flavour, price = null, ...rest } = query
    answerHeaders.set('cache-control', publicCache)
    return cakeFinder.find(
      { ...rest, price, category: category || 'all', flavour: flavour || 'all' },
      { limit, after: cursor, described: true },
    )
  })

  api.serve(cakeEndpoint, async ({ params: { id } }, { answerHeaders, shows }) => {
    const cake = await findCakeText(db, id)
    if (!cake) throw new AppError('not_found', 'There is no such cake.')
    shows([cakeTag(id)])
    answerHeaders.set('cache-control', publicCache)
    return new JsonText(cake)
  })
}

const arrayOf = (texts: string[]) => new JsonText(`[${texts.join(',')}]`)

function nextLink(limit: number, cursor: string): string {
  return `<${apiBase}${allCakesEndpoint.path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
