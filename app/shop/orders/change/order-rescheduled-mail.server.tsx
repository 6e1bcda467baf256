import { z } from 'zod'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { MailButton, MailHeading, MailLayout, MailText } from '#ui/mail-layout.tsx'
import { deliveryText, deliveryWords } from '../delivery/delivery-text.ts'
import { creditNotesText, greeting } from '../mails/order.mail.tsx'
import {
  findOrderForMail,
  mailToCustomer,
  type OrderMailDeps,
} from '../mails/order-mails.server.tsx'
import { lessInCashText, refundedText } from '../order-money.ts'
import { isAnyMade } from '../order-status.ts'

const rescheduledData = z.object({
  orderId: z.uuid(),
  /** An order may be changed more than once. */
  changeId: z.uuid(),
  /** What it costs less; in cash, no more than was due. */
  savedPaise: z.int().nonnegative(),
  /** What of that is refunded. */
  amountPaise: z.int().nonnegative(),
})

/** Tells the customer to which time they changed the order, and what comes back. */
export const orderRescheduledMail = {
  name: 'order-rescheduled',
  cause: 'anyone',
  data: rescheduledData,
  eventId: ({ changeId }) => changeId,
} satisfies MailKind<typeof rescheduledData>

export function orderRescheduledMailComposer({
  db,
  shop,
  creditNotesOf,
}: Pick<OrderMailDeps, 'db' | 'shop' | 'creditNotesOf'>): MailComposer {
  return mailComposer(orderRescheduledMail, async ({ orderId, savedPaise, amountPaise }) => {
    const order = await findOrderForMail(db, orderId)
    // Cancelled meanwhile, it comes at no time.
    if (!isAnyMade(order.order)) return null
    const creditNotes = savedPaise > 0 ? await creditNotesOf(db, orderId) : []
    const { what } = deliveryWords(order)
    return mailToCustomer(
      order,
      `Your order ${order.number} has a new time`,
      <MailLayout
        sender={{ ...shop, url: shop.publicUrl }}
        preview={`${what}: ${deliveryText(order)}.`}
      >
        <MailHeading>A new time</MailHeading>
        <MailText>
          {greeting(order)} you have changed the time of order {order.number}.
        </MailText>
        <MailText>
          {what}: {deliveryText(order)}.
        </MailText>
        {amountPaise > 0 && <MailText>{refundedText(amountPaise)}</MailText>}
        {savedPaise > 0 && order.paidByCard === 0 && (
          <MailText>{lessInCashText(savedPaise)}</MailText>
        )}
        {creditNotes.length > 0 && <MailText>{creditNotesText(creditNotes)}</MailText>}
        <MailText>Was this not you? Call us on {shop.phone}.</MailText>
        <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
      </MailLayout>,
    )
  })
}
