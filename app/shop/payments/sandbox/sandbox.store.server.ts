import { randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { builtSql, builtStatements } from '#platform/database/built-statements.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { sandboxIntents, sandboxMethods, sandboxRefunds } from './sandbox.tables.server.ts'

/** An id like Stripe's, such as 'pi_…' for a payment; 96 bits that nobody guesses. */
export function newSandboxId(kind: 'pi' | 'pm' | 're' | 'evt'): string {
  return `${kind}_${randomBytes(12).toString('hex')}`
}

export type SandboxIntent = typeof sandboxIntents.$inferSelect
type SandboxMethod = typeof sandboxMethods.$inferSelect
type SandboxRefund = typeof sandboxRefunds.$inferSelect

const methodInsert = builtSql<'id' | 'behaviour' | 'last4' | 'createdAt'>(
  (value) => sql`
    insert into ${sandboxMethods} (id, behaviour, last4, created_at)
    values (${value('id')}, ${value('behaviour')}, ${value('last4')}, ${value('createdAt')}::timestamptz)`,
)

export async function insertMethod(db: Database, { createdAt, ...method }: SandboxMethod) {
  await db.execute(methodInsert({ ...method, createdAt: createdAt.toISOString() }))
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

const intentInsert = builtSql<
  | ('id' | 'idempotencyKey' | 'clientSecret' | 'amountPaise' | 'currency' | 'reference')
  | ('createdAt' | 'updatedAt' | 'methodId')
>(
  (value) => sql`
    insert into ${sandboxIntents}
      (id, idempotency_key, client_secret, amount_paise, currency, reference, method_id, status, created_at, updated_at)
    select ${value('id')}, ${value('idempotencyKey')}, ${value('clientSecret')}, ${value('amountPaise')}::integer,
      ${value('currency')}, ${value('reference')}, id, 'requires_confirmation', ${value('createdAt')}::timestamptz,
      ${value('updatedAt')}::timestamptz
    from ${sandboxMethods} where id = ${value('methodId')} for update
    on conflict do nothing
    returning id`,
)

/**
 * Adds a payment with its card, ready to be confirmed, in one statement; null when there is one with its key, or its card is
 * not there or another payment's.
 */
export async function insertIntentWithMethod(
  db: Database,
  intent: SandboxIntent,
  methodId: string,
): Promise<SandboxIntent | null> {
  const { rows } = await db.execute(
    intentInsert({
      ...{ ...intent, methodId },
      createdAt: intent.createdAt.toISOString(),
      updatedAt: intent.updatedAt.toISOString(),
    }),
  )
  return rows.length > 0 ? { ...intent, methodId, status: 'requires_confirmation' } : null
}

/** Adds the payment unless there is one with its key; waits for another transaction that adds the same. */
export async function insertIntentOnce(tx: Database, intent: SandboxIntent) {
  await tx
    .insert(sandboxIntents)
    .values(intent)
    .onConflictDoNothing({ target: sandboxIntents.idempotencyKey })
}

const intentOfId = builtStatements((db) =>
  db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, sql.placeholder('id')))
    .prepare(''),
)

export async function findIntent(db: Database, id: string): Promise<SandboxIntent | undefined> {
  const [intent] = await intentOfId(db, {}).execute({ id })
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

const intentAndCard = builtStatements((db) =>
  db
    .select({ intent: sandboxIntents, behaviour: sandboxMethods.behaviour })
    .from(sandboxIntents)
    .leftJoin(sandboxMethods, eq(sandboxMethods.id, sandboxIntents.methodId))
    .where(eq(sandboxIntents.id, sql.placeholder('id')))
    .prepare(''),
)

/** A payment and what its card does. */
export async function findIntentAndCard(db: Database, id: string) {
  const [found] = await intentAndCard(db, {}).execute({ id })
  return found
}

const move = builtSql<'id' | 'from' | 'methodId' | 'status' | 'lastError' | 'updatedAt'>(
  (value) => sql`
    update ${sandboxIntents}
    set status = ${value('status')}, last_error = ${value('lastError')}, updated_at = ${value('updatedAt')}::timestamptz
    where id = ${value('id')} and status = ${value('from')} and method_id is not distinct from ${value('methodId')}::text
    returning id`,
)

/** Moves a payment if it still stands, with the same card, where it was read; answers no row if not. */
export function intentMove(
  { id, status: from, methodId }: Pick<SandboxIntent, 'id' | 'status' | 'methodId'>,
  { updatedAt, ...change }: Pick<SandboxIntent, 'status' | 'lastError' | 'updatedAt'>,
): SQL {
  return move({ id, from, methodId, ...change, updatedAt: updatedAt.toISOString() })
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
