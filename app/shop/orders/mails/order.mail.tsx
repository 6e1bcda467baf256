import { canBeDrawn } from '#shop/icing/icing-scripts.ts'
import { tidyName } from '#shop/icing/name-on-cake.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { isolated } from '#ui/isolated.ts'
import { MailPicture, MailRow, MailRows } from '#ui/mail-layout.tsx'
import { awaitsPrice, cancelledStatuses } from '../item-status.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import { cashToPay, orderProgress } from '../order-progress.ts'

/** Pictures of items that travel with a mail, by the item's id; an item may have none. */
export type ItemPictures = ReadonlyMap<string, { cid: string }>

/** What every mail about a whole order is made of. */
export interface OrderMailProps {
  order: Order
  shop: ShopDetails
  /** Of its items, with the names in icing. */
  pictures: ItemPictures
}

/** The lines and sums of an order, as its mails show them. */
export function OrderMailItems({ order, pictures }: Omit<OrderMailProps, 'shop'>) {
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
      {orderProgress(order.order).wanted > 0 && (
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
export function awaitsAnyPrice({ order }: Pick<Order, 'order'>): boolean {
  return order.some((item) => awaitsPrice(item.isConfirmed, item))
}

/** '2 × Mango Cake, Mango, 1 kg, with “Asha” on it'. */
export function itemInWords({ amount, name, flavour, wt, bname }: OrderItem): string {
  const words = `${amount} × ${name}, ${isolated(flavour)}, ${isolated(wt)} kg`
  return bname ? `${words}, with “${isolated(bname)}” on it` : words
}

/** What the picture of an item shows, for those who do not see it. */
export function pictureAlt({ name, customize, bname }: OrderItem): string {
  const what = customize ? 'The design of your cake' : name
  const isIced = bname !== '' && canBeDrawn(tidyName(bname))
  return isIced ? `${what}, with “${isolated(bname)}” in icing` : what
}
