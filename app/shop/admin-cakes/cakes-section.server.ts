import type { Database } from '#platform/database/database.server.ts'
import { cakeIdSchema } from '#shop/cakes/cake.schema.ts'
import { countShelf, listShelf } from './catalogue.store.server.ts'
import type { ShelfCake } from './shelf-cake.ts'
import type { ShelfRow } from './shelf-list.tsx'

const cakesPerPage = 20
const longestText = 100

/** What the section 'Cakes' of the panel shows; `search` is the query of the page's address: ?cakes=mango&cakesAfter=id. */
export async function loadCakesSection({ db }: { db: Database }, search: URLSearchParams) {
  const asked = search.get('cakes')
  const text = (asked ?? '').trim().slice(0, longestText)
  const after = cakeIdSchema.safeParse(search.get('cakesAfter')).data
  const found = await listShelf(db, { text, after, limit: cakesPerPage + 1 })
  const cakes = found.slice(0, cakesPerPage)
  const total = await countShelf(db)
  return {
    open: asked !== null || after !== undefined,
    text,
    total,
    matching: text === '' ? total : await countShelf(db, text),
    cakes: cakes.map(rowOf),
    first: after === undefined,
    /** The id after which the next page begins; null on the last. */
    next: found.length > cakesPerPage ? (cakes.at(-1)?.id ?? null) : null,
  }
}

/** A list needs no more of a cake. */
function rowOf({
  id,
  name,
  category,
  price,
  egg,
  featured,
  hidden,
  pictures,
}: ShelfCake): ShelfRow {
  const [first] = pictures
  const picture = first ? { id: first.id, colour: first.colour } : null
  return { id, name, category, price, egg, featured, hidden, picture }
}
