import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { sandboxIntents } from './sandbox.tables.server.ts'

export type SandboxIntent = typeof sandboxIntents.$inferSelect

/** @returns undefined when there is a payment with its key, or its method is another payment's */
export async function insertIntent(
  db: Database,
  intent: typeof sandboxIntents.$inferInsert,
): Promise<SandboxIntent | undefined> {
  const [added] = await db
    .insert(sandboxIntents)
    .values(intent)
    .onConflictDoNothing()
    .returning()
    .prepare('insert_sandbox_intent')
    .execute()
  return added
}

export async function findIntent(db: Database, id: string): Promise<SandboxIntent | undefined> {
  const found = db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id))
  return (await found.prepare('find_sandbox_intent').execute())[0]
}

/** Locks a payment until the transaction ends. */
export async function lockIntent(
  tx: Database,
  column: 'id' | 'idempotencyKey',
  value: string,
): Promise<SandboxIntent | undefined> {
  const found = tx.select().from(sandboxIntents).where(eq(sandboxIntents[column], value))
  return (await found.for('update').prepare(`lock_sandbox_intent_by_${column}`).execute())[0]
}

export type IntentChange = Partial<
  Pick<SandboxIntent, 'status' | 'lastError' | 'methodId' | 'refunds'>
>

/** @returns undefined when a new method is, or was, that of a payment */
export async function updateIntent(
  tx: Database,
  id: string,
  change: IntentChange & { updatedAt: Date },
): Promise<SandboxIntent | undefined> {
  const isUnused = change.methodId
    ? sql`not exists (select from ${sandboxIntents} where ${sandboxIntents.methodId} = ${change.methodId})`
    : undefined
  const [changed] = await tx
    .update(sandboxIntents)
    .set(change)
    .where(and(eq(sandboxIntents.id, id), isUnused))
    .returning()
  return changed
}
