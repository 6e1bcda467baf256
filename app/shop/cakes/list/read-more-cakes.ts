import { ApiError, call } from '#platform/http/api-client.ts'
import type { CakeSummary } from '../cake.schema.ts'
import type { CakeSearch } from '../cake-search.ts'
import type { searchCakesEndpoint } from '../cakes.endpoints.ts'

export interface CakesShown {
  cakes: CakeSummary[]
  next: string | null
}

/** Cakes of a search after the cursor; a sentence if the shop sends an error. Loaded on demand. */
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
