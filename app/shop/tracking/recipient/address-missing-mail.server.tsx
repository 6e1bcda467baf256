import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { findOrderForMail, mailToCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import { isAnyMade } from '#shop/orders/order-status.ts'
import { hasStreet } from '#shop/values/india-address.ts'
import { greetedName } from '#shop/values/person-name.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const aboutAnOrder = z.object({ orderId: z.uuid() })

/** To the sender: the recipient has not said where to. Not sent once the address is known. */
export const addressMissingMail = {
  name: 'address-missing',
  cause: 'anyone',
  data: aboutAnOrder,
  eventId: ({ orderId }) => orderId,
} satisfies MailKind<typeof aboutAnOrder>

export function addressMissingMailComposer(deps: {
  db: Database
  shop: ShopDetails
}): MailComposer {
  const { db, shop } = deps
  return mailComposer(addressMissingMail, async ({ orderId }) => {
    const order = await findOrderForMail(db, orderId)
    if (hasStreet(order.address) || !isAnyMade(order.order)) return null
    const delivery = deliveryText(order)
    const mail = (
      <MailLayout
        sender={{ ...shop, url: shop.publicUrl }}
        preview={`Order ${order.number} has no address yet.`}
      >
        <MailHeading>Where shall we deliver it?</MailHeading>
        <MailText>
          Hello{greetedName(order.user.name)}, order {order.number} is to be delivered on {delivery}
          , and we still have no address.
        </MailText>
        <MailText>
          Please call us on {shop.phone} or reply to this email with the address. The order does not
          leave before we have it.
        </MailText>
      </MailLayout>
    )
    const subject = `We need the address of your order ${order.number}`
    return { ...mailToCustomer(order, subject, mail), replyTo: shop.email }
  })
}
