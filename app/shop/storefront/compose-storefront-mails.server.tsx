import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { isolated } from '#ui/isolated.ts'
import { MessageMail } from './contact/message.mail.tsx'
import { SubscribedMail } from './newsletter/subscribed.mail.tsx'
import { findMessage, tokenOfSubscriber } from './storefront.store.server.ts'
import { mailMessage, mailSubscribed } from './storefront-mails.server.ts'

/** What composes the storefront's mails. */
export function storefrontMailComposers(deps: { db: Database; shop: ShopDetails }): MailComposer[] {
  const { db, shop } = deps
  return [
    mailComposer(mailMessage, async ({ messageId }) => {
      const message = await findMessage(db, messageId)
      if (!message) return null
      return {
        to: shop.email,
        replyTo: message.email,
        subject: `Message from ${isolated(message.username)}`,
        mail: <MessageMail message={message} shop={shop} />,
      }
    }),
    mailComposer(mailSubscribed, async ({ email }) => {
      const token = await tokenOfSubscriber(db, email)
      if (!token) return null
      const unsubscribeLink = `${shop.publicUrl}/unsubscribe?token=${token}`
      return {
        to: email,
        subject: `Welcome to ${shop.name}`,
        mail: <SubscribedMail unsubscribeLink={unsubscribeLink} shop={shop} />,
        unsubscribeLink,
      }
    }),
  ]
}
