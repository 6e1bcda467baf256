import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { allCakesEndpoint, cakeEndpoint, cakesPerPage } from './cakes.endpoints.ts'
import { findCake, listCakes, listCakesPage } from './cakes.store.server.ts'

// Kept by anyone, asked about each time: the ETag makes that a few bytes.
const publicCache = 'public, max-age=0, must-revalidate'

/** The calls that read the catalogue. */
export function serveCakes(api: Api, { db }: { db: Database }) {
  api.serve(allCakesEndpoint, async ({ query: { limit, cursor } }, { answerHeaders }) => {
    answerHeaders.set('cache-control', publicCache)
    if (limit === undefined && cursor === undefined) return listCakes(db)
    const size = limit ?? cakesPerPage
    const { cakes, next } = await listCakesPage(db, { limit: size, cursor })
    if (next) answerHeaders.set('link', nextLink(size, next))
    return cakes
  })

  api.serve(cakeEndpoint, async ({ params: { id } }, { answerHeaders }) => {
    const cake = await findCake(db, id)
    if (!cake) throw new AppError('not_found', 'There is no such cake.')
    answerHeaders.set('cache-control', publicCache)
    return cake
  })
}

function nextLink(limit: number, cursor: string): string {
  return `<${apiBase}${allCakesEndpoint.path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
