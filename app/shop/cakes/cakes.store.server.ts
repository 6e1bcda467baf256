import { and, asc, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/context.server.ts'
import { type Database, hotQuery } from '#platform/database/database.server.ts'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Cake, Rating } from './cake.schema.ts'
import type { CakeDays } from './cake-days.ts'
import type { CakeWork } from './cake-work.ts'
import { cakePictures, cakes, isPublished } from './cakes.tables.server.ts'
import type { FoodFacts } from './food/food-facts.ts'

/** What need not be said of a cake: its occasions, its work and days, what is in it. */
type Unsaid = CakeWork & CakeDays & FoodFacts & Pick<Cake, 'occasions' | 'choices'>

/** A cake's own fields. By default it is published. */
type OwnFields = Omit<
  Cake,
  '_id' | 'id' | 'image' | 'pictures' | 'availability' | 'rating' | keyof Unsaid
> &
  Partial<Unsaid> & { hidden?: boolean }

/** A cake as it is put into the catalogue; prices in rupees, pictures in the order they are shown. */
export type NewCake = OwnFields & {
  id: string
  pictures: CakePicture[]
}

/** A picture of a cake; '' as `alt` where the cake's name says enough. */
export interface CakePicture {
  id: string
  alt: string
}

const picturesOfCake = sql<Picture[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'alt', c.alt, 'width', p.width, 'height', p.height, 'colour', p.colour, 'placeholder', p.placeholder
  ) order by c.position), '[]')
  from cake_pictures c join pictures p on p.id = c.picture_id where c.cake_id = cakes.id
)`

export const cakeColumns = { ...getTableColumns(cakes), pictures: picturesOfCake }

export type CakeRow = typeof cakes.$inferSelect & { pictures: Picture[] }

export function toCake(row: CakeRow): Cake {
  const { weights, pricePaise, earlierPricePaise, pictures, ...same } = row
  const { hidden: _hidden, createdAt: _createdAt, updatedAt: _updatedAt, ...cake } = same
  return {
    ...cake,
    _id: cake.id,
    image: pictures.map((picture) => picturePath(picture.id, 640, 'webp')),
    price: toRupees(pricePaise),
    weight: weights,
    earlierPrice: earlierPricePaise === null ? null : toRupees(earlierPricePaise),
    pictures: pictures.map((picture) => ({ ...picture, alt: picture.alt || cake.name })),
  }
}

/** A cake that visitors can buy, with what is not shown of it. */
export interface PublishedCake {
  cake: Cake
  createdAt: Date
  updatedAt: Date
}

/** How many reviews of a cake can be read. */
const maxReviews = 20

const ratingOfCake = sql<Rating | null>`(
  select json_build_object('average', round(avg(r.stars), 1)::float8, 'count', count(*), 'newest', coalesce(json_agg(json_build_object(
    'stars', r.stars, 'words', r.words, 'picture', r.picture_id, 'by', r."by", 'about', r.about, 'answer', r.answer
  ) order by r.written_at desc) filter (where r.says and r.place <= ${sql.raw(`${maxReviews}`)}), '[]'))
  from (
    select *, words <> '' or picture_id is not null as says,
      row_number() over (partition by words <> '' or picture_id is not null order by written_at desc) as place
    from cake_reviews where state = 'shown' and cake_id = cakes.id
  ) r having count(*) > 0
)`

function toPublished({ rating, ...row }: CakeRow & { rating: Rating | null }): PublishedCake {
  const { createdAt, updatedAt } = row
  return { cake: { ...toCake(row), ...(rating && { rating }) }, createdAt, updatedAt }
}

/** A cake's own columns from what the API calls them; what has no column of its name is not stored. */
export function toColumns<Own extends OwnFields>(cake: Own) {
  const { price, earlierPrice, weight, ...same } = cake
  return {
    ...same,
    weights: weight,
    pricePaise: toPaise(price),
    earlierPricePaise: earlierPrice === null ? null : toPaise(earlierPrice),
  }
}

/** Those of the cakes that are published, in no order. */
export async function readPublished(db: Database, ids: string[]): Promise<PublishedCake[]> {
  if (ids.length === 0) return []
  const isOne = sql`${cakes.id} = any(${sql.param(ids)}::text[])`
  const rows = await selectPublished(db, isOne, ids.length).prepare('published_by_id').execute()
  return rows.map(toPublished)
}

/** Read at once: so a catalogue of any size passes through the memory of the embedded database. */
const batchSize = 5_000

export async function readAllPublished(db: Database): Promise<PublishedCake[]> {
  const all: PublishedCake[] = []
  let batch: PublishedCake[]
  do {
    const last = all.at(-1)
    const rows = await selectPublished(db, last && gt(cakes.id, last.cake.id), batchSize)
    batch = rows.map(toPublished)
    all.push(...batch)
  } while (batch.length === batchSize)
  return all
}

function selectPublished(db: Database, where: SQL | undefined, limit: number) {
  return db
    .select({ ...cakeColumns, rating: ratingOfCake })
    .from(cakes)
    .where(and(isPublished, where))
    .orderBy(asc(cakes.id))
    .limit(limit)
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
      .values({ ...toColumns(cake), createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: cakes.id })
    if (inserted) await insertCakePictures(tx, cake.id, cake.pictures)
    return inserted !== undefined
  })
}

export async function insertCakePictures(tx: Database, cakeId: string, added: CakePicture[]) {
  if (added.length === 0) return
  const rows = added.map(({ id, alt }, position) => ({ cakeId, position, pictureId: id, alt }))
  await tx.insert(cakePictures).values(rows)
}

/** Those of the pictures that a cake shows. */
export async function picturesOnCakes(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: cakePictures.pictureId })
    .from(cakePictures)
    .where(inArray(cakePictures.pictureId, ids))
  return rows.map(({ id }) => id)
}

const factsQuery = hotQuery((db) =>
  db
    .select({
      id: cakes.id,
      ingredients: cakes.ingredients,
      contains: cakes.contains,
      mayContain: cakes.mayContain,
      keeping: cakes.keeping,
      madeByFssai: cakes.madeByFssai,
    })
    .from(cakes)
    .where(sql`${cakes.id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('food_facts'),
)

/**
 * What is said of ordered cakes now, by their ids, hidden ones too; nothing of customised and deleted ones. Not as it was
 * when they were ordered: a box has what is baked today, and what an owner corrects must reach it. Published cakes are in
 * memory.
 */
export async function readFoodFacts(
  { db, publishedCakes }: AppContext,
  items: readonly { cakeId: string | null }[],
): Promise<ReadonlyMap<string | null, FoodFacts>> {
  const { byId } = publishedCakes.current()
  const ids = items.flatMap(({ cakeId }) => cakeId ?? [])
  const published = ids.flatMap((id) => byId.get(id) ?? [])
  const others = ids.filter((id) => !byId.has(id))
  const rows = others.length > 0 ? await factsQuery(db).execute({ ids: others }) : []
  return new Map([...published, ...rows].map(({ id, ...facts }) => [id, facts]))
}
