import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { sandboxIntents, sandboxMethods, sandboxRefunds } from './sandbox.tables.server.ts'

/** An id like Stripe's, such as 'pi_…' for a payment; 96 bits that nobody guesses. */
export function newSandboxId(kind: 'pi' | 'pm' | 're' | 'evt'): string {
  return `${kind}_${randomBytes(12).toString('hex')}`
}

export type SandboxIntent = typeof sandboxIntents.$inferSelect
type SandboxMethod = typeof sandboxMethods.$inferSelect
type SandboxRefund = typeof sandboxRefunds.$inferSelect

export async function insertMethod(db: Database, method: SandboxMethod) {
  await db.insert(sandboxMethods).values(method)
}

export async function lockMethod(tx: Database, id: string): Promise<SandboxMethod | undefined> {
  const [method] = await tx
    .select()
    .from(sandboxMethods)
    .where(eq(sandboxMethods.id, id))
    .for('update')
  return method
}

export async function deleteMethod(tx: Database, id: string) {
  await tx.delete(sandboxMethods).where(eq(sandboxMethods.id, id))
}

export async function isMethodUsed(tx: Database, methodId: string): Promise<boolean> {
  const intents = await tx
    .select({ id: sandboxIntents.id })
    .from(sandboxIntents)
    .where(eq(sandboxIntents.methodId, methodId))
    .limit(1)
  return intents.length > 0
}

/**
 * Adds a payment with its card, ready to be confirmed; without one if the card does not exist.
 *
 * @returns undefined when there is a payment with its key, or its card is another payment's
 */
export async function insertIntent(
  db: Database,
  intent: SandboxIntent,
  methodId: string,
): Promise<SandboxIntent | undefined> {
  const method = sql`(select ${sandboxMethods.id} from ${sandboxMethods} where ${sandboxMethods.id} = ${methodId})`
  const [added] = await db
    .insert(sandboxIntents)
    .values({
      ...intent,
      methodId: method,
      status: sql`case when ${method} is null then 'requires_method' else 'requires_confirmation' end`,
    })
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

export async function lockIntent(
  tx: Database,
  name: { id: string } | { key: string },
): Promise<SandboxIntent | undefined> {
  const hasName =
    'id' in name ? eq(sandboxIntents.id, name.id) : eq(sandboxIntents.idempotencyKey, name.key)
  const [intent] = await tx.select().from(sandboxIntents).where(hasName).for('update')
  return intent
}

/** Locks a payment until the transaction ends, and reads what its card does. */
export async function lockIntentWithBehaviour(tx: Database, id: string) {
  const [found] = await tx
    .select({ intent: sandboxIntents, behaviour: sandboxMethods.behaviour })
    .from(sandboxIntents)
    .leftJoin(sandboxMethods, eq(sandboxMethods.id, sandboxIntents.methodId))
    .where(eq(sandboxIntents.id, id))
    .for('update', { of: sandboxIntents })
    .prepare('lock_sandbox_intent')
    .execute()
  return found
}

export async function updateIntent(
  tx: Database,
  id: string,
  change: Partial<Pick<SandboxIntent, 'status' | 'methodId' | 'lastError'>> & { updatedAt: Date },
): Promise<SandboxIntent> {
  const [intent] = await tx
    .update(sandboxIntents)
    .set(change)
    .where(eq(sandboxIntents.id, id))
    .returning()
  if (!intent) throw new Error(`The sandbox has no payment ${id}`)
  return intent
}

export async function findRefund(tx: Database, key: string): Promise<SandboxRefund | undefined> {
  const [refund] = await tx
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.idempotencyKey, key))
  return refund
}

export async function refundsOf(db: Database, intentId: string): Promise<SandboxRefund[]> {
  return db.select().from(sandboxRefunds).where(eq(sandboxRefunds.intentId, intentId))
}

export async function insertRefund(tx: Database, refund: SandboxRefund) {
  await tx.insert(sandboxRefunds).values(refund)
}
