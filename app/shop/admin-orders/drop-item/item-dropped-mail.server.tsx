import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { creditNotesText, greeting } from '#shop/orders/mails/order.mail.tsx'
import { ItemInWords } from '#shop/orders/mails/order-mail-items.tsx'
import { findOrderForMail, mailToCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { lessInCashText, refundedText } from '#shop/orders/order-money.ts'
import { creditNotesOf } from '#shop/tax-documents/tax-documents.store.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText, MailUserText } from '#ui/mail-layout.tsx'

const itemDroppedData = z.object({
  orderId: z.uuid(),
  itemId: z.uuid(),
  /** What is refunded. */
  amountPaise: z.int().nonnegative(),
  /** What is due less in cash. */
  lessInCashPaise: z.int().nonnegative().default(0),
  /** Nothing of the order is made without it. */
  isLast: z.boolean().default(false),
})

/** Tells the customer which item is not made, why, and what it costs less. */
export const itemDroppedMail = {
  name: 'item-dropped',
  cause: 'anyone',
  data: itemDroppedData,
  eventId: ({ itemId }) => itemId,
} satisfies MailKind<typeof itemDroppedData>

export function itemDroppedMailComposer({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer {
  return mailComposer(itemDroppedMail, async ({ orderId, itemId, ...change }) => {
    const order = await findOrderForMail(db, orderId)
    const item = order.order.find(({ id }) => id === itemId)
    if (!item) throw new Error(`no item ${itemId} to write about`)
    const creditNotes = await creditNotesOf(db, orderId)
    const mail = (
      <ItemDroppedMail
        order={order}
        item={item}
        {...change}
        creditNotes={creditNotes}
        shop={shop}
      />
    )
    return mailToCustomer(order, `A change to your order ${order.number}`, mail)
  })
}

interface ItemDroppedMailProps {
  order: Order
  item: OrderItem
  amountPaise: Paise
  lessInCashPaise: Paise
  isLast: boolean
  /** The serials of the order's. */
  creditNotes: readonly string[]
  shop: ShopDetails
}

function ItemDroppedMail(props: ItemDroppedMailProps) {
  const { order, item, amountPaise, lessInCashPaise, isLast, creditNotes, shop } = props
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`We cannot make one item of order ${order.number}.`}
    >
      <MailHeading>We cannot make one item</MailHeading>
      <MailText>
        {greeting(order)} we are sorry: we cannot make this item of order {order.number}.
      </MailText>
      <MailText>
        <ItemInWords item={item} />
      </MailText>
      <MailUserText>{item.problem}</MailUserText>
      {amountPaise > 0 && <MailText>{refundedText(amountPaise)}</MailText>}
      {lessInCashPaise > 0 && (
        <MailText>
          {isLast ? 'There is nothing left to pay.' : lessInCashText(lessInCashPaise)}
        </MailText>
      )}
      {creditNotes.length > 0 && <MailText>{creditNotesText(creditNotes)}</MailText>}
      <MailText>Questions? Reply to this email or call us on {shop.phone}.</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
    </MailLayout>
  )
}
