import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { capitalised } from '#shop/values/capitalised.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { type OrderPart, partLabels } from './order-change.ts'

/** What was changed, and its text before and after; '' for none. */
export interface ChangedFact {
  part: OrderPart
  what: string
  before: string
  now: string
}

const factsOfOrder: Record<Exclude<OrderPart, 'items'>, (order: Order) => string> = {
  recipientMobile: ({ recipientMobile }) => recipientMobile,
  riderNote: ({ riderNote }) => riderNote,
  giftMessage: ({ giftMessage }) => giftMessage,
  giftFrom: ({ giftFrom }) => giftFrom,
  address: ({ address }) => addressText(address),
  time: (order) => deliveryText(order),
}

const factsOfItem: readonly [what: string, (item: OrderItem) => string][] = [
  ['Name on cake', ({ bname }) => bname],
  ['Flavour', ({ flavour }) => flavour],
  ['Weight', ({ wt }) => formatWeight(wt)],
  ['Quantity', ({ amount }) => String(amount)],
  ['Details', ({ detail }) => detail],
]

/** What two states of an order differ in, as its customer reads it: 'Name on cake', “Asha” → “Aasha”. */
export function changedFacts(before: Order, after: Order): ChangedFact[] {
  const ofItems = before.items.flatMap((item, index): ChangedFact[] => {
    const changed = after.items.find(({ id }) => id === item.id) ?? item
    const cake = before.items.length > 1 ? `Cake ${index + 1}, ${item.name}: ` : ''
    return factsOfItem.map(([what, textOf]) => ({
      part: 'items',
      what: `${cake}${cake ? what.toLowerCase() : what}`,
      before: textOf(item),
      now: textOf(changed),
    }))
  })
  const ofOrder = Object.entries(factsOfOrder).map(([name, textOf]): ChangedFact => {
    const part = name as keyof typeof factsOfOrder
    const what = capitalised(partLabels[part].replace(/^the /, ''))
    return { part, what, before: textOf(before), now: textOf(after) }
  })
  return [...ofItems, ...ofOrder].filter((fact) => fact.before !== fact.now)
}
