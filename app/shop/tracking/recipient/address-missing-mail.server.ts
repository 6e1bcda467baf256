import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { findOrderForMail, greeting, toCustomer } from '#shop/orders/mails/order-mail.server.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { hasStreet } from '#shop/values/india-address.ts'

/** To the sender: the recipient has not said where to. Not sent once the address is known. */
export const addressMissingMail = declareMail({
  name: 'address-missing',
  cause: 'anyone',
  data: z.object({ orderId: z.uuid() }),
  async write({ db, shop }, { orderId }) {
    const order = await findOrderForMail(db, orderId)
    if (hasStreet(order.address) || !isAnyMade(order)) return null
    const { number } = order
    return {
      ...toCustomer(order),
      replyTo: shop.email,
      subject: `We need the address of your order ${number}`,
      preview: `Order ${number} has no address yet.`,
      heading: 'Where shall we deliver it?',
      parts: [
        `${greeting(order)} order ${number} is to be delivered on ${deliveryText(order)}, and we still have no address.`,
        `Please call us on ${shop.phone} or reply to this email with the address. The order does not leave before we have it.`,
      ],
    }
  },
})
