import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { greeting, thanks } from '#shop/orders/mails/order.mail.tsx'
import { ItemInWords, pictureAlt } from '#shop/orders/mails/order-mail-items.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { cashBreakdown } from '#shop/orders/order-money.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailPicture,
  MailRow,
  MailRows,
  MailText,
  MailUserText,
} from '#ui/mail-layout.tsx'

/** What every mail about a customised cake is made of. */
export interface CakeMailProps {
  order: Order
  item: OrderItem
  shop: ShopDetails
  /** The picture of the design that travels with the mail; null where there is none. */
  cid: string | null
}

/** The design, with what was ordered of it. */
function OrderedCake({ item, cid }: Pick<CakeMailProps, 'item' | 'cid'>) {
  return (
    <>
      {cid !== null && <MailPicture cid={cid} alt={pictureAlt(item)} />}
      <MailText>
        <ItemInWords item={item} />
      </MailText>
      {item.detail !== '' && (
        <>
          <MailText>Details:</MailText>
          <MailUserText>{item.detail}</MailUserText>
        </>
      )}
    </>
  )
}

/** The price of one cake and of the line, and all that is to be paid in cash, with what it is made of. */
function CashRows({ order, item, linePaise }: CakeMailProps & { linePaise: Paise }) {
  const { otherCakes, shipping, waived, total } = cashBreakdown(order, item, linePaise)
  return (
    <MailRows>
      <MailRow label="Price for one cake">{formatInr(linePaise / item.amount)}</MailRow>
      {item.amount > 1 && <MailRow label={`${item.amount} cakes`}>{formatInr(linePaise)}</MailRow>}
      {otherCakes > 0 && (
        <MailRow label="Your other customised cakes">{formatInr(otherCakes)}</MailRow>
      )}
      {shipping > 0 && <MailRow label="Shipping">{formatInr(shipping)}</MailRow>}
      {waived > 0 && <MailRow label="Waived">− {formatInr(waived)}</MailRow>}
      <MailRow label={`Due in cash ${deliveryWords(order).cash}`} strong>
        {formatInr(total)}
      </MailRow>
    </MailRows>
  )
}

/** Why what the card has paid is not among what is due; nothing where no card was asked. */
function PaidByCard({ order }: Pick<CakeMailProps, 'order'>) {
  if (order.paidByCard === 0) return null
  return (
    <MailText>
      You’ve already paid {formatInr(toPaise(order.paidByCard))} of this order online, including
      shipping.
    </MailText>
  )
}

function DeliveryText({ order }: Pick<CakeMailProps, 'order'>) {
  return (
    <>
      <MailText>
        {deliveryWords(order).what}: {deliveryText(order)}, {order.pickup ? 'at' : 'to'}:
      </MailText>
      <MailUserText>{addressText(order.address)}</MailUserText>
    </>
  )
}

function QuestionsText({ shop }: Pick<CakeMailProps, 'shop'>) {
  return <MailText>Questions? Call us on {shop.phone} or reply to this email.</MailText>
}

interface QuoteMailProps extends CakeMailProps {
  quote: { pricePaise: Paise; answerBy: Date }
  /** Where it is answered, without signing in. */
  link: string
}

/** Tells the customer what the customised cake costs, and asks for an answer. */
export function QuoteMail({ quote, link, ...cake }: QuoteMailProps) {
  const { order, item, shop } = cake
  const price = formatInr(quote.pricePaise)
  const answerBy = formatDateTime(quote.answerBy)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${price} for your customised cake. Please answer by ${answerBy}.`}
    >
      <MailHeading>Your quote is ready</MailHeading>
      <MailText>
        {greeting(order)} our baker has looked at your customised cake in order {order.number} and
        can make it for {price}
        {item.amount > 1 ? ' each' : ''}.
      </MailText>
      <OrderedCake {...cake} />
      <CashRows {...cake} linePaise={quote.pricePaise * item.amount} />
      <PaidByCard order={order} />
      <DeliveryText order={order} />
      <MailText>
        Please answer by <strong>{answerBy}</strong>, so that we can bake it in time. We start only
        after you accept.
      </MailText>
      <MailButton href={link}>View quote and answer</MailButton>
      <MailText>
        The button works without signing in. Anyone with this email can answer for you, so please
        don’t forward it.
      </MailText>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}

/** Confirms to the customer what was agreed. */
export function QuoteAcceptedMail(cake: CakeMailProps) {
  const { order, item, shop } = cake
  const delivery = deliveryText(order)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(toPaise(item.subtotal))} for your cake, to be ${order.pickup ? 'picked up' : 'delivered'} on ${delivery}.`}
    >
      <MailHeading>We’ll bake your cake</MailHeading>
      <MailText>
        {thanks(order)} You have accepted our quote for your customised cake in order {order.number}
        .
      </MailText>
      <OrderedCake {...cake} />
      <CashRows {...cake} linePaise={toPaise(item.subtotal)} />
      <PaidByCard order={order} />
      <DeliveryText order={order} />
      <MailText>
        Please keep the cash ready for the {deliveryWords(order).what.toLowerCase()}.
      </MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}

interface QuoteExpiredMailProps extends CakeMailProps {
  quote: { pricePaise: Paise; answerBy: Date }
}

/** Tells the customer that the price was not answered in time, and what can still be done. */
export function QuoteExpiredMail({ quote, ...cake }: QuoteExpiredMailProps) {
  const { order, shop } = cake
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="We did not hear from you in time. There is nothing to pay."
    >
      <MailHeading>Your quote has expired</MailHeading>
      <MailText>
        {greeting(order)} we quoted {formatInr(quote.pricePaise)} for the customised cake in order{' '}
        {order.number} and had no answer by {formatDateTime(quote.answerBy)}. So we will not make
        it, and there is nothing to pay.
      </MailText>
      <OrderedCake {...cake} />
      <MailText>
        Still want it? Call us on {shop.phone} or reply to this email. If there is still time to
        bake, we’ll send you a new quote.
      </MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>View your order</MailButton>
    </MailLayout>
  )
}

/** Tells the customer that the baker cannot make the cake, why, and what to do now. */
export function ItemRejectedMail(cake: CakeMailProps) {
  const { order, item, shop } = cake
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="Here is why, and what you can do. There is nothing to pay."
    >
      <MailHeading>We cannot make this cake</MailHeading>
      <MailText>
        {greeting(order)} we’re sorry, our baker can’t make the customised cake in order{' '}
        {order.number}. Reason:
      </MailText>
      <MailUserText>{item.problem}</MailUserText>
      <OrderedCake {...cake} />
      <MailText>
        There is nothing to pay for it.
        {order.order.length > 1 && ' The rest of your order stays as it is.'} You can change the
        design or the details and send it again, or call us and we’ll find a way together.
      </MailText>
      <MailButton href={`${shop.publicUrl}/customizecake`}>Request another cake</MailButton>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}
