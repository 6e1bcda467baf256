import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { dayMs } from '#platform/durations.ts'
import { declareMail, queueMail } from '#shop/mails/mail-kind.server.ts'
import { MailLink, MailText } from '#ui/mail-layout.tsx'
import {
  confirmSubscriber,
  deleteSubscriber,
  findSubscriber,
  insertSubscriber,
} from '../storefront.store.server.ts'

/** How long the link works by which somebody confirms, ms. */
const confirmationLinkMs = 7 * dayMs
/** An address gets at most one mail that asks for a confirmation in this time, ms. */
const confirmationPauseMs = dayMs

/**
 * Asks the owner of an address to confirm the newsletter. Nothing is mailed to an address that is confirmed, or was mailed
 * within a day.
 */
export async function subscribe(deps: AppContext, email: string) {
  const now = deps.clock.now()
  const subscriber = { email, token: randomBytes(24).toString('base64url'), consentedAt: now }
  await deps.db.transaction(async (tx) => {
    const renewableBefore = new Date(now.getTime() - confirmationPauseMs)
    if (!(await insertSubscriber(tx, subscriber, renewableBefore))) return
    const event = crypto.randomUUID()
    await queueMail<typeof confirmSubscriptionMail>(deps, tx, 'confirm-subscription', event, {
      email,
    })
  })
}

/**
 * Confirms a subscription by the token of its mailed link, and welcomes the subscriber; a second time is the same.
 *
 * @throws AppError not_found for an unknown or expired token
 */
export async function confirmSubscription(deps: AppContext, token: string) {
  const at = deps.clock.now()
  const sentAfter = new Date(at.getTime() - confirmationLinkMs)
  await deps.db.transaction(async (tx) => {
    const confirmed = await confirmSubscriber(tx, { token, at, sentAfter })
    if (confirmed) {
      const { email } = confirmed
      const event = crypto.randomUUID()
      return queueMail<typeof subscribedMail>(deps, tx, 'subscribed', event, { email })
    }
    const known = await findSubscriber(tx, { token })
    if (known?.confirmedAt) return
    throw new AppError(
      'not_found',
      'This link is incomplete or has expired. Please subscribe again.',
    )
  })
}

/**
 * Ends a subscription by the token of its unsubscribe link, and deletes the address.
 *
 * @throws AppError not_found for an unknown token
 */
export async function unsubscribe({ db }: AppContext, token: string) {
  if (await deleteSubscriber(db, { token })) return
  throw new AppError(
    'not_found',
    'This link is incomplete or was already used. If you still get our newsletter, please use the link in the newest one.',
  )
}

const data = z.object({ email: z.email() })

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
