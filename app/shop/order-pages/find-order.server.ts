import type { AppContext } from '#app/context.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { findOrderOfMobile } from '#shop/orders/links/tracking-links.store.server.ts'
import {
  findOrderForMail,
  greeting,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { findOrderSchema } from './find-order.schema.ts'

const mailLinkEndpoint = endpoint({
  method: 'POST',
  path: '/orders/mailLink',
  tag: 'Tracking',
  summary: 'Mail the link of an order to its customer',
  description:
    'To the email of the order, if number and the customer’s mobile belong together. The answer is the same if they do not.',
  access: 'anyone',
  body: findOrderSchema,
  response: messageSchema,
})

export type MailLink = typeof mailLinkEndpoint

/**
 * Mails the link of an order to the address it was ordered with. Who knows number and mobile may be a friend, a neighbour or
 * the rider, so they see nothing here, and read the same sentence whether there is such an order or not.
 */
export function serveMailLink(api: Api, shop: AppContext) {
  const { db, limiter } = shop
  api.serve(mailLinkEndpoint, async ({ body: { number: typed, mobile } }, { address }) => {
    const number = Number(typed)
    await limiter.attempt('mail-link-address', address)
    // With the network, so that no stranger's tries end those of the customer.
    await limiter.attempt('mail-link', `${number} by ${address}`)
    const orderId = await findOrderOfMobile(db, { number, mobile })
    if (orderId) {
      await db.transaction((tx) => queueMail(shop, tx, 'order-link', newId(), { orderId }))
    }
    return {
      message:
        'If the number and the mobile match an order, its link is on its way to the email address it was ordered with.',
    }
  })
}

/** To the customer, who asked for it: the link of their order. */
export const orderLinkMail: MailKind<{ orderId: string }> = async (context, { orderId }) => {
  const order = await findOrderForMail(context.db, orderId)
  const { number } = order
  return {
    to: order.customerEmail,
    isUnsolicited: true,
    subject: `The link to your order ${number}`,
    preview: `Where order ${number} is, and what you can do.`,
    heading: 'Here is your order',
    parts: [
      `${greeting(order)} somebody asked for the link to your order ${number}, by its number and your mobile number.`,
      trackButton(await trackLinkOf(context, order)),
      'Please don’t share this link: whoever has it can change or cancel the order. If it wasn’t you, there is nothing to do.',
    ],
  }
}
