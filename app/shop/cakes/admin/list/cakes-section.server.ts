import type { Database } from '#platform/database/database.server.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'
import { cakeIdSchema } from '../../cake.schema.ts'
import { hasFoodFacts } from '../../food/food-facts.ts'
import type { AdminCake } from '../admin-cake.ts'
import { countCakes, countCatalogue, listAdminCakes } from '../admin-cakes.store.server.ts'
import type { AdminCakeRow } from './cakes-section.tsx'

const cakesPerPage = 20

/** The data of the dashboard's section 'Cakes'; `search` is the page's query: ?cakes=mango&cakesAfter=id. */
export async function loadCakesSection({ db }: { db: Database }, search: URLSearchParams) {
  const query = search.get('cakes')
  const text = tidySearch(query)
  const after = cakeIdSchema.safeParse(search.get('cakesAfter')).data
  const found = await listAdminCakes(db, { text, after, limit: cakesPerPage + 1 })
  const cakes = found.slice(0, cakesPerPage)
  const { total, pictureless } = await countCatalogue(db)
  return {
    open: query !== null || after !== undefined,
    text,
    total,
    pictureless,
    matching: text === '' ? total : await countCakes(db, text),
    cakes: cakes.map(toRow),
    first: after === undefined,
    /** The id after which the next page begins; null on the last. */
    next: found.length > cakesPerPage ? (cakes.at(-1)?.id ?? null) : null,
  }
}

function toRow(cake: AdminCake): AdminCakeRow {
  const { id, name, category, price, egg, featured, hidden } = cake
  const [first] = cake.pictures
  const picture = first ? { id: first.id, colour: first.colour } : null
  const isUnsaid = !hasFoodFacts(cake)
  return { id, name, category, price, egg, featured, hidden, isUnsaid, picture }
}
