import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { creditNotesText, greeting } from '#shop/orders/mails/order.mail.tsx'
import { findOrderForMail, mailToCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import { refundArrives } from '#shop/orders/order-money.ts'
import { creditNotesOfRefund } from '#shop/tax-documents/tax-documents.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'

const orderLateData = z.object({
  orderId: z.uuid(),
  minutes: z.int().positive(),
  /** Refunded. */
  amountPaise: z.int().min(0),
  /** So much less was due in cash. */
  lessPaise: z.int().min(0).default(0),
  /** What was paid in cash beyond that, and is given back. */
  overPaise: z.int().min(0).default(0),
})

/** Tells the customer what comes back, or was not due, because the delivery was late. */
export const orderLateMail = {
  name: 'order-late',
  cause: 'recipient',
  data: orderLateData,
  eventId: ({ orderId }) => orderId,
} satisfies MailKind<typeof orderLateData>

export function orderLateMailComposer({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer {
  return mailComposer(orderLateMail, async ({ orderId, minutes, ...paise }) => {
    const order = await findOrderForMail(db, orderId)
    const [amount, less, over] = [paise.amountPaise, paise.lessPaise, paise.overPaise]
    const creditNotes = creditNotesText(await creditNotesOfRefund(db, `late-${orderId}`))
    return mailToCustomer(
      order,
      `Sorry, your order ${order.number} was late`,
      <MailLayout
        sender={{ ...shop, url: shop.publicUrl }}
        preview={`${formatInr(amount + less)} of order ${order.number} is yours: we were late.`}
      >
        <MailHeading>Sorry, we were late</MailHeading>
        <MailText>
          {greeting(order)} your order {order.number} arrived {minutes} minutes after the end of its
          slot.{amount > 0 && ` As promised, we’ve refunded ${formatInr(amount)}.`}{' '}
          {amount > 0 && refundArrives('you')}
          {less > 0 && ` As promised, ${formatInr(less)} less was due in cash.`}
        </MailText>
        {over > 0 && (
          <MailText>You paid {formatInr(over)} too much. We will give it back to you.</MailText>
        )}
        {creditNotes && <MailText>{creditNotes}</MailText>}
        <MailText>Questions? Reply to this email or call us.</MailText>
        <MailButton href={`${shop.publicUrl}/refunds`}>Our promise</MailButton>
      </MailLayout>,
    )
  })
}
