import { ApiError, call } from '#platform/http/api-client.ts'
import type { CakeSummary } from '../cake.schema.ts'
import type { CakeSearch } from '../cake-search.ts'
import type { searchCakesEndpoint } from '../cakes.endpoints.ts'

/** Some cakes, and where those after them begin. */
export interface CakesShown {
  cakes: CakeSummary[]
  next: string | null
}

/** Cakes of a search after those before the cursor; a sentence when the shop refuses. Fetched when it is asked for. */
export async function readMoreCakes(
  { view: _, price, ...filter }: CakeSearch,
  cursor: string,
): Promise<CakesShown | string> {
  try {
    return await call<typeof searchCakesEndpoint>('GET /cakes/search', {
      query: { ...filter, price: price ?? undefined, cursor },
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.problem.detail
  }
}
