import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { type Current, createCurrent } from '#platform/reader.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { withSavedDetails } from './shop/typed-details.ts'
import { shopWords } from './words.tables.server.ts'
import { type SavedWords, type WordsOf, type WordsPage, wordsOf } from './words.ts'

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

/** The name of their change, for `cacheInvalidation`. */
export const wordsChanged = 'words'

/** What the owner has changed of the shop's words, in this process's memory. */
export type CurrentWords = Current<SavedWords>

export function createCurrentWords({ db, log }: { db: Database; log: Log }): CurrentWords {
  return createCurrent<SavedWords>({
    log,
    what: 'the words of the shop',
    name: wordsChanged,
    empty: new Map(),
    load: () => readWords(db),
  })
}

/** A page's words as this shop shows them. */
export function currentWords<Page extends WordsPage>(
  { words, shop }: { words: CurrentWords; shop: ShopDetails },
  page: Page,
): WordsOf<Page> {
  return wordsOf(page, words.current(), shop.isSample)
}

/** The shop's details as its owner has saved them and they hold today; until then as the environment has them. */
export function currentShop(
  words: CurrentWords,
  first: ShopDetails,
  clock: Clock,
): () => ShopDetails {
  let read: SavedWords | undefined
  let shop = first
  return () => {
    const from = shop.registrationToCome?.from
    const today = kolkataDay(clock.now())
    if (read !== words.current() || (from && from <= today)) {
      read = words.current()
      shop = withSavedDetails(first, read, today)
    }
    return shop
  }
}
