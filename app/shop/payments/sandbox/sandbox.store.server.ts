import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { sandboxIntents, sandboxMethods, sandboxRefunds } from './sandbox.tables.server.ts'

export type SandboxIntent = typeof sandboxIntents.$inferSelect
type SandboxMethod = typeof sandboxMethods.$inferSelect
type SandboxRefund = typeof sandboxRefunds.$inferSelect

export async function insertMethod(db: Database, method: SandboxMethod) {
  await db.insert(sandboxMethods).values(method)
}

/** The card with this id, kept from other transactions until this one ends. */
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

/** Whether any payment holds this card. */
export async function isMethodTaken(tx: Database, methodId: string): Promise<boolean> {
  const holders = await tx
    .select({ id: sandboxIntents.id })
    .from(sandboxIntents)
    .where(eq(sandboxIntents.methodId, methodId))
    .limit(1)
  return holders.length > 0
}

/**
 * Adds a payment with its card, ready to be confirmed, in one statement; null when there is one with its key, or its card is
 * not there or another payment's.
 */
export async function insertIntentWithMethod(
  db: Database,
  intent: SandboxIntent,
  methodId: string,
): Promise<SandboxIntent | null> {
  const { id, idempotencyKey, clientSecret, amountPaise, currency, reference } = intent
  const { rows } = await db.execute(sql`
    insert into ${sandboxIntents}
      (id, idempotency_key, client_secret, amount_paise, currency, reference, method_id, status, created_at, updated_at)
    select ${id}, ${idempotencyKey}, ${clientSecret}, ${amountPaise}::integer, ${currency}, ${reference}, id,
      'requires_confirmation', ${intent.createdAt.toISOString()}::timestamptz,
      ${intent.updatedAt.toISOString()}::timestamptz
    from ${sandboxMethods} where id = ${methodId} for update
    on conflict do nothing
    returning id`)
  return rows.length > 0 ? { ...intent, methodId, status: 'requires_confirmation' } : null
}

/** Adds the payment unless there is one with its key; waits for another transaction that adds the same. */
export async function insertIntentOnce(tx: Database, intent: SandboxIntent) {
  await tx
    .insert(sandboxIntents)
    .values(intent)
    .onConflictDoNothing({ target: sandboxIntents.idempotencyKey })
}

export async function findIntent(db: Database, id: string): Promise<SandboxIntent | undefined> {
  const [intent] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id))
  return intent
}

/** The payment with this id or key, kept from other transactions until this one ends. */
export async function lockIntent(
  tx: Database,
  by: { id: string } | { key: string },
): Promise<SandboxIntent | undefined> {
  const which =
    'id' in by ? eq(sandboxIntents.id, by.id) : eq(sandboxIntents.idempotencyKey, by.key)
  const [intent] = await tx.select().from(sandboxIntents).where(which).for('update')
  return intent
}

/** A payment and what its card does. */
export async function findIntentAndCard(db: Database, id: string) {
  const [found] = await db
    .select({ intent: sandboxIntents, behaviour: sandboxMethods.behaviour })
    .from(sandboxIntents)
    .leftJoin(sandboxMethods, eq(sandboxMethods.id, sandboxIntents.methodId))
    .where(eq(sandboxIntents.id, id))
  return found
}

/** Moves a payment if its status and card are still those that were read; false if not. */
export async function moveIntent(
  tx: Database,
  { id, status, methodId }: Pick<SandboxIntent, 'id' | 'status' | 'methodId'>,
  change: Pick<SandboxIntent, 'status' | 'lastError' | 'updatedAt'>,
): Promise<boolean> {
  const hasSameCard =
    methodId === null ? isNull(sandboxIntents.methodId) : eq(sandboxIntents.methodId, methodId)
  const moved = await tx
    .update(sandboxIntents)
    .set(change)
    .where(and(eq(sandboxIntents.id, id), eq(sandboxIntents.status, status), hasSameCard))
    .returning({ id: sandboxIntents.id })
  return moved.length > 0
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

export async function hasRefund(db: Database, id: string): Promise<boolean> {
  return (await db.$count(sandboxRefunds, eq(sandboxRefunds.id, id))) > 0
}

/** What was given back of a payment so far, in paise. */
export async function sumRefunds(tx: Database, intentId: string): Promise<number> {
  const [sum] = await tx
    .select({ paise: sql`coalesce(sum(${sandboxRefunds.amountPaise}), 0)`.mapWith(Number) })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.intentId, intentId))
  return sum?.paise ?? 0
}

export async function insertRefund(tx: Database, refund: SandboxRefund) {
  await tx.insert(sandboxRefunds).values(refund)
}
