import { formatInr, toPaise } from '#shop/values/money.ts'
import { greetedName } from '#shop/values/person-name.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailLink,
  MailText,
  MailUserText,
} from '#ui/mail-layout.tsx'
import { addressText } from '../customer-text.ts'
import { deliveryText, deliveryWords } from '../delivery/delivery-text.ts'
import type { Order } from '../order.schema.ts'
import { refundArrives } from '../order-money.ts'
import { cashToPay } from '../order-status.ts'
import { awaitsAnyPrice, type ItemPictures, OrderMailItems } from './order-mail-items.tsx'

/** What every mail about a whole order is made of. */
export interface OrderMailProps {
  order: Order
  shop: ShopDetails
  /** Of its items, with the names in icing. */
  pictures: ItemPictures
}

/** 'Hello Asha,' as mails to the customer of an order begin. */
export function greeting({ user }: Pick<Order, 'user'>): string {
  return `Hello${greetedName(user.name)},`
}

/** 'Thank you, Asha!' */
export function thanks({ user }: Pick<Order, 'user'>): string {
  const name = greetedName(user.name)
  return `Thank you${name && `,${name}`}!`
}

function WhereText({ order }: Pick<OrderMailProps, 'order'>) {
  return (
    <>
      <MailText>{deliveryWords(order).to}</MailText>
      <MailUserText>{addressText(order.address)}</MailUserText>
    </>
  )
}

interface OrderPlacedProps extends OrderMailProps {
  /** Where it is followed. */
  link: string
  /** By which a guest takes the order into an account; left out where an account has it. */
  keepLink?: string
}

/** Tells the customer that the order is placed. */
export function OrderPlacedMail({ order, shop, pictures, link, keepLink }: OrderPlacedProps) {
  const delivery = deliveryText(order)
  const what = deliveryWords(order).what.toLowerCase()
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number}, for ${what} on ${delivery}.`}
    >
      <MailHeading>Your Order is Placed.</MailHeading>
      <MailText>
        {thanks(order)} We have your order {order.number}, for {what} on {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      {awaitsAnyPrice(order) && (
        <MailText>
          The total does not include your customised cake yet. Our baker will email you a quote. If
          you accept it, you pay in cash {deliveryWords(order).cash}.
        </MailText>
      )}
      <WhereText order={order} />
      {keepLink === undefined ? (
        <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
      ) : (
        <>
          <MailText>
            You ordered as a guest. In an account you can see and cancel the order on any device.
          </MailText>
          <MailButton href={keepLink}>Add this order to your account</MailButton>
        </>
      )}
      <MailText>
        <MailLink href={link}>Track it</MailLink> without logging in. Whoever has this link can
        cancel the order, so keep it to yourself.
      </MailText>
    </MailLayout>
  )
}

/** Where the credit notes of a refund are; '' when there is none. */
export function creditNotesText(serials: readonly string[]): string {
  if (serials.length === 0) return ''
  const names = serials.length === 1 ? 'Credit note' : 'Credit notes'
  return `${names} ${serials.join(' and ')} for your invoice: see View Orders.`
}

/** Tells the customer that the order is cancelled, why if the shop said it, and what comes back. */
export function OrderCancelledMail({
  order,
  shop,
  pictures,
  reason,
  creditNotes,
}: OrderMailProps & { reason?: string; creditNotes: readonly string[] }) {
  const back = formatInr(toPaise(order.refunded))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number} has been cancelled.`}
    >
      <MailHeading>Your order is cancelled</MailHeading>
      <MailText>
        {greeting(order)} your order {order.number} has been cancelled.
      </MailText>
      {reason && <MailUserText>{reason}</MailUserText>}
      <OrderMailItems order={order} pictures={pictures} />
      <MailText>
        {order.refunded > 0
          ? `We’ve refunded ${back}. ${refundArrives('you')}`
          : 'Nothing was paid online, so there is nothing to refund.'}
      </MailText>
      {creditNotes.length > 0 && <MailText>{creditNotesText(creditNotes)}</MailText>}
      <MailButton href={`${shop.publicUrl}/products`}>Order another cake</MailButton>
    </MailLayout>
  )
}

/** A rider at the door takes UPI as well. */
function keepReadyText({ pickup, slot }: Order, cash: number): string {
  return `Please keep ${formatInr(toPaise(cash))} ${slot && !pickup ? 'ready, in cash or UPI' : 'ready in cash'}.`
}

/** Tells the customer that the cakes are ready, when and where they are handed over, and what is to be paid then. */
export function OrderPreparedMail({ order, shop, pictures }: OrderMailProps) {
  const delivery = deliveryText(order)
  const cash = cashToPay(order)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={
        order.pickup
          ? `Order ${order.number} can be picked up on ${delivery}.`
          : `We’ll deliver order ${order.number} on ${delivery}.`
      }
    >
      <MailHeading>Your order is prepared</MailHeading>
      <MailText>
        {greeting(order)} order {order.number} is ready and{' '}
        {order.pickup ? 'can be picked up' : 'will be with you'} on {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      {cash > 0 && <MailText>{keepReadyText(order, cash)}</MailText>}
      <WhereText order={order} />
      <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
    </MailLayout>
  )
}
