import { Hono } from 'hono'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type AddressSettings, addressOf } from '#platform/http/client.server.ts'
import { receiveMessage } from './contact/receive-message.server.ts'
import { confirmSubscription, subscribe, unsubscribe } from './newsletter/newsletter.server.tsx'
import {
  confirmSubscriptionEndpoint,
  contactEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
} from './storefront.endpoints.ts'
import { deleteSubscriber } from './storefront.store.server.ts'

export function serveStorefront(api: Api, deps: AppContext) {
  api.serve(contactEndpoint, async ({ body }, { address }) => {
    await deps.limiter.attempt('contact', address)
    await receiveMessage(deps, body)
    return { message: 'Message sent' }
  })

  api.serve(subscribeEndpoint, async ({ body: { email } }, { address }) => {
    await deps.limiter.attempt('subscribe', address)
    await subscribe(deps, email)
    return {
      message:
        'Thank you! If you haven’t subscribed before, please confirm it by the link in our email.',
    }
  })

  api.serve(confirmSubscriptionEndpoint, async ({ body: { token } }) => {
    await confirmSubscription(deps, token)
    return { message: 'Thank you for subscribing! We’ll email you about offers and new cakes.' }
  })

  api.serve(unsubscribeEndpoint, async ({ body: { token } }) => {
    await unsubscribe(deps, token)
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
