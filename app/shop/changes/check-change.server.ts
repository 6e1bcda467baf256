import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import type { Zone } from '#shop/delivery/delivery.schema.ts'
import { type DeliveryPlan, findZone } from '#shop/delivery/delivery-plan.ts'
import { whyNotToZone } from '#shop/delivery/options/choose-delivery.server.ts'
import { unservedText } from '#shop/delivery/slot-text.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { giftOf, missingPlace } from '#shop/orders/gift/gift.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { notYours, reasonMissing } from '#shop/orders/order-rules.ts'
import { madeLines } from '#shop/orders/sold/take-pieces.server.ts'
import { unsoldError } from '#shop/values/gst/taxpayer.ts'
import { joinAddress, placeOf, splitAddress } from '#shop/values/india-address.ts'
import type { Paise } from '#shop/values/money.ts'
import type { OrderChanges } from './change-order.schema.ts'
import {
  type Changer,
  changeableParts,
  changeError,
  differences,
  isChangeableItem,
  type OrderPart,
  whereToParts,
} from './changeable-parts.ts'

interface ToCheck {
  order: Order
  by: Changer
  reason: string
  paidForChangePaise: Paise
  parts: readonly OrderPart[]
  now: Date
}

/**
 * Staff change an order for its customer, its recipient by their link; everybody else only their own.
 *
 * @throws AppError forbidden
 */
export function requireChanger(
  order: Order | null,
  caller: Caller | 'recipient',
): { order: Order; by: Changer } {
  if (order?.state !== 'placed') throw notYours()
  if (caller === 'recipient') return { order, by: caller }
  const by = order.userId === caller.id ? 'customer' : 'shop'
  if (by === 'shop' && !may(caller.role, 'edit-orders')) throw notYours()
  return { order, by }
}

/** @throws AppError conflict after the lock, except for changes that only the rider needs */
export function requireChangeable(
  { shop }: AppContext,
  { order, parts, by, reason, paidForChangePaise, now }: ToCheck,
) {
  const mayChange = (changer: Changer) => {
    const allowed = changeableParts(order, now, changer)
    return parts.every((part) => allowed.includes(part))
  }
  if (by === 'recipient') {
    if (mayChange(by)) return
    throw new AppError('conflict', 'This can no longer be changed here. Please call us.')
  }
  if (mayChange('customer')) return
  if (by === 'shop' && mayChange(by)) {
    const isWhereTo = parts.every((part) => whereToParts.includes(part))
    if (isWhereTo || reason !== '' || paidForChangePaise > 0) return
    throw reasonMissing()
  }
  const sentence = `${changeError(order, now)} Call us on ${shop.phone} and we will help.`
  throw parts.includes('time')
    ? fieldError('conflict', 'time', sentence)
    : new AppError('conflict', sentence)
}

/** The zone that an order moves to with an address; null if it stays in its own, or the shop does not deliver there. */
export function findNewZone(plan: DeliveryPlan, order: Order, address?: string): Zone | null {
  if (order.zoneId === null || address === undefined) return null
  const { pincode } = placeOf(address)
  if (pincode === placeOf(order.address).pincode) return null
  const found = findZone(plan, pincode)
  return found?.id === order.zoneId ? null : found
}

/**
 * @throws AppError when the rider could not find the door, has left for another pincode, or the shop does not deliver to the
 *   address or sell to its state
 */
export function requirePlace(
  context: AppContext,
  order: Order,
  changes: Pick<ChangedTexts, 'address' | 'recipientMobile'>,
) {
  const { recipientMobile = order.recipientMobile } = changes
  const { recipient } = giftOf({ ...order, recipientMobile })
  const address = splitAddress(changes.address ?? order.address)
  const missing = order.isPickup ? null : missingPlace(address?.address ?? '', recipient)
  if (missing) {
    const field = missing.field === 'mobile' ? 'recipientMobile' : 'address.address'
    throw fieldError('invalid', field, missing.message)
  }
  if (changes.address === undefined) return
  const pincode = address?.pincode ?? ''
  if (pincode === placeOf(order.address).pincode) return
  if (hasLeft(order.fulfilment)) {
    const sentence = 'It is out for delivery, so it stays within its pincode.'
    throw fieldError('conflict', 'address.pincode', sentence)
  }
  const error = unsoldError(context.shop, pincode) ?? whyNotDelivered(context, order, pincode)
  if (error) throw fieldError('conflict', 'address.pincode', error)
}

/** As a sentence; null where the order can go, and in a shop without zones. */
function whyNotDelivered(context: AppContext, order: Order, pincode: string): string | null {
  if (order.zoneId === null) return null
  const zone = findZone(context.deliveryPlan.current(), pincode)
  if (!zone) return unservedText(pincode)
  return zone.id === order.zoneId ? null : whyNotToZone(context, madeLines(order), zone)
}

/** @throws AppError conflict when the item is made already */
export function requireUnmade(item: OrderItem) {
  if (isChangeableItem(item)) return
  throw new AppError('conflict', `${item.name} is ready already, so it cannot be changed.`)
}

/** @throws AppError invalid when its cake does not have this flavour */
export function requireFlavour({ publishedCakes }: AppContext, { item, flavour }: ItemChange) {
  if (flavour === undefined) return
  const cake = item.cakeId === null ? null : publishedCakes.current().byId.get(item.cakeId)
  if (item.customize || !cake?.flavours.includes(flavour)) {
    throw fieldError('invalid', 'items', `${item.name} does not come in ${flavour}.`)
  }
}

/** Of an item's texts. */
export interface ItemChange extends Partial<Pick<OrderItem, 'bname' | 'detail' | 'flavour'>> {
  item: OrderItem
}

/**
 * What a change would make different, with the items that it is about and the order's whole new address.
 *
 * @throws AppError invalid for an item that is not the order's, and for an address line with a required part missing
 */
export function findChanges(order: Order, changes: OrderChanges) {
  const itemOf = (id: string) => {
    const item = order.items.find((one) => one.id === id)
    if (!item) throw fieldError('invalid', 'items', 'There is no such item in this order.')
    return item
  }
  const different = differences(order, changes)
  const { items = [], added = [], time: _time, slot: _slot, address, ...texts } = different
  const found = items.map(({ id, wt, amount, ...texts }) => {
    const item = itemOf(id)
    return { item, size: { wt: wt ?? item.wt, amount: amount ?? item.amount }, texts }
  })
  return {
    columns: { ...texts, ...(address && { address: changedLine(order, address) }) },
    items: found.flatMap(({ item, texts }): ItemChange[] =>
      Object.keys(texts).length > 0 ? [{ item, ...texts }] : [],
    ),
    resized: found.flatMap(({ item, size }) =>
      size.wt !== item.wt || size.amount !== item.amount ? [{ item, ...size }] : [],
    ),
    added,
  }
}

export type ChangedTexts = ReturnType<typeof findChanges>['columns']

/** @throws AppError invalid for an address line with a required part missing */
function changedLine(order: Order, change: NonNullable<OrderChanges['address']>): string {
  const line = joinAddress({ ...placeOf(order.address), ...change })
  if (splitAddress(line)?.city) return line
  const sentence = 'Enter the address, a 6-digit pincode and the city'
  throw fieldError('invalid', 'address.pincode', sentence)
}
