import { madeOf } from '#shop/cakes/chosen.ts'
import { hasAllergy } from '#shop/orders/allergy.ts'
import { hasEnded, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import { unpaidByLink } from '#shop/orders/money/ledger.ts'
import { totalOf } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import {
  awaitsAnyPrice,
  isAddressMissing,
  isAnyAgreed,
  isAnyMade,
  standingOf,
} from '#shop/orders/order-rules.ts'
import { type OpenQuote, type ShownOrder, showOrder } from '#shop/orders/shown-order.ts'
import type { Conversation } from '#shop/storefront/storefront.store.server.ts'
import { formatInr, formatRs, sumPaise } from '#shop/values/money.ts'

export type StaffOrder = ReturnType<typeof toStaffOrder>
export type StaffItem = ReturnType<typeof toStaffItem>

/** An order as every list of staff has it. `quotes` are the open ones, by their items. */
export function toStaffOrder(
  order: Order,
  quotes: ReadonlyMap<string, OpenQuote> = new Map(),
  conversations: readonly Conversation[] = [],
) {
  const shown = showOrder(order, quotes)
  const quoted = shown.items.flatMap(({ quote, amount }) =>
    quote ? quote.pricePaise * amount : [],
  )
  return {
    id: order.id,
    number: order.number,
    placedAt: shown.placedAt,
    deliveryAt: order.deliveryAt,
    slotStartsAt: order.slotStartsAt,
    slotEndsAt: order.slotEndsAt,
    isPickup: order.isPickup,
    address: order.address,
    customerName: order.customerName,
    customerMobile: order.customerMobile,
    customerEmail: order.customerEmail,
    kitchenNote: order.kitchenNote,
    fulfilment: order.fulfilment,
    standing: standingOf(order),
    marks: orderMarks(order),
    /** Something of it is ordered at an agreed price. */
    mayBake: isAnyAgreed(order),
    totalPaise: totalOf(shown),
    /** Of the open quotes, beside the total. */
    quotedPaise: sumPaise(quoted.map((paise) => ({ paise }))),
    awaitsPrice: awaitsAnyPrice(order),
    payment: paymentInShort(shown),
    items: order.items.map((item) => toStaffItem(item, conversations)),
    itemCount: order.items.length,
  }
}

/** A published cake has only its first picture, because a list has many orders. */
function toStaffItem(item: OrderItem, conversations: readonly Conversation[]) {
  const ask = conversations.findLast(({ itemId }) => itemId === item.id)
  const { id, cakeId, name, category, wt, egg, amount, bname, detail, customize, unitPaise } = item
  const flavour = madeOf(item)
  const image = customize ? item.image : item.image.slice(0, 1)
  const { status, preparedAt } = item
  return {
    ...{
      id,
      cakeId,
      name,
      category,
      flavour,
      wt,
      egg,
      amount,
      bname,
      detail,
      customize,
      unitPaise,
    },
    ...{ image, status, preparedAt, ask },
  }
}

export interface OrderMark {
  text: string
  /** The order cannot leave as it is. */
  isAlarming: boolean
}

/** What staff must know of an order before it has arrived; nothing if none of it is made. */
export function orderMarks(order: Order): OrderMark[] {
  const { fulfilment, recipientName, isSurprise, courier } = order
  if (hasEnded(fulfilment) || !isAnyMade(order)) return []
  const { state, duePaise } = doorStanding(order)
  const unpaid = unpaidByLink(order)
  const marks: [boolean, string, isAlarming?: boolean][] = [
    [order.dispatchHeldAt !== null, 'On hold: photo', true],
    [order.moveFailedAt !== null, 'Rider’s update failed', true],
    [isAddressMissing(order), 'Address missing', true],
    [hasAllergy(order), 'Allergy'],
    [recipientName !== null, `Gift for ${recipientName}`],
    [unpaid !== null, `Waits for ${formatInr(unpaid?.paise ?? 0)}`],
    [isSurprise && !hasLeft(fulfilment), 'Surprise'],
    [courier !== null, `By ${courier?.name}`],
    [state === 'due', `Collect ${formatInr(duePaise)}`],
  ]
  return marks.flatMap(([isTrue, text, isAlarming = false]) => (isTrue ? { text, isAlarming } : []))
}

/** 'Paid online', 'Rs. 50 in cash', 'Rs. 200 refunded'. */
export function paymentInShort({
  paidOnlinePaise,
  duePaise,
  refundedPaise,
  paidAtDoor,
}: Pick<ShownOrder, 'paidOnlinePaise' | 'duePaise' | 'refundedPaise' | 'paidAtDoor'>): string[] {
  const words = [
    paidOnlinePaise > 0 && 'Paid online',
    duePaise > 0 && `${formatRs(duePaise)} in cash`,
    refundedPaise > 0 && `${formatRs(refundedPaise)} refunded`,
  ]
  const parts = words.filter((word) => word !== false)
  return parts.length > 0 ? parts : [paidAtDoor ? 'Paid at the counter' : 'Nothing to pay']
}
