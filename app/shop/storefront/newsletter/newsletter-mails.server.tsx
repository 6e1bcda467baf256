import { z } from 'zod'
import { confirmationLinkMs } from '#shop/mails/confirmation-times.ts'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { MailLink, MailText } from '#ui/mail-layout.tsx'
import { findSubscriber } from '../storefront.store.server.ts'

const data = z.object({ email: z.email() })

/** Asks the owner of an address whether they want the newsletter. */
export const confirmSubscriptionMail = declareMail({
  name: 'confirm-subscription',
  cause: 'anyone',
  data,
  expiresAfterMs: confirmationLinkMs,
  async write({ db, shop }, { email }) {
    const subscriber = await findSubscriber(db, { email })
    if (!subscriber || subscriber.confirmedAt) return null
    const href = `${shop.publicUrl}/confirm-subscription?token=${subscriber.token}`
    return {
      to: email,
      subject: `Confirm your subscription to ${shop.name}`,
      preview: 'One more step: please confirm that you want our newsletter.',
      heading: 'Do you want our newsletter?',
      parts: [
        'Somebody entered your email to get our offers and new cakes. If it was you, please confirm it within 7 days.',
        { button: 'Confirm subscription', href },
        'If it wasn’t you, ignore this email. We won’t email you our newsletter.',
      ],
    }
  },
})

/** Welcomes a new subscriber. Somebody who subscribes again after unsubscribing is new. */
export const subscribedMail = declareMail({
  name: 'subscribed',
  cause: 'recipient',
  data,
  async write({ db, shop }, { email }) {
    const subscriber = await findSubscriber(db, { email })
    if (!subscriber?.confirmedAt) return null
    const unsubscribeLink = `${shop.publicUrl}/unsubscribe?token=${subscriber.token}`
    const promise = 'We’ll email you about new cakes, festival specials and offers.'
    return {
      to: email,
      subject: `Welcome to ${shop.name}`,
      unsubscribeLink,
      preview: promise,
      heading: 'Thank you for subscribing',
      parts: [
        promise,
        { button: 'See our cakes', href: `${shop.publicUrl}/products` },
        <MailText key="unsubscribe">
          Changed your mind? <MailLink href={unsubscribeLink}>Unsubscribe</MailLink>
        </MailText>,
      ],
    }
  },
})
