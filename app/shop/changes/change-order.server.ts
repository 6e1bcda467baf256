import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { moveByItems } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  orderOrLink,
  requireActor,
  requireTracked,
  tokenSchema,
} from '#shop/orders/links/tracking-link.server.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { type BoughtChange, payTimeText } from '#shop/orders/money/ledger.ts'
import { moreInCashText, orderAmounts, refundedText } from '#shop/orders/money/order-money.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { isAddressMissing, notYours } from '#shop/orders/order-rules.ts'
import {
  customerActor,
  lockOrder,
  saveItemChange,
  saveOrderChange,
} from '#shop/orders/orders.store.server.ts'
import { addressFields, optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { type OrderChanges, orderChangesSchema, reasonSchema } from './change-order.schema.ts'
import {
  changePriced,
  dropChange,
  together,
  Unpaid,
  waitingChange,
  writeAgain,
} from './change-priced.server.ts'
import { findNewTime } from './change-slot.server.ts'
import { type Changer, type OrderPart, orderParts, payFirstText } from './changeable-parts.ts'
import {
  findChanges,
  findNewZone,
  requireChangeable,
  requireChanger,
  requireFlavour,
  requirePlace,
  requireUnmade,
} from './check-change.server.ts'
import { changedFacts, tellOfChange } from './order-changed-mail.server.ts'

const changeOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/changeOrder',
  tag: 'Orders',
  summary: 'Change an order',
  description:
    'Until the order locks (`locksAt`, or when it is baked) its customer may change all of this; afterwards, until it has arrived, only `recipientMobile` and `riderNote`: 409. Staff may change all of it until it has left, from the lock on with a `reason`. Cakes may be added; for another in place of one, cancel and order again. What costs less is refunded, or less is due. What costs more is due in cash where the order is, and otherwise paid first: the message says so, and the order’s page takes the payment for an hour (`POST /payments/start`). Another dearer change meanwhile is added to it, and one payment buys both: 409 if both together cannot be had. Repeating it changes nothing. 404 for every link that does not work.',
  access: 'link',
  body: orderChangesSchema.extend({
    ...orderOrLink,
    reason: reasonSchema,
    drop: z
      .uuid()
      .optional()
      .describe('In place of a change: `unpaidChange.id`, which is dropped. 409 if another waits'),
  }),
  response: messageSchema,
  problems: [403, 404, 409],
})

export type ChangeOrder = typeof changeOrderEndpoint

export function serveChanges(api: Api, shop: AppContext) {
  api.serve(changeOrderEndpoint, async ({ body }, call) => {
    const { orderId: id, token, reason, drop, ...changes } = body
    const { isByLink, ...acting } = await requireActor(shop, call.caller, { orderId: id, token })
    if (isByLink) await shop.limiter.attempt('change-tracked', acting.orderId)
    if (drop) return { message: await dropChange(shop, { ...acting, id: drop }) }
    return { message: await changeOrder(shop, { ...acting, changes, reason }) }
  })
}

interface ChangeRequest {
  /** Locked. */
  order: Order
  caller: Actor
  by: Changer
  changes: OrderChanges
  /** The shop's, which the customer reads; '' from a customer. */
  reason: string
  /** What was paid for it. */
  paidForChangePaise: Paise
  /** Another change waits for its payment: what is to be paid first as well throws `Unpaid`. */
  isAlone?: boolean
}

/**
 * Changes a placed order, and mails it: for its customer until the lock, for the shop until it has left, from the lock on
 * with a reason. What it costs less is refunded; what it costs more is due, or paid online first: then this part waits for
 * its payment, together with what waits already. The same change again changes nothing. It is the one function that
 * changes where an order goes, also for its recipient.
 *
 * @throws AppError forbidden for another customer's order; conflict once it is locked, for an address where the shop does
 *   not deliver, and for a slot that is full; invalid for a time or flavour that is not available
 */
