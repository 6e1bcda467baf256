import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { shopWords } from './words.tables.server.ts'
import type { SavedWords } from './words.ts'

export async function readWords(db: Database): Promise<SavedWords> {
  const { createdAt: _, ...picture } = getTableColumns(pictures)
  const rows = await db
    .select({ key: shopWords.key, text: shopWords.text, picture })
    .from(shopWords)
    .leftJoin(pictures, eq(pictures.id, shopWords.pictureId))
  return new Map(rows.map(({ key, ...word }) => [key, word]))
}

export async function saveWords(tx: Database, rows: (typeof shopWords.$inferInsert)[]) {
  await tx
    .insert(shopWords)
    .values(rows)
    .onConflictDoUpdate({
      target: shopWords.key,
      set: { text: sql`excluded.text`, pictureId: sql`excluded.picture_id` },
    })
}

/** Which of these pictures stand beside the shop's words. */
export async function picturesOfWords(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: shopWords.pictureId })
    .from(shopWords)
    .where(inArray(shopWords.pictureId, ids))
  return rows.flatMap(({ id }) => id ?? [])
}
