import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { dayMs } from '#platform/clock.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type AddressSettings, addressOf } from '#platform/http/client.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { MailLink, MailText } from '#ui/mail-layout.tsx'
import {
  confirmSubscriber,
  deleteSubscriber,
  findSubscriber,
  insertSubscriber,
} from '../storefront.store.server.ts'

const subscribeEndpoint = endpoint({
  method: 'POST',
  path: '/subscribe',
  tag: 'Storefront',
  summary: 'Subscribe to the newsletter',
  description:
    'Emails the address a link to confirm, good for 7 days: at most once a day, and not if it is confirmed. The answer is the same.',
  access: 'anyone',
  body: z.object({
    email: emailSchema,
    consent: z.literal(true, 'Please agree to receive our emails'),
  }),
  response: messageSchema,
  problems: [422],
})

const tokenSchema = z.object({ token: z.string().min(1).max(200) })

const confirmSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/confirm-subscription',
  tag: 'Storefront',
  summary: 'Confirm the newsletter',
  description: 'Takes the token of the emailed link. An unknown or expired token is 404.',
  access: 'anyone',
  body: tokenSchema,
  response: messageSchema,
  problems: [404, 422],
})

const unsubscribeEndpoint = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  tag: 'Storefront',
  summary: 'Unsubscribe from the newsletter',
  description:
    'Takes the token of an unsubscribe link and deletes the address. An unknown or used token is 404.',
  access: 'anyone',
  body: tokenSchema,
  response: messageSchema,
  problems: [404, 422],
})

const withdrawConsentEndpoint = endpoint({
  method: 'POST',
  path: '/account/withdraw-consent',
  tag: 'Account',
  summary: 'Withdraw a consent',
  description:
    'Ends the newsletter of the caller’s email. Without a newsletter it changes nothing.',
  access: 'signed-in',
  body: z.object({ consent: z.literal('newsletter') }),
  response: messageSchema,
})

export type Subscribe = typeof subscribeEndpoint
export type ConfirmSubscription = typeof confirmSubscriptionEndpoint
export type Unsubscribe = typeof unsubscribeEndpoint
export type WithdrawConsent = typeof withdrawConsentEndpoint

export function serveNewsletter(api: Api, shop: AppContext) {
  api.serve(subscribeEndpoint, async ({ body: { email } }, { address }) => {
    await shop.limiter.attempt('subscribe', address)
    await subscribe(shop, email)
    return {
      message:
        'Thank you! If you haven’t subscribed before, please confirm it by the link in our email.',
    }
  })

  api.serve(confirmSubscriptionEndpoint, async ({ body: { token } }) => {
    await confirmSubscription(shop, token)
    return { message: 'Thank you for subscribing! We’ll email you about offers and new cakes.' }
  })

  api.serve(unsubscribeEndpoint, async ({ body: { token } }) => {
    if (!(await deleteSubscriber(shop.db, { token }))) {
      throw new AppError(
        'not_found',
        'This link is incomplete or was already used. If you still get our newsletter, please use the link in the newest one.',
      )
    }
    return { message: 'You have unsubscribed. We won’t send you offers again.' }
  })

  api.serve(withdrawConsentEndpoint, async (_, { caller }) => {
    await deleteSubscriber(shop.db, { email: caller.email })
    return { message: 'You have unsubscribed. We won’t send you offers again.' }
  })
}

/** One-click unsubscribing (RFC 8058): a mail provider posts to the link, whose token authorises it. Twice is as once. */
export function serveOneClickUnsubscribe({ db, limiter }: AppContext, settings: AddressSettings) {
  return new Hono().post('/unsubscribe', async (c) => {
    await limiter.write(addressOf(c, settings))
    const token = c.req.query('token') ?? ''
    if (!/^[\w-]{1,200}$/.test(token)) return c.text('This link is incomplete.', 404)
    await deleteSubscriber(db, { token })
    return c.text('You have unsubscribed.')
  })
}

/** How long the link works by which somebody confirms, ms. */
const confirmationLinkMs = 7 * dayMs
/** An address gets at most one mail that asks for a confirmation in this time, ms. */
const confirmationPauseMs = dayMs

/**
 * Asks the owner of an address to confirm the newsletter. Nothing is mailed to an address that is confirmed, or was mailed
 * within a day.
 */
async function subscribe(shop: AppContext, email: string) {
  const now = shop.clock.now()
  const subscriber = { email, token: randomBytes(24).toString('base64url'), consentedAt: now }
  await shop.db.transaction(async (tx) => {
    const renewableBefore = new Date(now.getTime() - confirmationPauseMs)
    if (!(await insertSubscriber(tx, subscriber, renewableBefore))) return
    const event = crypto.randomUUID()
    await queueMail(shop, tx, 'confirm-subscription', event, {
      email,
    })
  })
}

/**
 * Confirms a subscription by the token of its mailed link, and welcomes the subscriber; a second time is the same.
 *
 * @throws AppError not_found for an unknown or expired token
 */
async function confirmSubscription(shop: AppContext, token: string) {
  const at = shop.clock.now()
  const sentAfter = new Date(at.getTime() - confirmationLinkMs)
  await shop.db.transaction(async (tx) => {
    const confirmed = await confirmSubscriber(tx, { token, at, sentAfter })
    if (confirmed) {
      const { email } = confirmed
      const event = crypto.randomUUID()
      return queueMail(shop, tx, 'subscribed', event, { email })
    }
    const known = await findSubscriber(tx, { token })
    if (known?.confirmedAt) return
    throw new AppError(
      'not_found',
      'This link is incomplete or has expired. Please subscribe again.',
    )
  })
}

export const confirmSubscriptionMail: MailKind<{ email: string }> = async (
  { db, shop },
  { email },
) => {
  const subscriber = await findSubscriber(db, { email })
  if (!subscriber || subscriber.confirmedAt) return null
  const href = `${shop.publicUrl}/confirm-subscription?token=${subscriber.token}`
  return {
    to: email,
    isUnsolicited: true,
    subject: `Confirm your subscription to ${shop.name}`,
    preview: 'One more step: please confirm that you want our newsletter.',
    heading: 'Do you want our newsletter?',
    parts: [
      'Somebody entered your email to get our offers and new cakes. If it was you, please confirm it within 7 days.',
      { button: 'Confirm subscription', href },
      'If it wasn’t you, ignore this email. We won’t email you our newsletter.',
    ],
  }
}
confirmSubscriptionMail.expiresAfterMs = confirmationLinkMs

/** Welcomes a new subscriber. Somebody who subscribes again after unsubscribing is new. */
export const subscribedMail: MailKind<{ email: string }> = async ({ db, shop }, { email }) => {
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
}