async function changeOrder(
  deps: AppContext,
  {
    caller,
    orderId,
    changes,
    reason = '',
  }: { caller: Caller | 'recipient'; orderId: string; changes: OrderChanges; reason?: string },
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { order, by } = requireChanger(await lockOrder(tx, orderId), caller)
    const actor = caller === 'recipient' ? 'shop' : caller
    const waiting = waitingChange(order, deps.clock.now())
    const request: ChangeRequest = {
      order,
      caller: actor,
      by,
      changes,
      reason: by === 'shop' ? reason : '',
      paidForChangePaise: 0,
    }
    const { wanted, sentence } = waiting
      ? await changeBeside(deps, tx, request, waiting)
      : await applyChanges(deps, tx, request)
    if (caller !== 'recipient' && by === 'shop')
      await recordGivenAway(deps, tx, caller, { before: order, after: wanted })
    return sentence
  })
}

/** Costs it nothing more, it is made alone; else it waits together with what waits already. */
async function changeBeside(
  context: AppContext,
  tx: Database,
  request: ChangeRequest,
  { id, buys }: OrderPayment & { buys: BoughtChange },
) {
  try {
    return await tx.transaction((inner) =>
      applyChanges(context, inner, { ...request, isAlone: true }),
    )
  } catch (error) {
    if (!(error instanceof Unpaid)) throw error
  }
  const changes = together(buys.changes, request.changes)
  const both = await applyChanges(context, tx, { ...request, changes }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const why = error.message.replace(/\.?$/, '.')
    const sentence = `${why} A change that waits for its payment is counted: pay it or drop it first.`
    throw new AppError('conflict', sentence)
  })
  const now = context.clock.now()
  if (both.toPayPaise === 0) await updatePayment(tx, id, { until: now, updatedAt: now })
  return { ...both, sentence: `${both.sentence} The change that waited already is part of it.` }
}

/**
 * Makes the change that a payment was for, in the transaction that settles it.
 *
 * @throws AppError conflict or invalid if it can no longer be had, or costs more by now
 */
export async function changePaidOrder(
  context: AppContext,
  tx: Database,
  { orderId, paise: paidForChangePaise }: Pick<OrderPayment, 'orderId' | 'paise'>,
  { changes, byShop = false }: Omit<BoughtChange, 'kind'>,
) {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'placed') throw notYours()
  const request = {
    order,
    caller: customerActor(order),
    by: byShop ? ('shop' as const) : ('customer' as const),
    changes,
    reason: '',
    paidForChangePaise,
  }
  const { parts, toPayPaise } = await applyChanges(context, tx, request)
  if (toPayPaise > 0) throw new AppError('conflict', 'This change costs more by now.')
  if (parts.length === 0) throw new AppError('conflict', 'The order is so already.')
}

