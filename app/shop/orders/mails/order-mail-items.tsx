import { Fragment } from 'react'
import { isExtra } from '#shop/cakes/cake-price.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { EggTextInMail } from '#shop/cakes/food/egg-mark.tsx'
import { allergenText, type FoodFacts, factsOf } from '#shop/cakes/food/food-facts.ts'
import { canBeDrawn } from '#shop/cakes/icing/icing-scripts.ts'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import { taxWithin } from '#shop/values/gst/tax-within.ts'
import { formatInr, type Paise, sumPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { MailPicture, MailRow, MailRows } from '#ui/mail-layout.tsx'
import { quotedUserText } from '#ui/user-text.tsx'
import { deliveryWords } from '../delivery/delivery-text.ts'
import { cancelledStatuses } from '../item-status.ts'
import { paidOnlinePaise } from '../money/ledger.ts'
import { orderAmounts, surchargeLabel, totalOf } from '../money/order-money.ts'
import { netTaxed, placeOfSupply } from '../money/tax.ts'
import type { Order, OrderItem } from '../order.ts'
import { awaitsAnyPrice, isAnyMade } from '../order-rules.ts'

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
