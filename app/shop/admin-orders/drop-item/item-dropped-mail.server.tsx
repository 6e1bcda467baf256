import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { creditNotesText, greeting, ItemInWords } from '#shop/orders/mails/order.mail.tsx'
import { findOrderForMail, mailToCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { refundArrives } from '#shop/orders/order-money.ts'
import { creditNotesOf } from '#shop/tax-documents/tax-documents.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailButton, MailHeading, MailLayout, MailText, MailUserText } from '#ui/mail-layout.tsx'

const itemDroppedData = z.object({
  orderId: z.uuid(),
  itemId: z.uuid(),
  amountPaise: z.int().nonnegative(),
})

/** Tells the customer which item is not made, why, and what is refunded. */
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
  return mailComposer(itemDroppedMail, async ({ orderId, itemId, amountPaise }) => {
    const order = await findOrderForMail(db, orderId)
    const item = order.order.find(({ id }) => id === itemId)
    if (!item) throw new Error(`no item ${itemId} to write about`)
    const creditNotes = await creditNotesOf(db, orderId)
    const mail = (
      <ItemDroppedMail
        order={order}
        item={item}
        amountPaise={amountPaise}
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
  /** The serials of the order's. */
  creditNotes: readonly string[]
  shop: ShopDetails
}

function ItemDroppedMail({ order, item, amountPaise, creditNotes, shop }: ItemDroppedMailProps) {
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
      {amountPaise > 0 && (
        <MailText>
          We’ve refunded {formatInr(amountPaise)}. {refundArrives('you')}
        </MailText>
      )}
      {creditNotes.length > 0 && <MailText>{creditNotesText(creditNotes)}</MailText>}
      <MailText>Questions? Reply to this email or call us on {shop.phone}.</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
    </MailLayout>
  )
}