/** @returns the parts that are changed, without those that wait for `toPayPaise`, and a sentence for who asked */
async function applyChanges(
  context: AppContext,
  tx: Database,
  { order, caller, by, changes, reason, paidForChangePaise, isAlone = false }: ChangeRequest,
): Promise<{ parts: OrderPart[]; wanted: Order; toPayPaise: Paise; sentence: string }> {
  const byShop = by === 'shop'
  const { columns, items: itemChanges, resized, added } = findChanges(order, changes)
  const { address } = columns
  const now = context.clock.now()
  const { time, slot } = changes
  const newZone = findNewZone(context.deliveryPlan.current(), order, address)
  const newTime = await findNewTime(context, tx, { order, time, slotId: slot, newZone, now })
  const isChanged: Partial<Record<OrderPart, boolean>> = {
    items: itemChanges.length + resized.length + added.length > 0,
    time: newTime?.isOther ?? false,
  }
  const requestedParts = orderParts.filter((part) => isChanged[part] ?? part in columns)
  if (requestedParts.length === 0)
    return { parts: [], wanted: order, toPayPaise: 0, sentence: 'Nothing was changed.' }

  // Another zone has other times.
  const parts: OrderPart[] = newZone ? [...requestedParts, 'time'] : requestedParts
  requireChangeable(context, { order, parts, by, reason, paidForChangePaise, now })
  requirePlace(context, order, columns)
  for (const { item } of [...itemChanges, ...resized]) requireUnmade(item)
  for (const change of itemChanges) requireFlavour(context, change)
  const { address: _priced, ...unpriced } = columns
  const texts = newZone ? unpriced : columns
  await saveOrderChange(tx, order.id, texts)
  for (const { item, ...after } of itemChanges) await saveItemChange(tx, { ...after, id: item.id })
  const changeId = newId()
  const items = resized.map(({ item, ...size }) => ({ id: item.id, ...size }))
  const priced = await changePriced(context, tx, {
    ...{ order, newTime, changeId, now, paidForChangePaise, byShop, isAlone },
    newPlace: newZone && address ? { address, zone: newZone.name, zoneId: newZone.id } : null,
    changes: {
      ...(newZone && { address: changes.address }),
      ...(newTime?.isOther && { time, ...(slot && { slot }) }),
      ...(items.length > 0 && { items }),
      ...(added.length > 0 && { added }),
    },
  })
  const { toPayPaise } = priced
  if (added.length > 0 && toPayPaise === 0) await moveByItems(context, tx, priced.order, caller)
  if (byShop && toPayPaise > 0) {
    const about = { orderId: order.id, reason }
    await queueMail(context, tx, 'pay-by-link', changeId, about)
  }
  const isWaiting: Partial<Record<OrderPart, boolean>> = {
    time: toPayPaise > 0,
    address: toPayPaise > 0 && newZone !== null,
    items: toPayPaise > 0 && itemChanges.length === 0,
  }
  const changedParts = requestedParts.filter((part) => !isWaiting[part])
  const toPay =
    toPayPaise > 0 &&
    payFirstText(order, toPayPaise, { byShop, payTime: payTimeText(context.payments.active.name) })
  const result = { parts: changedParts, wanted: priced.wanted, toPayPaise }
  if (changedParts.length === 0) return { ...result, sentence: toPay || '' }

  const writtenFor =
    address !== undefined && changedParts.includes('address')
      ? await writeAgain(context, tx, { before: order, address, changeId, now })
      : null
  const changedItems = priced.order.items.map((item) => {
    const { item: _before, ...changed } = itemChanges.find((one) => one.item.id === item.id) ?? {}
    return { ...item, ...changed }
  })
  const facts = changedFacts(order, { ...priced.order, ...texts, items: changedItems })
  const change = { order, caller, by, reason, parts: changedParts, facts, priced, changeId, now }
  await tellOfChange(context, tx, change)
  const { refundedPaise: amountPaise, morePaise } = priced
  const sentences = [
    `${byShop ? 'The' : 'Your'} order is changed.`,
    amountPaise > 0 && refundedText(amountPaise, byShop ? 'the customer' : 'you'),
    morePaise > paidForChangePaise && moreInCashText(morePaise, byShop),
    couponNow(order, priced.order),
    writtenFor && `Your invoice is credited and written again for ${writtenFor}.`,
    toPay,
  ]
  return { ...result, sentence: sentences.filter(Boolean).join(' ') }
}

/** What the coupon takes off after a change, if that is another amount; to whoever changes it. */
function couponNow(before: Order, after: Order): string | false {
  const [was, now] = [orderAmounts(before).couponPaise, orderAmounts(after).couponPaise]
  return was !== now && `Coupon ${after.coupon} takes ${formatInr(now)} off now.`
}

const changeWhereToEndpoint = endpoint({
  method: 'POST',
  path: '/orders/whereTo',
  tag: 'Tracking',
  summary: 'Complete or correct where an order goes',
  description:
    'By its recipient’s link. Within its pincode, until the kitchen begins; 409 afterwards. Who ordered is mailed that it changed, without the address. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: z.object({
    token: tokenSchema,
    address: addressFields.address.optional().describe('Without pincode and city, which stay'),
    mobile: optionalMobileSchema
      .optional()
      .describe("Ten digits, +91 or 0 before them are taken off; '' for none"),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type ChangeWhereTo = typeof changeWhereToEndpoint

export function serveWhereTo(api: Api, shop: AppContext) {
  api.serve(changeWhereToEndpoint, async ({ body: { token, address, mobile } }) => {
    const { order } = await requireTracked(shop, token, 'recipient')
    await shop.limiter.attempt('change-recipient', order.id)
    if (address === undefined && isAddressMissing(order)) {
      throw fieldError('invalid', 'address', 'Address is required')
    }
    const changes = {
      address: address === undefined ? undefined : { address },
      recipientMobile: mobile,
    }
    await changeOrder(shop, { caller: 'recipient', orderId: order.id, changes })
    return { message: 'Thank you. We deliver to this address.' }
  })
}
