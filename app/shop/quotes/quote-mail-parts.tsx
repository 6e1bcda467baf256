import { addressText } from '#shop/orders/customer-text.ts'
import { itemInWords, pictureAlt } from '#shop/orders/mails/order.mail.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { isolated } from '#ui/isolated.ts'
import { MailPicture, MailQuote, MailRow, MailRows, MailText } from '#ui/mail-layout.tsx'
import { cashDue } from './cash-due.ts'

/** What every mail about a customised cake is made of. */
export interface CakeMailProps {
  order: Order
  item: OrderItem
  shop: ShopDetails
  /** The picture of the design that travels with the mail; null where there is none. */
  cid: string | null
}

/** The design, with what was ordered of it. */
export function OrderedCake({ item, cid }: Pick<CakeMailProps, 'item' | 'cid'>) {
  return (
    <>
      {cid !== null && <MailPicture cid={cid} alt={pictureAlt(item)} />}
      <MailText>{itemInWords(item)}</MailText>
      {item.detail !== '' && (
        <>
          <MailText>Details:</MailText>
          <MailQuote>{item.detail}</MailQuote>
        </>
      )}
    </>
  )
}

/** The price of one cake and of the line, and all that is to be paid in cash, with what it is made of. */
export function CashRows({ order, item, linePaise }: CakeMailProps & { linePaise: Paise }) {
  const { otherCakes, shipping, total } = cashDue(order, item, linePaise)
  return (
    <MailRows>
      <MailRow label="Price for one cake">{formatInr(linePaise / item.amount)}</MailRow>
      {item.amount > 1 && <MailRow label={`${item.amount} cakes`}>{formatInr(linePaise)}</MailRow>}
      {otherCakes > 0 && (
        <MailRow label="Your other customised cakes, as agreed">{formatInr(otherCakes)}</MailRow>
      )}
      {shipping > 0 && <MailRow label="Shipping">{formatInr(shipping)}</MailRow>}
      <MailRow label="Due in cash on delivery" strong>
        {formatInr(total)}
      </MailRow>
    </MailRows>
  )
}

/** Why what the card has paid is not among what is due; nothing where no card was asked. */
export function PaidByCard({ order }: Pick<CakeMailProps, 'order'>) {
  if (order.paidByCard === 0) return null
  return (
    <MailText>
      {formatInr(toPaise(order.paidByCard))} of this order, with its shipping, is paid by card
      already.
    </MailText>
  )
}

export function DeliveryText({ order }: Pick<CakeMailProps, 'order'>) {
  return (
    <MailText>
      Delivery: {formatDateTime(new Date(order.time))}, to {isolated(addressText(order.address))}
    </MailText>
  )
}

export function QuestionsText({ shop }: Pick<CakeMailProps, 'shop'>) {
  return <MailText>Questions? Call us on {shop.phone}, or answer this mail.</MailText>
}
