import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { MailContent, MailKind } from '#shop/mails/mail-kind.server.ts'
import { deliveryInMail, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import {
  findOrderForMail,
  greeting,
  ItemInWords,
  icedItemPictures,
  pictureAlt,
  thanks,
  toShop,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { duePaise } from '#shop/orders/money/ledger.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { findQuote, type QuoteRow } from '#shop/orders/quotes/quotes.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { type MailPart, MailPicture, MailRow, MailRows, MailText } from '#ui/mail-layout.tsx'
import { quotedUserText } from '#ui/user-text.tsx'
import { quotedRows, quotePath, quotePayment } from './find-quote.server.ts'

interface AboutQuote {
  orderId: string
  quoteId: string
}

/** To the customer: the price, the design and the link to answer. Not sent if the quote is no longer open. */
export const quoteMail: MailKind<AboutQuote> = async (shop, data) => {
  const { order, item, quote } = await readQuote(shop.db, data)
  if (quote.status !== 'open') return null
  const link = `${shop.shop.publicUrl}${quotePath(shop, quote.id)}`
  const { requiredPaise } = await quotePayment(shop, shop.db, { order, item, quote })
  return withDesign(shop, order, item, (cake) =>
    quoteContent({ ...cake, quote, link, requiredPaise }),
  )
}

/** To the customer: the price is agreed, with the total due in cash. Not sent if it is no longer agreed. */
export const quoteAcceptedMail: MailKind<AboutQuote> = async (shop, data) => {
  const { order, item, quote } = await readQuote(shop.db, data)
  if (quote.status !== 'accepted' || item.status === 'cancelled') return null
  return withDesign(shop, order, item, quoteAcceptedContent)
}

/** To the customer: the time to answer is over. */
export const quoteExpiredMail: MailKind<AboutQuote> = async (shop, data) => {
  const { order, item, quote } = await readQuote(shop.db, data)
  if (item.status !== 'expired') return null
  return withDesign(shop, order, item, (cake) => quoteExpiredContent({ ...cake, quote }))
}

/** To the shop: the quote was accepted or declined, or was not answered in time. */
export const quoteAnsweredMail: MailKind<AboutQuote> = async ({ db, shop }, data) => {
  const { order, item, quote } = await readQuote(db, data)
  const { status: outcome } = quote
  if (outcome !== 'accepted' && outcome !== 'declined' && outcome !== 'expired') return null
  return quoteAnsweredContent({ order, item, shop, quote, outcome })
}

/** To the customer: the baker cannot make the cake, and why. */
export const itemRejectedMail: MailKind<{ orderId: string; itemId: string }> = async (
  shop,
  { orderId, itemId },
) => {
  const order = await findOrderForMail(shop.db, orderId)
  const item = order.items.find(({ id }) => id === itemId)
  if (item?.status !== 'rejected') return null
  return withDesign(shop, order, item, itemRejectedContent)
}

/** Throws if one of them is missing: that is a bug. */
async function readQuote(db: Database, { orderId, quoteId }: AboutQuote) {
  const order = await findOrderForMail(db, orderId)
  const quote = await findQuote(db, quoteId)
  const item = order.items.find(({ id }) => id === quote?.itemId)
  if (!quote || !item) throw new Error(`no quote ${quoteId} in order ${orderId} to write about`)
  return { order, item, quote }
}

async function withDesign(
  shop: AppContext,
  order: Order,
  item: OrderItem,
  write: (cake: CakeMail) => MailContent,
): Promise<MailContent> {
  const pictures = [...(await icedItemPictures(shop.files, [item])).values()]
  const [cid, trackLink] = [pictures[0]?.cid ?? null, await trackLinkOf(shop, order)]
  return { ...write({ order, item, shop: shop.shop, cid, trackLink }), pictures }
}

/** Data of every mail about a customised cake. */
interface CakeMail {
  order: Order
  item: OrderItem
  shop: ShopDetails
  trackLink: string
  /** The attached picture of the design; null if there is none. */
  cid: string | null
}

type Quote = Pick<QuoteRow, 'pricePaise' | 'answerBy' | 'note'>

/** To the customer: the price, with a link to answer that needs no login. */
export function quoteContent(
  cake: CakeMail & { quote: Quote; link: string; requiredPaise: Paise },
): MailContent {
  const { order, item, shop, quote, link, requiredPaise } = cake
  const price = formatInr(quote.pricePaise)
  const answerBy = formatDateTime(quote.answerBy)
  const each = item.amount > 1 ? ' each' : ''
  return {
    to: order.customerEmail,
    subject: `Your quote is ready: order ${order.number}`,
    preview: `${price} for your customised cake. Please answer by ${answerBy}.`,
    heading: 'Your quote is ready',
    parts: [
      `${greeting(order)} our baker has looked at your customised cake in order ${order.number} and can make it for ${price}${each}.`,
      ...(quote.note === '' ? [] : ['A note from our baker:', { userText: quote.note }]),
      ...orderedCake(cake),
      ...costAndDelivery(cake, quote.pricePaise * item.amount, requiredPaise),
      <MailText key="answer-by">
        Please answer by <strong>{answerBy}</strong>, so that we can bake it in time. We start only
        after you accept
        {requiredPaise > 0 && ` and pay ${formatInr(requiredPaise)} online`}
        {order.slotStartsAt ? ', and keep your delivery time for you from then on' : ''}.
      </MailText>,
      { button: 'View quote and answer', href: link },
      'The button works without logging in. Anyone with this email can answer for you, so please don’t forward it.',
      questionsText(shop),
    ],
  }
}

/** To the customer: the agreed price. */
export function quoteAcceptedContent(cake: CakeMail): MailContent {
  const { order, item, shop, trackLink } = cake
  const linePaise = item.unitPaise * item.amount
  const handedOver = order.isPickup ? 'picked up' : 'delivered'
  return {
    to: order.customerEmail,
    subject: `Quote accepted: order ${order.number}`,
    preview: `${formatInr(linePaise)} for your cake, to be ${handedOver} on ${deliveryInMail(order)}.`,
    heading: 'We’ll bake your cake',
    parts: [
      `${thanks(order)} You have accepted our quote for your customised cake in order ${order.number}.`,
      ...orderedCake(cake),
      ...costAndDelivery(cake, linePaise),
      duePaise(order) > 0 &&
        `Please keep the cash ready for the ${deliveryWords(order).what.toLowerCase()}.`,
      trackButton(trackLink),
      questionsText(shop),
    ],
  }
}

/** To the customer: the price was not answered in time, and what can still be done. */
export function quoteExpiredContent(cake: CakeMail & { quote: Quote }): MailContent {
  const { order, shop, quote, trackLink } = cake
  return {
    to: order.customerEmail,
    subject: `Your quote has expired: order ${order.number}`,
    preview: 'We didn’t hear from you in time. There is nothing to pay.',
    heading: 'Your quote has expired',
    parts: [
      `${greeting(order)} we quoted ${formatInr(quote.pricePaise)} for the customised cake in order ${order.number} and didn’t hear from you by ${formatDateTime(quote.answerBy)}. So we won’t make it, and there is nothing to pay.`,
      ...orderedCake(cake),
      `Still want it? Call us on ${shop.phone} or reply to this email. If there is still time to bake, we’ll send you a new quote.`,
      trackButton(trackLink),
    ],
  }
}

/** To the customer: the baker cannot make the cake, why, and what to do now. */
export function itemRejectedContent(cake: CakeMail): MailContent {
  const { order, item, shop } = cake
  const rest = order.items.length > 1 ? ' The rest of your order stays as it is.' : ''
  return {
    to: order.customerEmail,
    subject: `About your customised cake, order ${order.number}`,
    preview: 'Here is why, and what you can do. There is nothing to pay.',
    heading: 'We can’t make this cake',
    parts: [
      `${greeting(order)} we’re sorry, our baker can’t make the customised cake in order ${order.number}. Reason:`,
      { userText: item.problem },
      ...orderedCake(cake),
      `There is nothing to pay for it.${rest} You can change the design or the details and send it again, or call us and we’ll find a way together.`,
      { button: 'Request another cake', href: `${shop.publicUrl}/customizecake` },
      questionsText(shop),
    ],
  }
}

const outcomes = {
  accepted: {
    words: 'accepted',
    heading: 'Quote accepted',
    next: 'You can bake the cake now. Mark it as ready when it is.',
  },
  declined: {
    words: 'declined',
    heading: 'Quote declined',
    next: 'You can send a new quote, or leave it.',
  },
  expired: {
    words: 'not answered in time',
    heading: 'Quote not answered in time',
    next: 'Do not make the cake unless you send a new quote.',
  },
}

/** To the shop. */
export function quoteAnsweredContent({
  order,
  item,
  shop,
  quote,
  outcome,
}: Omit<CakeMail, 'cid' | 'trackLink'> & {
  quote: Pick<QuoteRow, 'pricePaise'>
  outcome: keyof typeof outcomes
}): MailContent {
  const { words, heading, next } = outcomes[outcome]
  const price = formatInr(quote.pricePaise)
  const href = `${shop.publicUrl}/admin/orders/${order.number}`
  return {
    ...toShop(order, shop, 'quote'),
    subject: `Order ${order.number}: ${price} ${words}`,
    preview: `Order ${order.number}, ${price}.`,
    heading,
    parts: [
      next,
      <MailRows key="quote">
        <MailRow label="Order">{order.number}</MailRow>
        <MailRow label="Cake">
          <ItemInWords item={item} />
        </MailRow>
        <MailRow label="Price for one cake" strong>
          {price}
        </MailRow>
        <MailRow label={deliveryWords(order).what}>{deliveryInMail(order)}</MailRow>
        <MailRow label="Customer">
          {quotedUserText(order.customerName)}, {order.customerMobile}
        </MailRow>
      </MailRows>,
      { button: `View order ${order.number}`, href },
    ],
  }
}

const questionsText = ({ phone }: ShopDetails) =>
  `Questions? Call us on ${phone} or reply to this email.`

function orderedCake({ item, cid }: CakeMail): MailPart[] {
  return [
    cid === null ? null : <MailPicture key="design" cid={cid} alt={pictureAlt(item)} />,
    <MailText key="item">
      <ItemInWords item={item} />
    </MailText>,
    ...(item.detail === '' ? [] : ['Details:', { userText: item.detail }]),
  ]
}

/** The price of one cake, what is due with it, and the hand-over. */
function costAndDelivery(cake: CakeMail, linePaise: Paise, requiredPaise = 0): MailPart[] {
  const { order, item } = cake
  return [
    <MailRows key="cash">
      <MailRow label="Price for one cake">{formatInr(linePaise / item.amount)}</MailRow>
      {quotedRows(order, item, { linePaise, requiredPaise }).map(({ value, ...row }) => (
        <MailRow key={row.label} {...row}>
          {value}
        </MailRow>
      ))}
    </MailRows>,
    `${deliveryWords(order).what}: ${deliveryInMail(order)}, ${order.isPickup ? 'at' : 'to'}:`,
    { userText: addressText(order.address) },
  ]
}
