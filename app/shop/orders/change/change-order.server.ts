import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { readsAsInstruction } from '#shop/cakes/icing/name-as-instruction.ts'
import { zoneOf } from '#shop/delivery/delivery-plan.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { unsoldError } from '#shop/values/gst/sells-to.ts'
import { joinAddress, placeOf, splitAddress } from '#shop/values/india-address.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { deliveryOnPaper } from '../delivery/delivery-text.ts'
import { giftOf, missingPlace } from '../gift/gift.ts'
import type { Bought, PricedChanges } from '../money/bought.ts'
import { refundedPaise } from '../money/ledger.ts'
import { moreInCashText, refundedText } from '../money/order-money.ts'
import type { Order, OrderItem, OrderPayment } from '../order.ts'
import { notYours } from '../order-rules.ts'
import type { OrderChanges } from '../orders.endpoints.ts'
import {
  customerActor,
  lockOrder,
  saveItemChange,
  saveOrderChange,
} from '../orders.store.server.ts'
import { changePriced, type PricedContext } from './change-priced.server.ts'
import { findNewTime } from './change-slot.server.ts'
import {
  changeableParts,
  changeError,
  isChangeableItem,
  type OrderPart,
  orderParts,
  payFirstText,
} from './order-change.ts'
import type { orderChangedMail } from './order-changed-mail.server.ts'
import type { payForChangeMail } from './pay-for-change-mail.server.ts'
import type { Resized } from './resize-items.server.ts'
import { writeAgain } from './write-again.server.ts'

interface ChangeRequest {
  /** Locked. */
  order: Order
  caller: Actor
  /** For the customer. */
  byShop: boolean
  changes: OrderChanges
  /** The shop's, which the customer reads; '' from a customer. */
  reason: string
  /** What was paid for it. */
  paidPaise: Paise
}

/**
 * Changes a placed order, and mails it: for its customer until the lock, for the shop until it has left, from the lock on
 * with a reason. What it costs less is refunded; what it costs more
 * is due, or paid online first: then this part waits for its payment. The same change again changes nothing.
 *
 * @throws AppError forbidden for another customer's order; conflict once it is locked, for an address in another zone,
 *   and for a slot that is full; invalid for a time or flavour that is not available
 */
export async function changeOrder(
  deps: PricedContext & Pick<AppContext, 'db'>,
  {
    caller,
    orderId,
    changes,
    reason = '',
  }: { caller: Caller; orderId: string; changes: OrderChanges; reason?: string },
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'placed') throw notYours()
    const byShop = order.userId !== caller.id
    if (byShop && !may(caller.role, 'edit-orders')) throw notYours()
    const asked = { order, caller, byShop, changes, reason: byShop ? reason : '', paidPaise: 0 }
    return (await applyChanges(deps, tx, asked)).sentence
  })
}

/**
 * Makes the change that a payment was for, in the transaction that settles it.
 *
 * @throws AppError conflict or invalid if it can no longer be had, or costs more by now
 */
export async function changePaidOrder(
  context: PricedContext,
  tx: Database,
  { orderId, paise: paidPaise }: Pick<OrderPayment, 'orderId' | 'paise'>,
  { changes, byShop = false }: Extract<Bought, { changes: PricedChanges }>,
) {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'placed') throw notYours()
  const asked = { order, caller: customerActor(order), byShop, changes, reason: '', paidPaise }
  const { toPayPaise } = await applyChanges(context, tx, asked)
  if (toPayPaise > 0) throw new AppError('conflict', 'This change costs more by now.')
}

