import type { AppContext } from '#app/context.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { ContactMessage } from '../storefront.endpoints.ts'
import { insertMessage } from '../storefront.store.server.ts'
import type { messageMail } from './message-mail.server.ts'

/** Stores a message from the contact page and queues its mail to the shop, in one transaction. */
export async function receiveMessage(
  { db, jobs, clock }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  message: ContactMessage,
) {
  const id = crypto.randomUUID()
  await db.transaction(async (tx) => {
    await insertMessage(tx, {
      id,
      username: message.username,
      email: message.Email,
      message: message.Message,
      createdAt: clock.now(),
    })
    await queueMail<typeof messageMail>({ jobs, clock }, tx, 'message', id, { messageId: id })
  })
}
