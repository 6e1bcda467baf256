import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
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

/** The calls that read the catalogue. */
export function serveCakes(api: Api, { db, cakeFinder }: { db: Database; cakeFinder: CakeFinder }) {
  api.servePublic(allCakesEndpoint, async ({ query: { limit, cursor } }) => {
    const tags = [catalogueTag]
    if (limit === undefined && cursor === undefined) {
      return { text: arrayOf(await listCakeTexts(db)), tags }
    }
    const size = limit ?? cakesPerPage
    const { cakes, next } = await listCakesPage(db, { limit: size, cursor })
    return { text: arrayOf(cakes), tags, link: next ? nextLink(size, next) : undefined }
  })

  // Before the cakes: 'search' is no cake's id.
  api.servePublic(searchCakesEndpoint, async ({ query }) => {
    const { cursor, limit, category, flavour, price = null, ...rest } = query
    const { cakes, ...found } = await cakeFinder.findTexts(
      { ...rest, price, category: category || 'all', flavour: flavour || 'all' },
      { limit, after: cursor, described: true },
    )
    const text = `{"cakes":${arrayOf(cakes)},${JSON.stringify(found).slice(1)}`
    return { text, tags: [catalogueTag] }
  })

  api.servePublic(cakeEndpoint, async ({ params: { id } }) => {
    const text = await findCakeText(db, id)
    if (!text) throw new AppError('not_found', 'There is no such cake.')
    return { text, tags: [cakeTag(id)] }
  })
}

const arrayOf = (texts: string[]) => `[${texts.join(',')}]`

function nextLink(limit: number, cursor: string): string {
  return `<${apiBase}${allCakesEndpoint.path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
