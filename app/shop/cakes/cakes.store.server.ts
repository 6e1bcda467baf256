import { and, arrayOverlaps, asc, desc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import type { Cake } from './cake.schema.ts'
import { cakePictures, cakes } from './cakes.tables.server.ts'

/** A cake as it is put into the catalogue; prices in rupees, pictures in the order they are shown. */
export type NewCake = Omit<Cake, '_id' | 'image' | 'pictures'> & {
  pictures: { id: string; alt: string }[]
}

/** Some cakes of the catalogue, and where the next ones begin; null when these were the last. */
export interface CakesPage {
  cakes: Cake[]
  next: string | null
}

// Written out, because Drizzle leaves the table off a column's name where a query reads one table.
const picturesOfCake = sql<Picture[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'alt', coalesce(nullif(cp.alt, ''), cakes.name), 'width', p.width, 'height', p.height,
    'colour', p.colour, 'placeholder', p.placeholder
  ) order by cp.position), '[]')
  from cake_pictures cp join pictures p on p.id = cp.picture_id
  where cp.cake_id = cakes.id
)`

const columns = {
  id: cakes.id,
  name: cakes.name,
  pricePaise: cakes.pricePaise,
  earlierPricePaise: cakes.earlierPricePaise,
  category: cakes.category,
  flavours: cakes.flavours,
  weight: cakes.weights,
  egg: cakes.egg,
  featured: cakes.featured,
  stock: cakes.stock,
  description: cakes.description,
  stars: cakes.stars,
  reviews: cakes.reviews,
  pictures: picturesOfCake,
}

type CakeRow = Awaited<ReturnType<typeof select>>[number]

function select(db: Database, where?: SQL, limit?: number) {
  const query = db.select(columns).from(cakes).where(where).orderBy(asc(cakes.id)).$dynamic()
  return limit === undefined ? query : query.limit(limit)
}

/** The whole catalogue, by id. */
export async function listCakes(db: Database): Promise<Cake[]> {
  return (await select(db)).map(toCake)
}

export async function findCake(db: Database, id: string): Promise<Cake | null> {
  const [row] = await select(db, eq(cakes.id, id), 1)
  return row ? toCake(row) : null
}

/** Those of the cakes that there still are, to price a cart by; their order says nothing. */
export async function findCakesForPricing(db: Database, ids: string[]): Promise<Cake[]> {
  if (ids.length === 0) return []
  return (await select(db, inArray(cakes.id, ids))).map(toCake)
}

/** At most 4 cakes that go with one: of its category first, then those that share a flavour; the best rated first. */
export async function listCakesGoingWith(db: Database, cake: Cake): Promise<Cake[]> {
  const sameCategory = eq(cakes.category, cake.category)
  const rows = await db
    .select(columns)
    .from(cakes)
    .where(
      and(ne(cakes.id, cake.id), or(sameCategory, arrayOverlaps(cakes.flavours, cake.flavours))),
    )
    .orderBy(desc(sameCategory), desc(cakes.stars), asc(cakes.id))
    .limit(4)
  return rows.map(toCake)
}

/** At most `limit` cakes after the one that `cursor` names, by id. */
export async function listCakesPage(
  db: Database,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<CakesPage> {
  const after = cursor === undefined ? undefined : gt(cakes.id, cursor)
  const rows = await select(db, after, limit + 1)
  const page = rows.slice(0, limit).map(toCake)
  return { cakes: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** Puts a cake and its pictures into the catalogue, or neither. The pictures are in the database already. */
export async function insertCake(db: Database, cake: NewCake) {
  await db.transaction(async (tx) => {
    await tx.insert(cakes).values({
      ...cake,
      weights: cake.weight,
      pricePaise: toPaise(cake.price),
      earlierPricePaise: cake.earlierPrice === null ? null : toPaise(cake.earlierPrice),
    })
    const shown = cake.pictures.map(({ id, alt }, position) => ({
      cakeId: cake.id,
      position,
      pictureId: id,
      alt,
    }))
    if (shown.length > 0) await tx.insert(cakePictures).values(shown)
  })
}

function toCake({ pricePaise, earlierPricePaise, ...row }: CakeRow): Cake {
  return {
    ...row,
    _id: row.id,
    price: toRupees(pricePaise),
    earlierPrice: earlierPricePaise === null ? null : toRupees(earlierPricePaise),
    image: row.pictures.map(({ id }) => picturePath(id, 640, 'webp')),
  }
}