async function applyChanges(
  context: PricedContext,
  tx: Database,
  { order, caller, byShop, changes, reason, paidPaise }: ChangeRequest,
): Promise<{ sentence: string; toPayPaise: Paise }> {
  const { items: itemChanges, resized, ...columns } = differences(order, changes)
  const now = context.clock.now()
  const { time, slot: slotId } = changes
  const newTime =
    time === undefined ? null : await findNewTime(context, tx, { order, time, slotId, now })
  const isChanged: Partial<Record<OrderPart, boolean>> = {
    items: itemChanges.length > 0 || resized.length > 0,
    time: newTime !== null,
  }
  const asked = orderParts.filter((part) => isChanged[part] ?? part in columns)
  if (asked.length === 0) return { sentence: 'Nothing was changed.', toPayPaise: 0 }

  requireChangeable(context, { order, parts: asked, byShop, reason, paidPaise, now })
  requirePlace(context, order, columns)
  for (const { item } of [...itemChanges, ...resized]) requireUnmade(item)
  for (const change of itemChanges) requireFlavour(context, change)
  await saveOrderChange(tx, order.id, columns)
  for (const { item, ...after } of itemChanges) await saveItemChange(tx, { ...after, id: item.id })
  const changeId = newId()
  const priced = {
    ...(newTime && { time, ...(slotId && { slot: slotId }) }),
    ...(resized.length > 0 && {
      items: resized.map(({ item, ...size }) => ({ id: item.id, ...size })),
    }),
  }
  const { toPayPaise, ...moved } =
    newTime || resized.length > 0
      ? await changePriced(context, tx, {
          ...{ order, newTime, changeId, now, paidPaise, byShop },
          changes: priced,
        })
      : { order, morePaise: 0, refundedPaise: 0, toPayPaise: 0 }
  const isMade = (part: OrderPart) =>
    toPayPaise === 0 || (part === 'items' ? itemChanges.length > 0 : part !== 'time')
  const parts = asked.filter(isMade)
  const toPay = toPayPaise > 0 ? payFirstText(order, toPayPaise, byShop) : ''
  const about = { orderId: order.id, reason }
  if (byShop && toPayPaise > 0)
    await queueMail<typeof payForChangeMail>(context, tx, 'pay-for-change', changeId, about)
  if (parts.length === 0) return { sentence: toPay, toPayPaise }

  const writtenFor =
    columns.address === undefined
      ? null
      : await writeAgain(context, tx, { before: order, address: columns.address, changeId, now })
  const { morePaise, refundedPaise: amountPaise } = moved
  await queueMail<typeof orderChangedMail>(context, tx, 'order-rescheduled', changeId, {
    ...about,
    byShop,
    amountPaise,
    savedPaise: Math.max(0, -morePaise),
    morePaise: Math.max(0, morePaise),
    parts,
  })
  const before = refundedPaise(order)
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'change-order',
    subject: 'order',
    subjectId: order.id,
    ...(parts.includes('time') && {
      before: { time: deliveryOnPaper(order), refundedPaise: before },
    }),
    // Without the other parts: they are personal data, and audit log entries are never deleted.
    after: {
      parts,
      change: changeId,
      ...(reason !== '' && { reason }),
      ...(parts.includes('time') && {
        time: deliveryOnPaper(moved.order),
        refundedPaise: before + amountPaise,
        amountPaise,
      }),
      ...(morePaise > 0 && { morePaise }),
    },
  })
  const sentences = [
    `${byShop ? 'The' : 'Your'} order is changed.`,
    amountPaise > 0 && refundedText(amountPaise, byShop ? 'the customer' : 'you'),
    morePaise > paidPaise && moreInCashText(morePaise, byShop),
    writtenFor && `Your invoice is credited and written again for ${writtenFor}.`,
    noteQuestion(itemChanges),
    toPay,
  ]
  return { sentence: sentences.filter(Boolean).join(' '), toPayPaise }
}

/** Asks whether names are notes: a browser without scripts cannot ask before it sends. */
function noteQuestion(changes: readonly ItemChange[]): string {
  const note = changes.find(({ item, bname }) => bname !== item.bname && readsAsInstruction(bname))
  return note
    ? `“${note.bname}” will be written on the cake. Is it a note for us? Then please change it again.`
    : ''
}

interface ToCheck extends Pick<ChangeRequest, 'order' | 'byShop' | 'reason' | 'paidPaise'> {
  parts: readonly OrderPart[]
  now: Date
}

