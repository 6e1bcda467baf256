import { AppError, fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import { zoneOf } from '#shop/delivery/delivery-plan.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { locksAt } from '../fulfilment/order-lock.ts'
import { missingPlace } from '../gift/gift.ts'
import { notYours } from '../order-errors.ts'
import type { ChangeOrderInput } from '../orders.endpoints.ts'
import { itemsOf, lockOrder } from '../orders.store.server.ts'
import type { ItemRow, OrderRow } from '../whole-orders.store.server.ts'
import { rowsProgress } from '../whole-orders.store.server.ts'
import { saveItemChange, saveOrderChange } from './change-order.store.server.ts'
import { changeableParts, changeError, isChangeableItem, orderParts } from './order-change.ts'

export interface ChangeOrderDeps {
  db: Database
  clock: Clock
  shop: Pick<ShopDetails, 'phone'>
  deliveryPlan: CurrentPlan
  publishedCakes: PublishedCakes
}

type OrderChanges = Omit<ChangeOrderInput, 'orderId'>

/**
 * Changes what its customer may change of a placed order; what it costs stays. The same change again changes nothing.
 *
 * @throws AppError forbidden for another's order; conflict once it is locked, or for an address in another zone; invalid
 *   for what cannot be had
 */
export async function changeOrder(
  deps: ChangeOrderDeps,
  { caller, orderId, changes }: { caller: Caller; orderId: string; changes: OrderChanges },
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'placed' || order.userId !== caller.id) throw notYours()
    const items = await itemsOf(tx, orderId)
    const { items: itemChanges, ...columns } = differences(order, items, changes)
    const parts = orderParts.filter((part) =>
      part === 'items' ? itemChanges.length > 0 : part in columns,
    )
    if (parts.length === 0) return 'Nothing was changed.'

    const now = deps.clock.now()
    const toChange = toChangeable(order, items)
    const allowed = changeableParts(toChange, now)
    if (parts.some((part) => !allowed.includes(part))) {
      const help = `Call us on ${deps.shop.phone} and we will help.`
      throw new AppError('conflict', `${changeError(toChange)} ${help}`)
    }
    requirePlace(deps, order, columns)
    for (const change of itemChanges) requireItem(deps, change)
    await saveOrderChange(tx, orderId, columns)
    for (const { item, ...after } of itemChanges)
      await saveItemChange(tx, { ...after, id: item.id })
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'change-order',
      subject: 'order',
      subjectId: orderId,
      // What it says is personal, and the audit log is kept.
      after: { parts },
    })
    return 'Your order is changed.'
  })
}

function toChangeable(order: OrderRow, items: readonly ItemRow[]) {
  return {
    fulfilment: order.fulfilment,
    locksAt: locksAt(order),
    isAnyMade: rowsProgress(items).toMake > 0,
    isPickup: order.isPickup,
    isForSomebodyElse: order.recipientName !== null,
  }
}

interface ItemChange {
  item: ItemRow
  bname: string
  flavour: string
}

/** What of the changes is not so already. */
function differences(order: OrderRow, items: readonly ItemRow[], changes: OrderChanges) {
  const { items: asked = [], ...texts } = changes
  const columns = Object.fromEntries(
    Object.entries(texts).filter(
      ([part, text]) => text !== undefined && text !== order[part as keyof typeof texts],
    ),
  ) as typeof texts
  const changed = asked.flatMap(({ id, bname, flavour }): ItemChange[] => {
    const item = items.find((one) => one.id === id)
    if (!item) throw fieldError('invalid', 'items', 'There is no such item in this order.')
    const after = { item, bname: bname ?? item.bname, flavour: flavour ?? item.flavour }
    return after.bname === item.bname && after.flavour === item.flavour ? [] : [after]
  })
  return { ...columns, items: changed }
}

/** @throws AppError when the rider could not find the door, or it is in another zone */
function requirePlace(
  { deliveryPlan }: ChangeOrderDeps,
  order: OrderRow,
  changes: Pick<OrderChanges, 'address' | 'recipientMobile'>,
) {
  const { recipientName, isSurprise: surprise, recipientEmail: email, zone } = order
  const mobile = changes.recipientMobile ?? order.recipientMobile
  const recipient = recipientName === null ? null : { name: recipientName, mobile, email, surprise }
  const address = splitAddress(changes.address ?? order.address)
  const missing = order.isPickup ? null : missingPlace(address?.address ?? '', recipient)
  if (missing) {
    const field = missing.field === 'mobile' ? 'recipientMobile' : 'address'
    throw fieldError('invalid', field, missing.message)
  }
  if (changes.address === undefined || zone === null) return
  const found = zoneOf(deliveryPlan.current(), address?.pincode ?? '')
  if (found?.active && found.name === zone) return
  const sentence = 'This address is in another delivery zone. Cancel and order again.'
  throw fieldError('conflict', 'address', sentence)
}

/** @throws AppError conflict when it is made already, invalid when its cake is not made in this flavour */
function requireItem({ publishedCakes }: ChangeOrderDeps, { item, flavour }: ItemChange) {
  if (!isChangeableItem({ isConfirmed: item.status, customize: item.customize })) {
    throw new AppError('conflict', `${item.name} is already prepared, so it cannot be changed.`)
  }
  if (flavour === item.flavour) return
  const cake = item.cakeId === null ? null : publishedCakes.current().byId.get(item.cakeId)
  if (item.customize || !cake?.flavours.includes(flavour)) {
    throw fieldError('invalid', 'items', `${item.name} does not come in ${flavour}.`)
  }
}
