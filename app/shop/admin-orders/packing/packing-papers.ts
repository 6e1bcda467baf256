import { type FoodFacts, labelRows } from '#shop/cakes/food/food-facts.ts'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { addressToBring } from '#shop/values/india-address.ts'

/** Anyone who opens the box reads them: so no price, no rider's note and no contact data of the customer. */
export interface PackingPapers {
  number: number
  name: string
  handover: { label: string; text: string }
  when: { label: string; text: string }
  items: PackedItem[]
  /** Null without a gift message. */
  card: { message: string; from: string } | null
}

type PackedItem = Pick<OrderItem, 'id' | 'name' | 'flavour' | 'egg' | 'amount' | 'bname'> & {
  label: ReturnType<typeof labelRows>
}

interface LabelDetails {
  /** By the ids of the cakes. */
  foodFacts: ReadonlyMap<string | null, FoodFacts>
  /** The shop's own licence. */
  fssai: string
}

export function packingPapers(order: Order, { foodFacts, fssai }: LabelDetails): PackingPapers {
  const { number, customerName, recipientName, giftMessage, giftFrom, address } = order
  const words = deliveryWords(order)
  return {
    number,
    name: recipientName ?? customerName,
    handover: { label: words.address, text: addressToBring(address) },
    when: { label: `${words.what} time`, text: deliveryText(order) },
    items: order.items
      .filter(({ status }) => !cancelledStatuses.includes(status))
      .map(({ id, cakeId, name, flavour, wt, egg, amount, bname }) => ({
        id,
        name,
        flavour,
        egg,
        amount,
        bname,
        label: labelRows(foodFacts.get(cakeId), { weights: [wt], fssai }),
      })),
    card: giftMessage || giftFrom ? { message: giftMessage, from: giftFrom } : null,
  }
}
