import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { sandboxIntents } from './sandbox.tables.server.ts'

export type SandboxIntent = typeof sandboxIntents.$inferSelect

/** @returns undefined when there is a payment with its key, or its method is another payment's */
export async function insertIntent(
  db: Database,
  intent: SandboxIntent,
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
  const [intent] = await db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .prepare('find_sandbox_intent')
    .execute()
  return intent
}

/** Locks a payment until the transaction ends. */
export async function lockIntent(tx: Database, id: string): Promise<SandboxIntent | undefined> {
  const [intent] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .for('update')
    .prepare('lock_sandbox_intent')
    .execute()
  return intent
}

export async function lockIntentByKey(
  tx: Database,
  key: string,
): Promise<SandboxIntent | undefined> {
  const isOfKey = eq(sandboxIntents.idempotencyKey, key)
  const [intent] = await tx.select().from(sandboxIntents).where(isOfKey).for('update')
  return intent
}

/** @returns undefined when the method is, or was, that of a payment */
export async function attachMethod(
  tx: Database,
  id: string,
  { methodId, updatedAt }: { methodId: string; updatedAt: Date },
): Promise<SandboxIntent | undefined> {
  const isUnused = sql`not exists (select from ${sandboxIntents} where ${sandboxIntents.methodId} = ${methodId})`
  const [intent] = await tx
    .update(sandboxIntents)
    .set({ status: 'requires_confirmation', methodId, lastError: null, updatedAt })
    .where(and(eq(sandboxIntents.id, id), isUnused))
    .returning()
  return intent
}

export async function updateIntent(
  tx: Database,
  id: string,
  change: Partial<Pick<SandboxIntent, 'status' | 'lastError' | 'refunds'>> & { updatedAt?: Date },
) {
  await tx.update(sandboxIntents).set(change).where(eq(sandboxIntents.id, id))
}
