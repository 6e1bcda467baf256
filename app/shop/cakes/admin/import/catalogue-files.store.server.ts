import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { toColumns } from '../../cakes.store.server.ts'
import { cakePictures, cakes } from '../../cakes.tables.server.ts'
import { isPictureless } from '../admin-cakes.store.server.ts'
import type { CakeRecord } from '../cake-input.schema.ts'

const batchSize = 500

/** A cake that exists takes the columns of the row that was to be inserted. */
const { id: _id, createdAt: _createdAt, ...columns } = getTableColumns(cakes)
const asInserted = Object.fromEntries(
  Object.entries(columns).map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
)

/** The key of an advisory lock; unique in the shop. */
const importLock = 7_262_554

/**
 * Runs imports one after another, and blocks changes of cakes until the transaction ends. Cakes can be read and
 * ordered meanwhile.
 */
export async function lockCatalogue(tx: Database) {
  await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)
  await tx.select({ id: cakes.id }).from(cakes).orderBy(cakes.id).for('no key update')
}

/** Waits for a running import and blocks the next one until the transaction ends. */
export async function lockAgainstImports(tx: Database) {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${importLock})`)
}

/** Differs after every change of the catalogue. */
export async function catalogueVersion(db: Database): Promise<string> {
  const each = sql`${cakes.id} || ' ' || ${cakes.updatedAt}`
  const [catalogue] = await db
    .select({
      version: sql<string>`md5(coalesce(string_agg(${each}, ',' order by ${cakes.id}), ''))`,
    })
    .from(cakes)
  return catalogue?.version ?? ''
}

/** The ids of the pictures that exist. */
export function findPictureIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  return inBatches(ids, async (some) => {
    const { id } = pictures
    const rows = await db.select({ id }).from(pictures).where(inArray(id, some))
    return rows.map((row) => row.id)
  })
}

/** The address of some picture, for an example; null in a shop without pictures. */
export async function findAnyPicture(db: Database): Promise<string | null> {
  const [some] = await db.select({ id: pictures.id }).from(pictures).limit(1)
  return some ? picturePath(some.id, 640, 'webp') : null
}

/** As many as the page lists. */
export const maxPictureless = 2000

/** The first hidden cakes that wait for a picture. */
export function findPictureless(db: Database) {
  return db
    .select({ id: cakes.id, name: cakes.name })
    .from(cakes)
    .where(isPictureless)
    .orderBy(cakes.id)
    .limit(maxPictureless)
}

/** As `findPictureIds`, and locks them until the transaction ends. */
export function lockPicturesInBatches(tx: Database, ids: readonly string[], at: Date) {
  return inBatches(ids, (some) => lockPictures(tx, some, at))
}

/** Inserts cakes, or replaces those with the same ids. */
export async function writeCakes(tx: Database, written: readonly CakeRecord[], at: Date) {
  for (const some of batches(written)) {
    await tx
      .insert(cakes)
      .values(some.map((cake) => ({ ...toColumns(cake), createdAt: at, updatedAt: at })))
      .onConflictDoUpdate({ target: cakes.id, set: asInserted })
    const ids = some.map(({ id }) => id)
    await tx.delete(cakePictures).where(inArray(cakePictures.cakeId, ids))
    const rows = some.flatMap(pictureRows)
    if (rows.length > 0) await tx.insert(cakePictures).values(rows)
  }
}

function pictureRows({ id: cakeId, image, alts }: CakeRecord) {
  return image.flatMap((address, position) => {
    const pictureId = pictureIdFromPath(address)
    return pictureId === null ? [] : [{ cakeId, position, pictureId, alt: alts[position] ?? '' }]
  })
}

async function inBatches(
  ids: readonly string[],
  find: (batch: string[]) => Promise<string[]>,
): Promise<Set<string>> {
  const found: string[] = []
  for (const batch of batches([...new Set(ids)].sort())) found.push(...(await find(batch)))
  return new Set(found)
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
}
