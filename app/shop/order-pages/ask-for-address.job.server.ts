import type { AppContext } from '#app/context.server.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryInMail } from '#shop/orders/delivery/delivery-text.ts'
import { ordersWithoutStreet } from '#shop/orders/links/tracking-links.store.server.ts'
import { findOrderForMail, greeting } from '#shop/orders/mails/order-mail.server.ts'
import { awaitsAddress, isLocked } from '#shop/orders/order-rules.ts'

/** Mails senders whose order still has no address when the kitchen begins. */
const askForAddressJob = scheduledJob('ask-for-address', '*/5 * * * *')

/** Queues one mail for each locked order whose address is missing; repeating it does nothing. */
export function askForAddressHandler(shop: AppContext): JobHandler {
  return handles(askForAddressJob, async () => {
    const now = shop.clock.now()
    for (const order of await ordersWithoutStreet(shop.db, now)) {
      if (!isLocked(order, now)) continue
      const { id: orderId } = order
      await shop.db.transaction((tx) =>
        queueMail(shop, tx, 'address-missing', orderId, { orderId }),
      )
    }
  })
}

/** Asks the sender for the address. Not sent once it is known. */
export const addressMissingMail: MailKind<{ orderId: string }> = async (
  { db, shop },
  { orderId },
) => {
  const order = await findOrderForMail(db, orderId)
  if (!awaitsAddress(order)) return null
  const { number } = order
  return {
    to: order.customerEmail,
    subject: `We need the address of your order ${number}`,
    preview: `Order ${number} has no address yet.`,
    heading: 'Where shall we deliver it?',
    parts: [
      `${greeting(order)} order ${number} is due on ${deliveryInMail(order)}, and we still have no address.`,
      `Please call us on ${shop.phone} or reply to this email with the address. The order can’t leave without it.`,
    ],
  }
}
