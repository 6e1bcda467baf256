import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Database, hotQuery } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { firstWishes, firstWishesOfShop, type Quiet, type Wishes } from './notice-wishes.ts'
import { noticePhones, noticeWishes } from './notices.tables.server.ts'

/** Somebody who works in the shop, and what they want to hear. */
export interface Hearer extends Quiet {
  id: string
  email: string
  role: Role
  wishes: Wishes
}

const never: Quiet = { quietFrom: '', quietUntil: '' }

const hearersQuery = hotQuery((db) =>
  db
    .select({ id: users.id, email: users.email, role: users.role, chosen: noticeWishes })
    .from(users)
    .leftJoin(noticeWishes, eq(noticeWishes.userId, users.id))
    .where(and(ne(users.role, 'customer'), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .prepare('find_hearers'),
)

/** Everybody who works in the shop. */
export async function findHearers(db: Database): Promise<Hearer[]> {
  const staff = await hearersQuery(db).execute()
  return staff.map(({ chosen, ...member }) => ({
    ...member,
    ...(chosen ?? never),
    id: member.id,
    wishes: { ...firstWishes, ...chosen?.wishes },
  }))
}

const wishesOfShopQuery = hotQuery((db) =>
  db
    .select()
    .from(noticeWishes)
    .where(eq(noticeWishes.id, sql`'shop'`))
    .prepare('find_wishes_of_shop'),
)

/** What the shop's own address hears. */
export async function findWishesOfShop(db: Database): Promise<Wishes> {
  const [chosen] = await wishesOfShopQuery(db).execute()
  return { ...firstWishesOfShop, ...chosen?.wishes }
}

/** @param userId null for the shop's own address */
export async function saveWishes(
  tx: Database,
  userId: string | null,
  chosen: Quiet & { wishes: Partial<Wishes> },
) {
  await tx
    .insert(noticeWishes)
    .values({ id: userId ?? 'shop', userId, ...chosen })
    .onConflictDoUpdate({ target: noticeWishes.id, set: chosen })
}

export type Phone = typeof noticePhones.$inferSelect

const phonesQuery = hotQuery((db) =>
  db.select().from(noticePhones).orderBy(noticePhones.createdAt).prepare('find_phones'),
)

/** Every phone: a shop has few. */
export function findPhones(db: Database): Promise<Phone[]> {
  return phonesQuery(db).execute()
}

export async function findPhone(db: Database, id: string): Promise<Phone | null> {
  const [phone] = await db.select().from(noticePhones).where(eq(noticePhones.id, id))
  return phone ?? null
}

/** Of one colleague. */
const maxPhones = 5

/** A phone tells whoever switched it on last. Of too many the first are forgotten. */
export async function savePhone(tx: Database, phone: Omit<Phone, 'id'>) {
  await tx
    .insert(noticePhones)
    .values(phone)
    .onConflictDoUpdate({ target: noticePhones.endpoint, set: phone })
  const tooMany = tx
    .select({ id: noticePhones.id })
    .from(noticePhones)
    .where(eq(noticePhones.userId, phone.userId))
    .orderBy(desc(noticePhones.createdAt), desc(noticePhones.id))
    .offset(maxPhones)
  await tx.delete(noticePhones).where(inArray(noticePhones.id, tooMany))
}

export async function deletePhone(
  db: Database,
  { endpoint, userId }: Pick<Phone, 'endpoint' | 'userId'>,
) {
  await db
    .delete(noticePhones)
    .where(and(eq(noticePhones.endpoint, endpoint), eq(noticePhones.userId, userId)))
}
