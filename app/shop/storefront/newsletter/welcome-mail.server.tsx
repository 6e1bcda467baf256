import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailLink, MailText } from '#ui/mail-layout.tsx'
import { findSubscriberToken } from '../storefront.store.server.ts'

const welcomeMailData = z.object({ mailId: z.uuid(), email: z.email() })

/** Welcomes a new subscriber. Somebody who subscribes again after unsubscribing is new. */
export const welcomeMail = {
  name: 'subscribed',
  data: welcomeMailData,
  eventId: ({ mailId }) => mailId,
} satisfies MailKind<typeof welcomeMailData>

export function welcomeMailComposer({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer {
  return mailComposer(welcomeMail, async ({ email }) => {
    const token = await findSubscriberToken(db, email)
    if (!token) return null
    const unsubscribeLink = `${shop.publicUrl}/unsubscribe?token=${token}`
    return {
      to: email,
      subject: `Welcome to ${shop.name}`,
      mail: <WelcomeMail unsubscribeLink={unsubscribeLink} shop={shop} />,
      unsubscribeLink,
    }
  })
}

function WelcomeMail({ unsubscribeLink, shop }: { unsubscribeLink: string; shop: ShopDetails }) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="You will hear from us when there is something new to taste."
    >
      <MailHeading>Thank you for subscribing</MailHeading>
      <MailText>
        You will hear from us when there is something new to taste: a season's fruit, a festival's
        sweets, now and then a kind price.
      </MailText>
      <MailButton href={`${shop.publicUrl}/products`}>See our cakes</MailButton>
      <MailText>
        Was it not you, or enough already? <MailLink href={unsubscribeLink}>Unsubscribe</MailLink>
      </MailText>
    </MailLayout>
  )
}
