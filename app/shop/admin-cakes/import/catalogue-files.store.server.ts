import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { toColumns } from '#shop/cakes/cake-rows.store.server.ts'
import { cakePictures, cakes } from '#shop/cakes/cakes.tables.server.ts'
import { pictureIdIn, picturePath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import type { FileCake } from './file-cake.ts'

/** How many rows a statement takes. */
const batchSize = 500

/** What is already there takes the columns of the row that was to be inserted, but for those the database keeps itself. */
const {
  id: _id,
  createdAt: _at,
  image: _image,
  shownPictures: _shown,
  ...own
} = getTableColumns(cakes)
const asInserted = Object.fromEntries(
  Object.entries(own)
    .filter(([, { generated }]) => !generated)
    .map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
)

/** Any number that no other use has. */
const importLock = 7_262_554

/**
 * Makes imports come one after another, and keeps cakes from being changed until the transaction ends; they can be
 * read and ordered meanwhile.
 */
export async function lockCatalogue(tx: Database) {
  await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)
  await tx.select({ id: cakes.id }).from(cakes).orderBy(cakes.id).for('no key update')
}

/** Keeps imports waiting until the transaction ends, or waits for one: what it adds is never taken for one of theirs. */
export async function lockAgainstImports(tx: Database) {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${importLock})`)
}

/** A text that differs whenever the catalogue has changed. */
export async function catalogueVersion(db: Database): Promise<string> {
  const each = sql`${cakes.id} || ' ' || ${cakes.updatedAt}`
  const [shelf] = await db
    .select({
      state: sql<string>`md5(coalesce(string_agg(${each}, ',' order by ${cakes.id}), ''))`,
    })
    .from(cakes)
  return shelf?.state ?? ''
}

/** Those of the pictures that there are. */
export function findPictureIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  return inBatches([...new Set(ids)], async (some) => {
    const rows = await db
      .select({ id: pictures.id })
      .from(pictures)
      .where(inArray(pictures.id, some))
    return rows.map(({ id }) => id)
  })
}

/** The address of a picture that there is, for an example; null when there is none. */
export async function findAnyPicture(db: Database): Promise<string | null> {
  const [some] = await db.select({ id: pictures.id }).from(pictures).limit(1)
  return some ? picturePath(some.id, 640, 'webp') : null
}

/** As `findPictureIds`, and they stay until the transaction ends. */
export function lockPicturesInBatches(tx: Database, ids: readonly string[], at: Date) {
  return inBatches([...new Set(ids)].sort(), (some) => lockPictures(tx, some, at))
}

/** Puts cakes on the shelf, in the place of those that have their ids. */
export async function writeCakes(tx: Database, written: readonly FileCake[], at: Date) {
  for (const some of batches(written)) {
    await tx
      .insert(cakes)
      .values(
        some.map((cake) => ({ id: cake.id, ...toColumns(cake), createdAt: at, updatedAt: at })),
      )
      .onConflictDoUpdate({ target: cakes.id, set: asInserted })
    const ids = some.map(({ id }) => id)
    await tx.delete(cakePictures).where(inArray(cakePictures.cakeId, ids))
    await tx.insert(cakePictures).values(some.flatMap(pictureRows))
  }
}

function pictureRows({ id: cakeId, image, alts }: FileCake) {
  return image.flatMap((address, position) => {
    const pictureId = pictureIdIn(address)
    return pictureId === null ? [] : [{ cakeId, position, pictureId, alt: alts[position] ?? '' }]
  })
}

async function inBatches(
  ids: readonly string[],
  find: (some: string[]) => Promise<string[]>,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of batches(ids)) for (const id of await find(some)) found.add(id)
  return found
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
}
