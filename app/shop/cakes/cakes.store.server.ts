import { and, arrayOverlaps, asc, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { builtStatements } from '#platform/database/built-statements.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Cake } from './cake.schema.ts'
import { cakeText, readCake, toColumns, wholeCake } from './cake-rows.store.server.ts'
import { cakePictures, cakes, onShow } from './cakes.tables.server.ts'

/** A cake as it is put into the catalogue; prices in rupees, pictures in the order they are shown. */
export type NewCake = Omit<Cake, '_id' | 'image' | 'pictures'> & {
  /** Kept for the baker alone; on show when left out. */
  hidden?: boolean
  pictures: CakePicture[]
}

/** A picture of a cake; '' as `alt` where the cake's name says enough. */
export interface CakePicture {
  id: string
  alt: string
}

/** Some cakes of the catalogue as JSON texts, and where the next ones begin; null when these were the last. */
export interface CakesPage {
  cakes: string[]
  next: string | null
}

function select<Shown>(db: Database, shown: SQL<Shown>, where?: SQL) {
  const query = db.select({ id: cakes.id, cake: shown }).from(cakes)
  return query.where(and(onShow, where)).orderBy(asc(cakes.id)).$dynamic()
}

const oneCake = builtStatements((db) =>
  select(db, cakeText, eq(cakes.id, sql.placeholder('id'))).prepare(''),
)

const pages = builtStatements((db, { isLater }: { isLater: boolean }) => {
  const later = isLater ? gt(cakes.id, sql.placeholder('cursor')) : undefined
  return select(db, cakeText, later).limit(sql.placeholder('limit')).prepare('')
})

const cakesOf = builtStatements((db) =>
  select(db, wholeCake, sql`${cakes.id} = any(${sql.placeholder('ids')}::text[])`).prepare(''),
)

/** The whole catalogue, by id. */
export async function listCakes(db: Database): Promise<Cake[]> {
  return (await select(db, wholeCake)).map(({ cake }) => cake)
}

/** As `listCakes`, each cake as a JSON text. */
export async function listCakeTexts(db: Database): Promise<string[]> {
  return (await select(db, cakeText)).map(({ cake }) => cake)
}

/** A cake on show; null when there is none of this id. */
export async function findCake(db: Database, id: string): Promise<Cake | null> {
  const text = await findCakeText(db, id)
  return text === null ? null : readCake(text)
}

/** As `findCake`, as a JSON text. */
export async function findCakeText(db: Database, id: string): Promise<string | null> {
  const [row] = await oneCake(db, {}).execute({ id })
  return row?.cake ?? null
}

/** Those of the cakes that are on show, to price a cart by. */
export async function findCakesForPricing(tx: Database, ids: string[]): Promise<Cake[]> {
  if (ids.length === 0) return []
  return (await cakesOf(tx, {}).execute({ ids })).map(({ cake }) => cake)
}

const mostGoingWith = 4
/** So many cakes of a flavour are compared at the most: with a frequent one that takes no longer than with a rare one. */
const mostCompared = 500

const goingWith = builtStatements((db) => {
  const most = sql.raw(String(mostGoingWith))
  const category = sql.placeholder('category')
  const keys = sql`cake_flavour_keys(${sql.placeholder('flavours')}::text[])`
  const best = sql`order by stars desc, id limit ${most}`
  // The index of the best of a category answers the first; the second is read only where those are too few.
  const kind = sql`select id, stars from ${cakes}
    where ${onShow} and ${eq(cakes.category, category)} and ${ne(cakes.id, sql.placeholder('id'))} ${best}`
  const alike = sql`select id, stars from ${cakes}
    where ${onShow} and ${arrayOverlaps(cakes.flavourKeys, keys)} and ${ne(cakes.category, category)}
    and (select count(*) from kind) < ${most} limit ${sql.raw(String(mostCompared))}`
  const going = sql`with kind as materialized (${kind})
    select 1 as place, id from kind union all select 2, id from (select id, stars from (${alike}) alike ${best}) best`
  return db
    .select({ cake: wholeCake })
    .from(sql`(${going}) going`)
    .innerJoin(cakes, sql`${cakes.id} = going.id`)
    .orderBy(sql`going.place`, desc(cakes.stars), asc(cakes.id))
    .limit(mostGoingWith)
    .prepare('')
})

/**
 * At most 4 cakes that go with one: of its category first, then those that share a flavour; the best rated first. Where
 * hundreds of other categories share a flavour, the best of some of them.
 */
export async function listCakesGoingWith(db: Database, cake: Cake): Promise<Cake[]> {
  const { id, category, flavours } = cake
  const rows = await goingWith(db, {}).execute({ id, category, flavours })
  return rows.map((row) => row.cake)
}

/** At most `limit` cakes after the one that `cursor` names, by id. */
export async function listCakesPage(
  db: Database,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<CakesPage> {
  const asked = pages(db, { isLater: cursor !== undefined })
  const rows = await asked.execute({ cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
  return { cakes: page.map(({ cake }) => cake), next }
}

/**
 * Puts a cake and its pictures into the catalogue, or neither. The pictures are in the database already.
 *
 * @returns false when its id is taken, and then nothing has changed
 */
export async function insertCake(db: Database, cake: NewCake, at?: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(cakes)
      .values({ id: cake.id, ...toColumns(cake), createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: cakes.id })
    if (inserted) await insertCakePictures(tx, cake.id, cake.pictures)
    return inserted !== undefined
  })
}

/** Gives a cake that has none its pictures. */
export async function insertCakePictures(tx: Database, cakeId: string, pictures: CakePicture[]) {
  if (pictures.length === 0) return
  const shown = pictures.map(({ id, alt }, position) => ({ cakeId, position, pictureId: id, alt }))
  await tx.insert(cakePictures).values(shown)
}

/** Those of the pictures that a cake shows. */
export async function picturesOnCakes(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: cakePictures.pictureId })
    .from(cakePictures)
    .where(inArray(cakePictures.pictureId, ids))
  return rows.map(({ id }) => id)
}
