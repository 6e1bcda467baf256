import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { toChangeable } from '#shop/orders/change/change-order.server.ts'
import { changeableParts } from '#shop/orders/change/order-change.ts'
import type { DeliveryCodeOf } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { arrivedStatuses, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { isLocked, locksAt } from '#shop/orders/fulfilment/order-lock.ts'
import { movesOf, type OrderMoveRow } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import { cancelError } from '#shop/orders/order-status.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import {
  type ItemRow,
  isAnyRowMade,
  type OrderRow,
  rowToCancel,
  toDeliveryTime,
} from '#shop/orders/whole-orders.store.server.ts'
import { hasStreet, splitAddress } from '#shop/values/india-address.ts'
import { formatWeight } from '#shop/values/weight.ts'
import type { FindTrackedDeps, Tracked } from '../link/find-tracked.server.ts'
import { type TrackingUrlDeps, trackingUrl } from '../link/tracking-url.server.ts'
import { isForCustomer } from '../photo/photo-kind.ts'
import { mayReportPhoto } from '../photo/photo-report.ts'
import { photosOf } from '../tracking.store.server.ts'
import type { OrderOfRecipient, OrderOfSender, TrackedOrder } from './tracked-order.ts'
import { wayOf } from './way.ts'

interface ShowTrackedDeps extends FindTrackedDeps, TrackingUrlDeps {
  db: Database
  clock: Clock
  deliveryCodeOf: DeliveryCodeOf
}

/** What the page of a link shows: what is not in the answer, the link's audience does not get to know. */
export async function showTracked(
  deps: ShowTrackedDeps,
  { order, audience, isGuests }: Tracked,
): Promise<OrderOfSender | OrderOfRecipient> {
  const [items, moves] = await Promise.all([itemsOf(deps.db, order.id), movesOf(deps.db, order.id)])
  const common = trackedOrder(deps, { order, items, moves })
  return audience === 'recipient'
    ? ofRecipient(deps, order, common)
    : ofSender(deps, { order, items, moves, common }, isGuests)
}

function trackedOrder(
  { deliveryCodeOf }: Pick<ShowTrackedDeps, 'deliveryCodeOf'>,
  { order, items, moves }: Omit<SendersOrder, 'common'>,
): TrackedOrder {
  const { slot, ...delivery } = toDeliveryTime(order)
  const isCancelled = !isAnyRowMade(items)
  const isComing = !isCancelled && !order.isPickup && !arrivedStatuses.includes(order.fulfilment)
  return {
    number: order.number,
    fulfilment: order.fulfilment,
    isCancelled,
    isPickup: order.isPickup,
    way: wayOf({ ...order, isCancelled, placedAt: order.placedAt ?? order.createdAt, moves }),
    // What a slot costs is a price.
    delivery: { ...delivery, slot: slot && { ...slot, surcharge: 0 } },
    riderNote: order.riderNote,
    code: isComing && order.fulfilment !== 'closed' ? deliveryCodeOf(order) : null,
  }
}

/** That it is baked says what it is. */
const labelsOfRecipient: Partial<Record<string, string>> = { Baking: 'Being prepared' }

function ofRecipient(
  { clock }: Pick<ShowTrackedDeps, 'clock'>,
  order: OrderRow,
  common: TrackedOrder,
): OrderOfRecipient {
  const parts = splitAddress(order.address)
  const isOpen = !order.isPickup && !common.isCancelled && !isLocked(order, clock.now())
  return {
    ...common,
    way: common.way.map((step) => ({
      ...step,
      label: labelsOfRecipient[step.label] ?? step.label,
    })),
    audience: 'recipient',
    name: order.recipientName ?? '',
    mobile: order.recipientMobile,
    street: parts?.address.trim() ?? order.address,
    pincodeAndCity: parts ? `${parts.pincode}, ${parts.city}` : '',
    changesUntil: isOpen && parts ? locksAt(order).toISOString() : null,
  }
}

interface SendersOrder {
  order: OrderRow
  items: ItemRow[]
  moves: OrderMoveRow[]
  common: TrackedOrder
}

async function ofSender(
  deps: ShowTrackedDeps,
  { order, items, moves, common }: SendersOrder,
  isGuests: boolean,
): Promise<OrderOfSender> {
  const now = deps.clock.now()
  const taken = await photosOf(deps.db, [order.id])
  const photos = taken.filter((one) => isForCustomer(one, order))
  const photo = photos.find(({ kind }) => kind === 'leaving')
  const door = photos.find(({ kind }) => kind === 'door')
  const mayCancel = cancelError(rowToCancel(order, items), now) === null
  return {
    ...common,
    audience: 'sender',
    address: order.address,
    isAddressMissing: !order.isPickup && !hasStreet(order.address),
    recipient:
      order.recipientName === null
        ? null
        : {
            name: order.recipientName,
            mobile: order.recipientMobile,
            isSurprise: order.isSurprise && !hasLeft(order.fulfilment),
            url: await trackingUrl(deps, order.id, 'recipient'),
          },
    giftMessage: order.giftMessage,
    giftFrom: order.giftFrom,
    items: items.map(toShownItem),
    outcome: moves.findLast(({ move }) => move === 'deliver' || move === 'fail')?.detail ?? '',
    canChange: changeableParts(toChangeable(order, items), now).length > 0,
    isInAccount: !isGuests,
    cancelUntil: mayCancel ? locksAt(order).toISOString() : null,
    photo: photo
      ? { takenAt: photo.takenAt.toISOString(), mayReport: mayReportPhoto(order, photo, now) }
      : null,
    doorPhoto: door ? { takenAt: door.takenAt.toISOString() } : null,
    isHeld: order.dispatchHeldAt !== null,
  }
}

function toShownItem({ id, name, amount, flavour, wt, egg, bname }: ItemRow) {
  const about = [flavour, formatWeight(wt), egg].filter(Boolean).join(', ')
  return { id, name, amount, about, nameOnCake: bname }
}
