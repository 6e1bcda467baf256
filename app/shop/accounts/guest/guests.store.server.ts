import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/database/database.server.ts'
import { currentClient } from '#platform/http/client.server.ts'
import type { Guest } from '../accounts.schema.ts'
import { sessions, users } from '../accounts.tables.server.ts'
import { guestSessionSeconds } from '../session-cookies.server.ts'

/**
 * Adds a guest with a session. Nothing is looked up by the e-mail, so that nobody learns here whether it has an account.
 *
 * @returns the guest's id, and the key of the session
 */
export async function insertGuest(
  db: Database,
  { name, email, mobileno }: Guest,
  now: Date,
): Promise<{ userId: string; key: string }> {
  const userId = crypto.randomUUID()
  const key = randomBytes(24).toString('base64url')
  const client = currentClient()
  await db.transaction(async (tx) => {
    await tx.insert(users).values({
      id: userId,
      name,
      mobileno,
      guestEmail: email,
      email: `${userId}@guest.invalid`,
      createdAt: now,
      updatedAt: now,
    })
    await tx.insert(sessions).values({
      id: crypto.randomUUID(),
      userId,
      token: key,
      expiresAt: new Date(now.getTime() + guestSessionSeconds * 1000),
      ipAddress: client?.address,
      userAgent: client?.userAgent.slice(0, 300),
      createdAt: now,
      updatedAt: now,
      lastUsedAt: now,
      passwordAt: now,
    })
  })
  return { userId, key }
}
