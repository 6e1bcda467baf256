import { canBeDrawn } from '#shop/icing/icing-scripts.ts'
import { normaliseName } from '#shop/icing/name-on-cake.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailPicture,
  MailRow,
  MailRows,
  MailText,
} from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'
import { addressText } from '../customer-text.ts'
import { awaitsPrice, cancelledStatuses } from '../item-status.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import { cashToPay, orderProgress } from '../order-status.ts'

/** Pictures of items that travel with a mail, by the item's id; an item may have none. */
type ItemPictures = ReadonlyMap<string, { cid: string }>

/** What every mail about a whole order is made of. */
export interface OrderMailProps {
  order: Order
  shop: ShopDetails
  /** Of its items, with the names in icing. */
  pictures: ItemPictures
}

/** The lines and sums of an order, as its mails show them. */
function OrderMailItems({ order, pictures }: Omit<OrderMailProps, 'shop'>) {
  return (
    <>
      <MailRows>
        {order.order.map((item) => (
          <MailRow
            key={item.id}
            picture={pictures.size > 0 ? pictureOf(item, pictures) : undefined}
            label={itemInWords(item)}
          >
            {priceInWords(item)}
          </MailRow>
        ))}
      </MailRows>
      <Sums order={order} />
    </>
  )
}

/** Nothing where nothing was paid and nothing is to be. */
function Sums({ order }: { order: Order }) {
  const { paidByCard, shipping, subtotal } = order
  const cash = cashToPay(order)
  if (paidByCard === 0 && cash === 0) return null
  return (
    <MailRows>
      <MailRow label="Shipping">{inr(shipping)}</MailRow>
      {orderProgress(order.order).toMake > 0 && (
        <MailRow label={awaitsAnyPrice(order) ? 'Total so far' : 'Total'} strong>
          {inr(subtotal + shipping)}
        </MailRow>
      )}
      {paidByCard > 0 && <MailRow label="Paid by card">{inr(paidByCard)}</MailRow>}
      {cash > 0 && <MailRow label="Due in cash on delivery">{inr(cash)}</MailRow>}
    </MailRows>
  )
}

const inr = (rupees: number) => formatInr(toPaise(rupees))

function pictureOf(item: OrderItem, pictures: ItemPictures) {
  const picture = pictures.get(item.id)
  return picture ? <MailPicture cid={picture.cid} alt={pictureAlt(item)} width={88} /> : null
}

/** A cake that the card paid keeps its price when it is not made: it is what comes back. */
function priceInWords({ customize, isConfirmed, subtotal }: OrderItem): string {
  if (!customize) return inr(subtotal)
  if (cancelledStatuses.includes(isConfirmed)) return 'Not made'
  return subtotal === 0 ? 'Cash On delivery' : inr(subtotal)
}

/** Whether a customised cake among the items has no agreed price yet. */
function awaitsAnyPrice({ order }: Pick<Order, 'order'>): boolean {
  return order.some((item) => awaitsPrice(item.isConfirmed, item))
}

/** '2 × Mango Cake, Mango, 1 kg, with “Asha” on it'. */
export function itemInWords({ amount, name, flavour, wt, bname }: OrderItem): string {
  const words = `${amount} × ${name}, ${cleanUserText(flavour)}, ${cleanUserText(wt)} kg`
  return bname ? `${words}, with “${cleanUserText(bname)}” on it` : words
}

/** What the picture of an item shows, for those who do not see it. */
export function pictureAlt({ name, customize, bname }: OrderItem): string {
  const what = customize ? 'The design of your cake' : name
  const isIced = bname !== '' && canBeDrawn(normaliseName(bname))
  return isIced ? `${what}, with “${cleanUserText(bname)}” in icing` : what
}

/** Tells the customer that the order is placed. */
export function OrderPlacedMail({ order, shop, pictures }: OrderMailProps) {
  const delivery = formatDateTime(new Date(order.time))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number}, for delivery on ${delivery}.`}
    >
      <MailHeading>Your Order is Placed.</MailHeading>
      <MailText>
        Thank you, {cleanUserText(order.user.name)}! We have your order {order.number}, for delivery
        on {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      {awaitsAnyPrice(order) && (
        <MailText>
          A customised cake is not in the total yet: our baker looks at it and mails you its price.
          You pay that in cash on delivery, if you agree to it.
        </MailText>
      )}
      <MailText>It goes to: {cleanUserText(addressText(order.address))}</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}

/** Tells the customer that the order is cancelled and what comes back. */
export function OrderCancelledMail({ order, shop, pictures }: OrderMailProps) {
  const back = formatInr(toPaise(order.refunded))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number} will not be made.`}
    >
      <MailHeading>Your order is cancelled</MailHeading>
      <MailText>
        Hello {cleanUserText(order.user.name)}, order {order.number} is cancelled and will not be
        made.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      <MailText>
        {order.refunded > 0
          ? `We have asked your bank to give back ${back}. It is on your card in a few days.`
          : 'Nothing was paid by card, so there is nothing to give back.'}
      </MailText>
      <MailButton href={`${shop.publicUrl}/products`}>Choose another cake</MailButton>
    </MailLayout>
  )
}

/** Tells the customer that the cakes are ready, when they come and where, and what is to be paid at the door. */
export function OrderPreparedMail({ order, shop, pictures }: OrderMailProps) {
  const delivery = formatDateTime(new Date(order.time))
  const cash = cashToPay(order)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`Order ${order.number} comes on ${delivery}.`}
    >
      <MailHeading>Your order is prepared</MailHeading>
      <MailText>
        Hello {cleanUserText(order.user.name)}, order {order.number} is ready and will be with you
        on {delivery}.
      </MailText>
      <OrderMailItems order={order} pictures={pictures} />
      {cash > 0 && <MailText>Please keep {formatInr(toPaise(cash))} ready in cash.</MailText>}
      <MailText>It goes to: {cleanUserText(addressText(order.address))}</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}
