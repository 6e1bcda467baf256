import { and, asc, eq, getTableColumns, gt, inArray, lt } from 'drizzle-orm'
import { type Database, inBatches } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { EncodedPicture } from './encode-picture.server.ts'
import type { PictureShape } from './picture.schema.ts'
import { pictureFormats, picturePath, pictureWidths } from './picture-sizes.ts'
import { pictures } from './pictures.tables.server.ts'

/**
 * Stores a picture, as used at `now`. Its files are written before its row, so that a row always has files, and nothing is
 * locked meanwhile: the files may go to a remote service. The first step waits for a purge of the same picture, and
 * prevents the next one.
 *
 * @throws AppError unavailable when there is no space for its files; then nothing is stored
 */
export async function storePicture(
  { db, files }: { db: Database; files: FileStore },
  picture: EncodedPicture,
  now: Date,
) {
  const { files: encoded, ...row } = picture
  const isStored = (await renewPicture(db, picture.id, now)) !== null
  try {
    for (const { width, format, bytes } of encoded) {
      await files.put(fileKey(picturePath(picture.id, width, format)), bytes)
    }
  } catch (error) {
    // Files without a row would never be purged.
    if (!isStored) await removeFiles(files, picture.id)
    throw error
  }
  await db
    .insert(pictures)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({ target: pictures.id, set: { createdAt: now } })
}

/** Marks a stored picture as used now; null if there is none with this id. */
export async function renewPicture(
  db: Database,
  id: string,
  now: Date,
): Promise<PictureShape | null> {
  const { createdAt: _, ...shape } = getTableColumns(pictures)
  const rows = await db
    .update(pictures)
    .set({ createdAt: now })
    .where(eq(pictures.id, id))
    .returning(shape)
  return rows[0] ?? null
}

/**
 * Locks pictures until the transaction ends, and marks them as used now: those that a change adds, and those that it
 * removes.
 *
 * @returns the ids that exist
 */
export async function lockPictures(tx: Database, ids: string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const inOrder = tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(inArray(pictures.id, ids))
    .orderBy(asc(pictures.id))
    .for('update')
  const locked = await tx
    .update(pictures)
    .set({ createdAt: now })
    .where(inArray(pictures.id, inOrder))
    .returning({ id: pictures.id })
  return locked.map(({ id }) => id)
}

/** How many were stored or used since a time. */
export function countPicturesSince(db: Database, since: Date): Promise<number> {
  return db.$count(pictures, gt(pictures.createdAt, since))
}

/** Pictures unused since before a time, by id, after the id `after`. */
export async function listPicturesOlderThan(
  db: Database,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(lt(pictures.createdAt, before), gt(pictures.id, after)))
    .orderBy(asc(pictures.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Locks a picture that is unused since before a time; false if it is gone or in use again. */
async function lockPictureOlderThan(tx: Database, id: string, before: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(eq(pictures.id, id), lt(pictures.createdAt, before)))
    .for('update')
  return rows.length > 0
}

async function removeFiles(files: FileStore, id: string) {
  for (const path of picturePaths(id)) await files.remove(fileKey(path))
}

export function picturePaths(id: string): string[] {
  return pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => picturePath(id, width, format)),
  )
}

/** The key in the file store of what is served at a path. */
export function fileKey(path: string): string {
  return path.slice(1)
}

const batchSize = 100

interface PurgedShop {
  db: Database
  files: FileStore
  /** The pictures that other slices refer to. */
  picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>>
}

/** Deletes orphaned pictures, which nothing has referred to since `before`. */
export async function purgePictures(shop: PurgedShop, before: Date) {
  const batches = inBatches<string>(batchSize, (after = '') =>
    listPicturesOlderThan(shop.db, { before, after, limit: batchSize }),
  )
  for await (const ids of batches) await purgeUnused(shop, ids, before)
}

/**
 * Deletes those of some pictures that nothing has referred to or sent since `before`. The others may be in somebody’s cart,
 * which only their browser knows.
 *
 * @param ids in order, so that two transactions do not deadlock
 */
export async function purgeUnused(shop: PurgedShop, ids: string[], before: Date) {
  const inUse = await shop.picturesInUse(shop.db, ids)
  for (const id of ids) if (!inUse.has(id)) await purge(shop, id, before)
}

/** Checks again while the picture is locked: it may be in use by now. */
async function purge(shop: PurgedShop, id: string, before: Date) {
  await shop.db.transaction(async (tx) => {
    if (!(await lockPictureOlderThan(tx, id, before))) return
    if ((await shop.picturesInUse(tx, [id])).has(id)) return
    await tx.delete(pictures).where(eq(pictures.id, id))
    await removeFiles(shop.files, id)
  })
}
