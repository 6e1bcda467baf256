import { and, asc, count, eq, gt, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#platform/app-error.ts'
import { contains, type Database, inBatches } from '#platform/database/database.server.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'
import { cakeIdSchema } from '../cake.schema.ts'
import { isExtra, toCategory } from '../cake-price.ts'
import {
  type CakeRow,
  cakeColumns,
  insertCakePictures,
  type NewCake,
  toCake,
  toColumns,
} from '../cakes.store.server.ts'
import { cakePictures, cakes } from '../cakes.tables.server.ts'
import { hasFoodFacts } from '../food/food-facts.ts'
import type { AdminCake, CategoryChoices } from './cake-input.schema.ts'

const batchSize = 200

/** Cakes by id, published and hidden: at most `limit` after the id `after`, with the text in name or category. */
async function listAdminCakes(
  db: Database,
  { text = '', limit, after }: { text?: string; limit: number; after?: string },
): Promise<AdminCake[]> {
  const rows = await db
    .select(cakeColumns)
    .from(cakes)
    .where(and(after === undefined ? undefined : gt(cakes.id, after), hasText(text)))
    .orderBy(asc(cakes.id))
    .limit(limit)
  return rows.map(toAdminCake)
}

export async function countCakes(db: Database, text = ''): Promise<number> {
  const [counted] = await db.select({ cakes: count() }).from(cakes).where(hasText(text))
  return counted?.cakes ?? 0
}

/** It is hidden until it has a picture. */
export const isPictureless = sql`${cakes.hidden} and not exists (select from ${cakePictures} where ${cakePictures.cakeId} = ${cakes.id})`

/** All cakes, and those of them that wait for a picture. */
export async function countCatalogue(db: Database) {
  const pictureless = sql`count(*) filter (where ${isPictureless})`.mapWith(Number)
  const [counted] = await db.select({ total: count(), pictureless }).from(cakes)
  return counted ?? { total: 0, pictureless: 0 }
}

export async function findAdminCake(db: Database, id: string): Promise<AdminCake | null> {
  const [row] = await db.select(cakeColumns).from(cakes).where(eq(cakes.id, id))
  return row ? toAdminCake(row) : null
}

/**
 * Locks the cake until the transaction ends: its changes happen one after another.
 *
 * @throws AppError not_found
 */
export async function lockCake(tx: Database, id: string): Promise<AdminCake> {
  await tx.select({ id: cakes.id }).from(cakes).where(eq(cakes.id, id)).for('update')
  const cake = await findAdminCake(tx, id)
  if (!cake) throw new AppError('not_found', 'This cake is no longer available.')
  return cake
}

export function readCakesInBatches(db: Database) {
  return inBatches<AdminCake>(batchSize, (last) =>
    listAdminCakes(db, { limit: batchSize, after: last?.id }),
  )
}

/** The ids of a slug: the slug itself and those numbered after it. */
export async function listIdsOfSlug(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: cakes.id })
    .from(cakes)
    .where(or(eq(cakes.id, slug), like(cakes.id, `${slug}-%`)))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks all cakes of a cake's category until the transaction ends, in one order: who locked the cake first could wait for
 * another who does the same. Their ids.
 */
export async function lockCategoryOf(tx: Database, id: string): Promise<string[]> {
  const category = tx.select({ category: cakes.category }).from(cakes).where(eq(cakes.id, id))
  const rows = await tx
    .select({ id: cakes.id })
    .from(cakes)
    .where(inArray(cakes.category, category))
    .orderBy(asc(cakes.id))
    .for('update')
  return rows.map(({ id }) => id)
}

/** Replaces all of a cake but its id. */
export async function updateCake(tx: Database, { id, pictures, ...cake }: NewCake, at: Date) {
  await tx
    .update(cakes)
    .set({ ...toColumns(cake), updatedAt: at })
    .where(eq(cakes.id, id))
  await tx.delete(cakePictures).where(eq(cakePictures.cakeId, id))
  await insertCakePictures(tx, id, pictures)
}

export async function removeCake(tx: Database, id: string) {
  await tx.delete(cakes).where(eq(cakes.id, id))
}

function hasText(text: string): SQL | undefined {
  if (text === '') return undefined
  return or(
    contains(sql`lower(${cakes.name} || ' ' || ${cakes.category})`, text),
    eq(cakes.category, toCategory(text)),
  )
}

function toAdminCake(row: CakeRow): AdminCake {
  const { hidden, updatedAt, pictures } = row
  const alts = pictures.map(({ alt }) => alt)
  return { ...toCake(row), hidden, updatedAt: updatedAt.toISOString(), alts }
}

const maxCategories = 100

/** The categories, each with the choices that all of its cakes have; empty if they differ. */
export function listCategories(db: Database): Promise<CategoryChoices[]> {
  const { category, choices } = cakes
  const shared = sql`case when min(${choices}) = max(${choices}) then min(${choices}) else '{}' end`
  return db
    .select({ category, choices: shared.mapWith(choices) })
    .from(cakes)
    .groupBy(category)
    .orderBy(asc(category))
    .limit(maxCategories)
}

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
    /** Hidden until they have a picture. */
    pictureless,
    matching: text === '' ? total : await countCakes(db, text),
    cakes: cakes.map(toRow),
    first: after === undefined,
    /** The id after which the next page begins; null on the last. */
    next: found.length > cakesPerPage ? (cakes.at(-1)?.id ?? null) : null,
  }
}

/** A cake of the list; its card's picture, null when it has none. `isUnsaid`: what is in it. */
function toRow(cake: AdminCake) {
  const { id, name, category, price, egg, featured, hidden } = cake
  const [first] = cake.pictures
  const picture = first ? { id: first.id, colour: first.colour } : null
  const isUnsaid = !isExtra(category) && !hasFoodFacts(cake)
  return { id, name, category, price, egg, featured, hidden, isUnsaid, picture }
}