/** @throws AppError conflict after the lock, except for changes that only the rider needs */
function requireChangeable(
  { shop }: Pick<AppContext, 'shop'>,
  { order, parts, byShop, reason, paidPaise, now }: ToCheck,
) {
  const mayChange = (by: 'customer' | 'shop') => {
    const allowed = changeableParts(order, now, by)
    return parts.every((part) => allowed.includes(part))
  }
  if (mayChange('customer')) return
  if (byShop && mayChange('shop')) {
    if (reason !== '' || paidPaise > 0) return
    throw fieldError('invalid', 'reason', 'Please enter a reason: the customer reads it.')
  }
  const sentence = `${changeError(order, now)} Call us on ${shop.phone} and we will help.`
  throw parts.includes('time')
    ? fieldError('conflict', 'time', sentence)
    : new AppError('conflict', sentence)
}

interface ItemChange {
  item: OrderItem
  bname: string
  flavour: string
}

interface SizeChange extends Omit<Resized, 'id'> {
  item: OrderItem
}

type ChangedTexts = Omit<OrderChanges, 'items' | 'time' | 'slot' | 'address'> & { address?: string }

function differences(order: Order, changes: OrderChanges) {
  const { items: requested = [], time: _time, slot: _slot, address, ...rest } = changes
  const texts: ChangedTexts = { ...rest, address: address && changedLine(order, address) }
  const columns = Object.fromEntries(
    Object.entries(texts).filter(
      ([part, text]) => text !== undefined && text !== order[part as keyof typeof texts],
    ),
  ) as ChangedTexts
  const items: ItemChange[] = []
  const resized: SizeChange[] = []
  for (const { id, bname, flavour, wt, amount } of requested) {
    const item = order.items.find((one) => one.id === id)
    if (!item) throw fieldError('invalid', 'items', 'There is no such item in this order.')
    const after = { item, bname: bname ?? item.bname, flavour: flavour ?? item.flavour }
    if (after.bname !== item.bname || after.flavour !== item.flavour) items.push(after)
    const size = { item, wt: wt ?? item.wt, amount: amount ?? item.amount }
    if (size.wt !== item.wt || size.amount !== item.amount) resized.push(size)
  }
  return { ...columns, items, resized }
}

/** @throws AppError invalid for an address line with a required part missing */
function changedLine(order: Order, change: NonNullable<OrderChanges['address']>): string {
  const line = joinAddress({ ...placeOf(order.address), ...change })
  if (splitAddress(line)?.city) return line
  const sentence = 'Enter the address, a 6-digit pincode and the city'
  throw fieldError('invalid', 'address.pincode', sentence)
}

/** @throws AppError when the rider could not find the door, or the address is in another zone or state */
function requirePlace(
  { deliveryPlan, shop }: PricedContext,
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
  const { zone } = order
  if (changes.address === undefined) return
  requireSold(shop, address?.pincode ?? '')
  if (zone === null) return
  const found = zoneOf(deliveryPlan.current(), address?.pincode ?? '')
  if (found?.active && found.name === zone) return
  const sentence = 'This address is in another delivery zone. Cancel and order again.'
  throw fieldError('conflict', 'address.pincode', sentence)
}

/** @throws AppError conflict for a state where the shop may not sell */
function requireSold(shop: ShopDetails, pincode: string) {
  const error = unsoldError(shop, pincode)
  if (error) throw fieldError('conflict', 'address.pincode', error)
}

/** @throws AppError conflict when the item is made already */
function requireUnmade(item: OrderItem) {
  if (isChangeableItem(item)) return
  throw new AppError('conflict', `${item.name} is already prepared, so it cannot be changed.`)
}

/** @throws AppError invalid when its cake does not have this flavour */
function requireFlavour({ publishedCakes }: PricedContext, { item, flavour }: ItemChange) {
  if (flavour === item.flavour) return
  const cake = item.cakeId === null ? null : publishedCakes.current().byId.get(item.cakeId)
  if (item.customize || !cake?.flavours.includes(flavour)) {
    throw fieldError('invalid', 'items', `${item.name} does not come in ${flavour}.`)
  }
}
