import { Fragment } from 'react'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import { contactOf } from '#shop/accounts/accounts.store.server.ts'
import { isExtra } from '#shop/cakes/cake-price.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { EggTextInMail } from '#shop/cakes/food/egg-mark.tsx'
import { allergenText, type FoodFacts, factsOf } from '#shop/cakes/food/food-facts.ts'
import { canBeDrawn } from '#shop/cakes/icing/icing-scripts.ts'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import type { Notice, NoticeEvent } from '#shop/mails/notice-events.ts'
import { taxWithin } from '#shop/values/gst/tax-within.ts'
import { formatInr, type Paise, sumPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { greetedName } from '#shop/values/typed/typed.schema.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { MailPicture, MailRow, MailRows } from '#ui/mail-layout.tsx'
import { quotedUserText } from '#ui/user-text.tsx'
import { deliveryDay, deliveryWords } from '../delivery/delivery-text.ts'
import { codeToAsk } from '../fulfilment/delivery-code.server.ts'
import { cancelledStatuses } from '../item-status.ts'
import { trackingUrl } from '../links/tracking-link.server.ts'
import { duePaise, paidOnlinePaise } from '../money/ledger.ts'
import { orderAmounts, surchargeLabel, totalOf } from '../money/order-money.ts'
import { netTaxed, placeOfSupply } from '../money/tax.ts'
import type { Order, OrderItem } from '../order.ts'
import { awaitsAnyPrice, isAnyMade } from '../order-rules.ts'
import { findPlacedOrder } from '../orders.store.server.ts'

/** Throws if there is no such placed order: that is a bug. */
export async function findOrderForMail(db: Database, orderId: string): Promise<Order> {
  const order = await findPlacedOrder(db, orderId)
  if (!order) throw noOrderToWriteAbout(orderId)
  return order
}

export const noOrderToWriteAbout = (orderId: string) =>
  new Error(`no placed order ${orderId} to write about`)

/** Anybody can ask for a cake with anybody's email. What is agreed was paid or confirmed, or staff took it. */
export function isAgreed({
  charges,
  takenBy,
  state,
}: Pick<Order, 'takenBy' | 'charges' | 'state'>) {
  return takenBy !== null || (state === 'placed' && charges.some(({ line }) => line === 'item'))
}

/** To the customer, of what others can do to them. The owner of a confirmed email has asked themselves. */
export async function toOwner(db: Database, order: Order) {
  const isExpected = isAgreed(order) || (await contactOf(db, order.userId)).emailVerified
  return { to: order.customerEmail, isUnsolicited: !isExpected }
}

/** To the bakery, of what happened to an order. A reply goes to its customer. */
export function toShop(order: Order, { email }: ShopDetails, event: NoticeEvent) {
  const notice: Notice = { event, day: deliveryDay(order) }
  return { to: email, notice, replyTo: order.customerEmail }
}

/** 'Hello Asha,' */
export function greeting({ customerName }: Pick<Order, 'customerName'>): string {
  return `Hello${greetedName(customerName)},`
}

/** 'Thank you, Asha!' */
export function thanks({ customerName }: Pick<Order, 'customerName'>): string {
  const name = greetedName(customerName)
  return `Thank you${name && `,${name}`}!`
}

/** '' if there is none. */
export function creditNotesText(serials: readonly string[]): string {
  if (serials.length === 0) return ''
  const names = serials.length === 1 ? 'Credit note' : 'Credit notes'
  return `${names} ${serials.join(' and ')} for your invoice: see your order.`
}

/** '' if no rider will ask for a code. */
export function codeText(context: AppContext, order: Order): string {
  const code = codeToAsk(context, order)
  return code === null ? '' : `Our rider asks for this code: ${code}.`
}

/** '' if nothing is due. Riders accept UPI as well, couriers nothing. */
export function keepReadyText(order: Order): string {
  const due = duePaise(order)
  if (due <= 0) return ''
  if (order.courier) return `${formatInr(due)} is still to be paid, to us and not to the courier.`
  const how = order.slotStartsAt && !order.isPickup ? 'ready, in cash or UPI' : 'ready in cash'
  return `Please keep ${formatInr(due)} ${how}.`
}

/** Of every mail to a customer: their page of the order, which needs no login. */
export function trackButton(trackLink: string) {
  return { button: 'Track your order', href: trackLink }
}

export function trackLinkOf(context: AppContext, { id }: Pick<Order, 'id'>): Promise<string> {
  return trackingUrl(context, id, 'sender')
}

/** Each picture has about 20 KB, and mail servers reject large mails. */
const maxCakePictures = 10

/**
 * Pictures of the first items with the names piped onto them, by the item's id. Items without a picture are left out.
 */
export async function icedItemPictures(
  files: FileStore,
  items: readonly Pick<OrderItem, 'id' | 'image' | 'bname'>[],
): Promise<Map<string, InlinePicture>> {
  // Loaded when first needed, because the libraries are large.
  const { drawIcedPicture } = await import('#shop/cakes/icing/draw-iced-picture.server.tsx')
  const drawn = new Map<string, InlinePicture>()
  // One after the other, because drawing keeps a core busy.
  for (const { id, image, bname } of items.slice(0, maxCakePictures)) {
    const [address] = image
    const bytes = address ? await drawIcedPicture(files, { address, name: bname }) : null
    const about = { cid: `cake-${id}`, filename: 'cake.jpg', type: 'image/jpeg' }
    if (bytes) drawn.set(id, { ...about, bytes })
  }
  return drawn
}

/** Attached pictures by the item's id; an item may have none. */
export type ItemPictures = ReadonlyMap<string, { cid: string }>

interface OrderMailItemsProps {
  order: Order
  shop: Pick<ShopDetails, 'state'>
  pictures: ItemPictures
  /** By the ids of the cakes. Without them nothing is said of allergens. */
  foodFacts?: ReadonlyMap<string | null, FoodFacts>
}

export function OrderMailItems({ order, shop, pictures, foodFacts }: OrderMailItemsProps) {
  return (
    <>
      <MailRows>
        {order.items.map((item) => (
          <Fragment key={item.id}>
            <MailRow
              picture={pictures.size > 0 ? pictureOf(item, pictures) : undefined}
              label={<ItemInWords item={item} />}
            >
              {priceInWords(item, order)}
            </MailRow>
            {foodFacts && !isExtra(item.category) && !cancelledStatuses.includes(item.status) && (
              <MailRow
                picture={pictures.size > 0 ? null : undefined}
                label={allergenText(factsOf(foodFacts.get(item.cakeId), item.chosen))}
              />
            )}
          </Fragment>
        ))}
      </MailRows>
      <Sums order={order} shop={shop} />
    </>
  )
}

/** Nothing if no money is paid or due. */
function Sums({ order, shop }: Pick<OrderMailItemsProps, 'order' | 'shop'>) {
  const amounts = orderAmounts(order)
  const { couponPaise, feePaise, surchargePaise, takenOffPaise } = amounts
  const { paidOnlinePaise, takenPaise, duePaise } = amounts
  if (paidOnlinePaise === 0 && takenPaise === 0 && duePaise <= 0) return null
  const totalPaise = totalOf(amounts)
  const taxPaise = totalPaise === sumPaise(order.charges) ? includedTax(order, shop) : 0
  return (
    <MailRows>
      {couponPaise > 0 && (
        <MailRow label={`Coupon ${order.coupon}`}>{`− ${formatInr(couponPaise)}`}</MailRow>
      )}
      <MailRow label="Shipping">{formatInr(feePaise)}</MailRow>
      {surchargePaise > 0 && <MailRow label={surchargeLabel}>{formatInr(surchargePaise)}</MailRow>}
      {isAnyMade(order) && (
        <MailRow label={awaitsAnyPrice(order) ? 'Total so far' : 'Total'} strong>
          {formatInr(totalPaise)}
        </MailRow>
      )}
      {takenOffPaise > 0 && <MailRow label="Reduced by">{formatInr(takenOffPaise)}</MailRow>}
      {taxPaise > 0 && <MailRow label="Includes GST">{formatInr(taxPaise)}</MailRow>}
      {paidOnlinePaise > 0 && <MailRow label="Paid online">{formatInr(paidOnlinePaise)}</MailRow>}
      {takenPaise > 0 && <MailRow label="Paid in person">{formatInr(takenPaise)}</MailRow>}
      {duePaise > 0 && (
        <MailRow label={`Due in cash ${deliveryWords(order).cash}`}>{formatInr(duePaise)}</MailRow>
      )}
    </MailRows>
  )
}

/** As the invoice has it. */
function includedTax(order: Order, shop: Pick<ShopDetails, 'state'>): Paise {
  return taxWithin(netTaxed(order.charges), placeOfSupply(order, shop))
}

function pictureOf(item: OrderItem, pictures: ItemPictures) {
  const picture = pictures.get(item.id)
  return picture ? <MailPicture cid={picture.cid} alt={pictureAlt(item)} width={88} /> : null
}

/** A cake paid online keeps its price when it is not made: that amount is refunded. */
function priceInWords({ customize, status, unitPaise, amount }: OrderItem, order: Order): string {
  const price = formatInr(unitPaise * amount)
  if (!customize && paidOnlinePaise(order) > 0) return price
  if (cancelledStatuses.includes(status)) return 'Not made'
  return unitPaise === 0 ? 'Price to follow' : price
}

/** '2 × Mango Cake, Mango, 1 kg, ● Eggless, with “Asha” on it'. User text is in quotation marks. */
export function ItemInWords({ item }: { item: OrderItem }) {
  const { amount, name, customize, wt, egg, bname } = item
  const flavour = customize ? quotedUserText(item.flavour) : madeOf(item)
  return (
    <>
      {[`${amount} × ${name}`, flavour, formatWeight(wt)].filter(Boolean).join(', ')}
      {egg && (
        <>
          , <EggTextInMail egg={egg} />
        </>
      )}
      {bname && `, with ${quotedUserText(bname)} on it`}
    </>
  )
}

export function pictureAlt({ name, customize, bname }: OrderItem): string {
  const what = customize ? 'The design of your cake' : name
  const isIced = bname !== '' && canBeDrawn(normaliseName(bname))
  return isIced ? `${what}, with ${quotedUserText(bname)} in icing` : what
}
