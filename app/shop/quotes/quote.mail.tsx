import { addressText } from '#shop/orders/customer-text.ts'
import { itemInWords, pictureAlt } from '#shop/orders/mails/order.mail.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { cashDue } from '#shop/orders/order-money.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailPicture,
  MailQuote,
  MailRow,
  MailRows,
  MailText,
} from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'

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
function CashRows({ order, item, linePaise }: CakeMailProps & { linePaise: Paise }) {
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
function PaidByCard({ order }: Pick<CakeMailProps, 'order'>) {
  if (order.paidByCard === 0) return null
  return (
    <MailText>
      {formatInr(toPaise(order.paidByCard))} of this order, with its shipping, is paid by card
      already.
    </MailText>
  )
}

function DeliveryText({ order }: Pick<CakeMailProps, 'order'>) {
  return (
    <MailText>
      Delivery: {formatDateTime(new Date(order.time))}, to{' '}
      {cleanUserText(addressText(order.address))}
    </MailText>
  )
}

function QuestionsText({ shop }: Pick<CakeMailProps, 'shop'>) {
  return <MailText>Questions? Call us on {shop.phone}, or answer this mail.</MailText>
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
      <MailHeading>Your cake has a price</MailHeading>
      <MailText>
        Hello {cleanUserText(order.user.name)}, our baker has looked at your customised cake in
        order {order.number} and can make it for {price}
        {item.amount > 1 ? ' each' : ''}.
      </MailText>
      <OrderedCake {...cake} />
      <CashRows {...cake} linePaise={quote.pricePaise * item.amount} />
      <PaidByCard order={order} />
      <DeliveryText order={order} />
      <MailText>
        Please answer by <strong>{answerBy}</strong>, so that we can bake it in time. Until you
        accept, we do not begin.
      </MailText>
      <MailButton href={link}>See the price and answer</MailButton>
      <MailText>
        The button works without signing in. Whoever has this mail can answer for you, so please
        keep it to yourself.
      </MailText>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}

/** Confirms to the customer what was agreed. */
export function QuoteAcceptedMail(cake: CakeMailProps) {
  const { order, item, shop } = cake
  const delivery = formatDateTime(new Date(order.time))
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${formatInr(toPaise(item.subtotal))} is agreed, for ${delivery}.`}
    >
      <MailHeading>We will bake your cake</MailHeading>
      <MailText>
        Thank you, {cleanUserText(order.user.name)}! You have accepted our price for your customised
        cake in order {order.number}.
      </MailText>
      <OrderedCake {...cake} />
      <CashRows {...cake} linePaise={toPaise(item.subtotal)} />
      <PaidByCard order={order} />
      <DeliveryText order={order} />
      <MailText>Please have the cash ready when the cake comes.</MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
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
      preview="We did not hear from you in time. Nothing is to be paid for it."
    >
      <MailHeading>The time to answer is over</MailHeading>
      <MailText>
        Hello {cleanUserText(order.user.name)}, we offered to make the customised cake of order{' '}
        {order.number} for {formatInr(quote.pricePaise)}, and had no answer by{' '}
        {formatDateTime(quote.answerBy)}. So we do not make it, and there is nothing to pay for it.
      </MailText>
      <OrderedCake {...cake} />
      <MailText>
        Would you like it all the same? Call us on {shop.phone}, or answer this mail: if there is
        still time to bake, we offer it again.
      </MailText>
      <MailButton href={`${shop.publicUrl}/yourorder`}>See your order</MailButton>
    </MailLayout>
  )
}

/** Tells the customer that the baker cannot make the cake, why, and what to do now. */
export function ItemRejectedMail(cake: CakeMailProps) {
  const { order, item, shop } = cake
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview="Here is why, and what you can do. Nothing is to be paid for it."
    >
      <MailHeading>We cannot make this cake</MailHeading>
      <MailText>
        Hello {cleanUserText(order.user.name)}, we are sorry: our baker cannot make the customised
        cake of order {order.number}. This is what stands against it:
      </MailText>
      <MailQuote>{item.problem}</MailQuote>
      <OrderedCake {...cake} />
      <MailText>
        There is nothing to pay for it.
        {order.order.length > 1 && ' The rest of your order stays as it is.'} You can change the
        design or the details and ask us again, or call us, and we find a way together.
      </MailText>
      <MailButton href={`${shop.publicUrl}/customizecake`}>Ask for another cake</MailButton>
      <QuestionsText shop={shop} />
    </MailLayout>
  )
}
