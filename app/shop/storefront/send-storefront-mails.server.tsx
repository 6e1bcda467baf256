import type { Database } from '#platform/database/database.server.ts'
import { handles, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import { MessageMail } from './message.mail.tsx'
import { findMessage, tokenOfSubscriber } from './storefront.store.server.ts'
import { mailMessage, mailSubscribed } from './storefront-mails.jobs.server.ts'
import { SubscribedMail } from './subscribed.mail.tsx'

interface StorefrontMailDeps {
  db: Database
  mailer: Mailer
  shop: ShopDetails
}

/** What sends the storefront's mails; each once, however often its job runs. */
export function storefrontMailHandlers({ db, mailer, shop }: StorefrontMailDeps): JobHandler[] {
  return [
    handles(mailMessage, async ({ messageId }) => {
      const message = await findMessage(db, messageId)
      if (!message) return
      await mailer.send({
        id: `message-${messageId}`,
        to: shop.email,
        replyTo: message.email,
        subject: `Message from ${message.username}`,
        ...(await renderMail(<MessageMail message={message} shop={shop} />)),
      })
    }),
    handles(mailSubscribed, async ({ mailId, email }) => {
      const token = await tokenOfSubscriber(db, email)
      if (!token) return
      const unsubscribeLink = `${shop.publicUrl}/unsubscribe?token=${token}`
      await mailer.send({
        id: `subscribed-${mailId}`,
        to: email,
        subject: `Welcome to ${shop.name}`,
        ...(await renderMail(<SubscribedMail unsubscribeLink={unsubscribeLink} shop={shop} />)),
      })
    }),
  ]
}
