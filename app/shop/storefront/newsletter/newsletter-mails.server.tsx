import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { confirmationLinkMs } from '#shop/mails/confirmation-times.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailLink, MailText } from '#ui/mail-layout.tsx'
import { findSubscriber } from '../storefront.store.server.ts'

const newsletterMailData = z.object({ mailId: z.uuid(), email: z.email() })

/** Asks the owner of an address whether they want the newsletter. */
export const confirmSubscriptionMail = {
  name: 'confirm-subscription',
  cause: 'anyone',
  data: newsletterMailData,
  eventId: ({ mailId }) => mailId,
  expiresAfterMs: confirmationLinkMs,
} satisfies MailKind<typeof newsletterMailData>

/** Welcomes a new subscriber. Somebody who subscribes again after unsubscribing is new. */
export const subscribedMail = {
  name: 'subscribed',
  cause: 'recipient',
  data: newsletterMailData,
  eventId: ({ mailId }) => mailId,
} satisfies MailKind<typeof newsletterMailData>

interface NewsletterMailDeps {
  db: Database
  shop: ShopDetails
}

export function newsletterMailComposers({ db, shop }: NewsletterMailDeps): MailComposer[] {
  return [
    mailComposer(confirmSubscriptionMail, async ({ email }) => {
      const subscriber = await findSubscriber(db, { email })
      if (!subscriber || subscriber.confirmedAt) return null
      const link = `${shop.publicUrl}/confirm-subscription?token=${subscriber.token}`
      return {
        to: email,
        subject: `Confirm your subscription to ${shop.name}`,
        mail: <ConfirmSubscriptionMail link={link} shop={shop} />,
      }
    }),
    mailComposer(subscribedMail, async ({ email }) => {
      const subscriber = await findSubscriber(db, { email })
      if (!subscriber?.confirmedAt) return null
      const unsubscribeLink = `${shop.publicUrl}/unsubscribe?token=${subscriber.token}`
      return {
        to: email,
        subject: `Welcome to ${shop.name}`,
        mail: <SubscribedMail unsubscribeLink={unsubscribeLink} shop={shop} />,
        unsubscribeLink,
      }
    }),
  ]
}

function ConfirmSubscriptionMail({ link, shop }: { link: string; shop: ShopDetails }) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="One more step: please confirm that you want our newsletter."
    >
      <MailHeading>Do you want our newsletter?</MailHeading>
      <MailText>
        Somebody entered your email to get our offers and new cakes. If it was you, please confirm
        it within 7 days.
      </MailText>
      <MailButton href={link}>Confirm subscription</MailButton>
      <MailText>If it wasn’t you, ignore this email. We won’t email you our newsletter.</MailText>
    </MailLayout>
  )
}

function SubscribedMail({ unsubscribeLink, shop }: { unsubscribeLink: string; shop: ShopDetails }) {
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="We’ll email you about new cakes, festival specials and offers."
    >
      <MailHeading>Thank you for subscribing</MailHeading>
      <MailText>We’ll email you about new cakes, festival specials and offers.</MailText>
      <MailButton href={`${shop.publicUrl}/products`}>See our cakes</MailButton>
      <MailText>
        Changed your mind? <MailLink href={unsubscribeLink}>Unsubscribe</MailLink>
      </MailText>
    </MailLayout>
  )
}
