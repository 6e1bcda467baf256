import { and, asc, count, eq, gt, like, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { toColumns, wholeCake } from '#shop/cakes/cake-rows.store.server.ts'
import { insertCakePictures, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { cakePictures, cakes } from '#shop/cakes/cakes.tables.server.ts'
import type { AdminCake } from './admin-cake.ts'

const altsOfCake = sql<string[]>`(
  select coalesce(json_agg(cp.alt order by cp.position), '[]')
  from cake_pictures cp where cp.cake_id = cakes.id
)`

const columns = {
  cake: wholeCake,
  hidden: cakes.hidden,
  updatedAt: cakes.updatedAt,
  alts: altsOfCake,
}

/** How many cakes an export holds in memory at a time. */
const batchSize = 200

/** Every cake, shown or hidden, by id: at most `limit` after the id `after`, with a text in its name or category. */
export async function listAdminCakes(
  db: Database,
  { text = '', limit, after }: { text?: string; limit: number; after?: string },
): Promise<AdminCake[]> {
  const rows = await db
    .select(columns)
    .from(cakes)
    .where(and(after === undefined ? undefined : gt(cakes.id, after), having(text)))
    .orderBy(asc(cakes.id))
    .limit(limit)
  return rows.map(toAdminCake)
}

/** How many cakes there are, shown or hidden, with a text in their name or category. */
export async function countCakes(db: Database, text = ''): Promise<number> {
  const [counted] = await db.select({ cakes: count() }).from(cakes).where(having(text))
  return counted?.cakes ?? 0
}

export async function findAdminCake(db: Database, id: string): Promise<AdminCake | null> {
  const [row] = await db.select(columns).from(cakes).where(eq(cakes.id, id))
  return row ? toAdminCake(row) : null
}

/** The cake, held until the transaction ends: its changes happen one after another. */
export async function lockCake(tx: Database, id: string): Promise<AdminCake | null> {
  const [row] = await tx.select({ id: cakes.id }).from(cakes).where(eq(cakes.id, id)).for('update')
  return row ? findAdminCake(tx, id) : null
}

/** The whole shelf by id, some at a time, however large it is. */
export async function* readCakesInBatches(db: Database): AsyncGenerator<AdminCake[]> {
  let after: string | undefined
  do {
    const batch: AdminCake[] = await listAdminCakes(db, { limit: batchSize, after })
    if (batch.length > 0) yield batch
    after = batch.length === batchSize ? batch.at(-1)?.id : undefined
  } while (after !== undefined)
}

/** The ids that begin with a slug: it itself and those numbered after it. */
export async function listIdsOfSlug(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: cakes.id })
    .from(cakes)
    .where(or(eq(cakes.id, slug), like(cakes.id, `${slug}-%`)))
  return new Set(rows.map(({ id }) => id))
}

/** Writes a cake anew, all but its id. */
export async function updateCake(tx: Database, { id, pictures, ...cake }: NewCake, at: Date) {
  await tx
    .update(cakes)
    .set({ ...toColumns(cake), updatedAt: at })
    .where(eq(cakes.id, id))
  await tx.delete(cakePictures).where(eq(cakePictures.cakeId, id))
  await insertCakePictures(tx, id, pictures)
}

/** Takes a cake out for good; items of orders that have it stay as they are. */
export async function removeCake(tx: Database, id: string) {
  await tx.delete(cakes).where(eq(cakes.id, id))
}

function having(text: string): SQL | undefined {
  if (text === '') return undefined
  return contains(sql`lower(${cakes.name} || ' ' || ${cakes.category})`, text)
}

function toAdminCake({
  cake,
  updatedAt,
  ...row
}: {
  cake: Cake
  hidden: boolean
  updatedAt: Date
  alts: string[]
}): AdminCake {
  return { ...cake, ...row, updatedAt: updatedAt.toISOString() }
}
