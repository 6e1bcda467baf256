import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailHeading, MailLayout, MailText, MailUserText } from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'
import { findMessage, type StoredMessage } from '../storefront.store.server.ts'

const messageMailData = z.object({ messageId: z.uuid() })

/** To the shop: a message from the contact page. */
export const messageMail = {
  name: 'message',
  cause: 'shop',
  data: messageMailData,
  eventId: ({ messageId }) => messageId,
} satisfies MailKind<typeof messageMailData>

export function messageMailComposer({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer {
  return mailComposer(messageMail, async ({ messageId }) => {
    const message = await findMessage(db, messageId)
    if (!message) return null
    return {
      to: shop.email,
      replyTo: message.email,
      subject: 'Message from the contact page',
      mail: <MessageMail message={message} shop={shop} />,
    }
  })
}

function MessageMail({ message, shop }: { message: StoredMessage; shop: ShopDetails }) {
  return (
    <MailLayout sender={{ ...shop, url: shop.publicUrl }} preview="From the contact page.">
      <MailHeading>New message</MailHeading>
      <MailUserText>{`${cleanUserText(message.username)}:\n${message.message}`}</MailUserText>
      <MailText>Reply to: {message.email}</MailText>
    </MailLayout>
  )
}
