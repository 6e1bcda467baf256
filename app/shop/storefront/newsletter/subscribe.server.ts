import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { StorefrontDeps } from '../contact/receive-message.server.ts'
import { endSubscription, insertSubscriber } from '../storefront.store.server.ts'
import { welcomeMail } from './welcome-mail.server.tsx'

/** Stores a subscriber who agreed to the newsletter and queues a welcome mail. Subscribing again changes nothing and mails nothing. */
export async function subscribe({ db, jobs, clock }: StorefrontDeps, email: string) {
  const token = crypto.randomUUID()
  await db.transaction(async (tx) => {
    const added = await insertSubscriber(tx, { email, token, consentedAt: clock.now() })
    if (!added) return
    const welcome = { mailId: crypto.randomUUID(), email }
    await queueMail({ jobs, clock }, tx, welcomeMail, welcome)
  })
}

/**
 * Ends a subscription by the token of its unsubscribe link; a second time is the same.
 *
 * @throws AppError not_found for an unknown token
 */
export async function unsubscribe({ db, clock }: { db: Database; clock: Clock }, token: string) {
  if (await endSubscription(db, token, clock.now())) return
  throw new AppError('not_found', 'This link is not one of ours, or it is not complete.')
}
