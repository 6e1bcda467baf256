import { z } from 'zod'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const accountDeletedData = z.object({ mailId: z.uuid(), email: z.email() })

/** The last mail to a person: their address is forgotten once it is sent. */
export const accountDeletedMail = {
  name: 'account-deleted',
  cause: 'recipient',
  data: accountDeletedData,
  eventId: ({ mailId }) => mailId,
  isForgotten: true,
} satisfies MailKind<typeof accountDeletedData>

export function accountDeletedMailComposer({ shop }: { shop: ShopDetails }): MailComposer {
  return mailComposer(accountDeletedMail, async ({ email }) => ({
    to: email,
    subject: 'Your account was deleted',
    mail: (
      <MailLayout
        sender={{ ...shop, url: shop.publicUrl }}
        preview={`Your account at ${shop.name} was deleted.`}
      >
        <MailHeading>Your account was deleted</MailHeading>
        <MailText>
          We deleted your account, and your name, contact details, addresses, designs, photos and
          messages. We keep only what tax law requires of invoices.
        </MailText>
        <MailText>
          If this wasn’t you, write to {shop.grievance.name} at {shop.grievance.email}.
        </MailText>
      </MailLayout>
    ),
  }))
}
