import { EggTextInMail } from '#shop/cakes/egg-mark.tsx'
import { canBeDrawn } from '#shop/icing/icing-scripts.ts'
import { normaliseName } from '#shop/icing/name-on-cake.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { greetedName } from '#shop/values/person-name.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailLink,
  MailPicture,
  MailRow,
  MailRows,
  MailText,
  MailUserText,
} from '#ui/mail-layout.tsx'
import { quotedUserText } from '#ui/user-text.tsx'
import { addressText } from '../customer-text.ts'
import { deliveryText, deliveryWords } from '../delivery/delivery-text.ts'
import { awaitsPrice, cancelledStatuses } from '../item-status.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import { refundArrives, shippingParts, surchargeLabel } from '../order-money.ts'
import { cashToPay, isAnyMade } from '../order-status.ts'

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
            label={<ItemInWords item={item} />}
          >
            {priceInWords(item, order)}
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
  const { fee, surcharge } = shippingParts(order)
  const cash = cashToPay(order)
  if (paidByCard === 0 && cash === 0) return null
  return (
    <MailRows>
      <MailRow label="Shipping">{formatInr(fee)}</MailRow>
      {surcharge > 0 && <MailRow label={surchargeLabel}>{formatInr(surcharge)}</MailRow>}
      {isAnyMade(order.order) && (
        <MailRow label={awaitsAnyPrice(order) ? 'Total so far' : 'Total'} strong>
          {inr(subtotal + shipping)}
        </MailRow>
      )}
      {paidByCard > 0 && <MailRow label="Paid online">{inr(paidByCard)}</MailRow>}
      {cash > 0 && (
        <MailRow label={`Due in cash ${deliveryWords(order).cash}`}>{inr(cash)}</MailRow>
      )}
    </MailRows>
  )
}

const inr = (rupees: number) => formatInr(toPaise(rupees))

function pictureOf(item: OrderItem, pictures: ItemPictures) {
  const picture = pictures.get(item.id)
  return picture ? <MailPicture cid={picture.cid} alt={pictureAlt(item)} width={88} /> : null
}

/** A cake that the card paid keeps its price when it is not made: it is what comes back. */
function priceInWords(
  { customize, isConfirmed, subtotal }: OrderItem,
  { paidByCard }: Pick<Order, 'paidByCard'>,
): string {
  if (!customize && paidByCard > 0) return inr(subtotal)
  if (cancelledStatuses.includes(isConfirmed)) return 'Not made'
  return subtotal === 0 ? 'Cash On delivery' : inr(subtotal)
}

/** Whether a customised cake among the items has no agreed price yet. */
function awaitsAnyPrice({ order }: Pick<Order, 'order'>): boolean {
  return order.some((item) => awaitsPrice(item.isConfirmed, item))
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

/** '2 × Mango Cake, Mango, 1 kg, ● Eggless, with “Asha” on it'. What the customer typed is in quotation marks. */
export function ItemInWords({ item }: { item: OrderItem }) {
  const { amount, name, customize, wt, egg, bname } = item
  const flavour = customize ? quotedUserText(item.flavour) : item.flavour
  return (
    <>
      {`${amount} × ${name}, ${flavour}, ${formatWeight(wt)}`}
      {egg && (
        <>
          , <EggTextInMail egg={egg} />
        </>
      )}
      {bname && `, with ${quotedUserText(bname)} on it`}
    </>
  )
}

/** What the picture of an item shows, for those who do not see it. */
export function pictureAlt({ name, customize, bname }: OrderItem): string {
  const what = customize ? 'The design of your cake' : name
  const isIced = bname !== '' && canBeDrawn(normaliseName(bname))
  return isIced ? `${what}, with ${quotedUserText(bname)} in icing` : what
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
  return `Please keep ${inr(cash)} ${slot && !pickup ? 'ready, in cash or UPI' : 'ready in cash'}.`
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
