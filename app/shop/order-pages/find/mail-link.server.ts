import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { declareMail, queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  findOrderForMail,
  greeting,
  toCustomer,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.ts'
import { findOrderOfMobile } from '../tracking.store.server.ts'

/**
 * Mails the link of an order to the address it was ordered with. Who knows number and mobile may be a friend, a neighbour or
 * the rider, so they see nothing here, and read the same sentence whether there is such an order or not.
 *
 * @param mobile the customer's, as it is stored
 */
export async function mailLink(
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { number, mobile }: { number: number; mobile: string },
): Promise<string> {
  const orderId = await findOrderOfMobile(db, { number, mobile })
  if (orderId) {
    await db.transaction((tx) =>
      queueMail<typeof orderLinkMail>({ clock, jobs }, tx, 'order-link', newId(), { orderId }),
    )
  }
  return 'If the number and the mobile match an order, its link is on its way to the email address it was ordered with.'
}

/** To the customer, who asked for it: the link of their order. */
export const orderLinkMail = declareMail({
  name: 'order-link',
  cause: 'anyone',
  data: z.object({ orderId: z.uuid() }),
  async write(context, { orderId }) {
    const order = await findOrderForMail(context.db, orderId)
    const { number } = order
    return {
      ...toCustomer(order),
      isExpected: false,
      subject: `The link to your order ${number}`,
      preview: `Where order ${number} is, and what you can do.`,
      heading: 'Here is your order',
      parts: [
        `${greeting(order)} somebody asked for the link to your order ${number}, by its number and your mobile number.`,
        trackButton(await trackLinkOf(context, order)),
        'Anyone with this link can change or cancel the order, so please keep it to yourself. If it wasn’t you, there is nothing to do.',
      ],
    }
  },
})
