import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { cakes } from './cakes.tables.server.ts'

/** Whether customers can see a cake of this id. */
export async function isCakeOnShow(db: Database, id: string): Promise<boolean> {
  const found = await db
    .select({ id: cakes.id })
    .from(cakes)
    .where(and(eq(cakes.id, id), eq(cakes.hidden, false)))
  return found.length > 0
}
