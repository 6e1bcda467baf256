import type { ItemStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem, PendingOrder } from '#shop/orders/order.schema.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'

/** An item to decide on, with what is shown of it; of the pictures of a cake on show the first. */
export type WaitingItem = Omit<OrderItem, 'category' | 'isConfirmed' | 'price'>

/** An order as the panel shows it: of its items those still in `processing`. Instants in ISO 8601. */
export interface WaitingOrder
  extends Pick<Order, 'id' | 'number' | 'time' | 'address' | 'created_at'> {
  user: Pick<Order['user'], 'name' | 'mobileno'>
  kitchenNote: string
  items: WaitingItem[]
  /** How many more items it has, of which nothing is to be decided. */
  otherItems: number
}

/** The panel has many of them, so they carry nothing that it does not show. */
export function toWaitingOrder({ order, user, ...rest }: PendingOrder): WaitingOrder {
  const { id, number, time, address, created_at, kitchenNote } = rest
  const items = order.filter(({ isConfirmed }) => isConfirmed === 'processing').map(toWaitingItem)
  return {
    id,
    number,
    time,
    address,
    created_at,
    kitchenNote,
    user: { name: user.name, mobileno: user.mobileno },
    items,
    otherItems: order.length - items.length,
  }
}

function toWaitingItem({
  category: _category,
  isConfirmed: _isConfirmed,
  price: _price,
  image,
  ...shown
}: OrderItem): WaitingItem {
  return { ...shown, image: shown.customize ? image : image.slice(0, 1) }
}

/** The orders without what was decided meanwhile, and without those of which nothing is left. */
export function stillWaiting(
  orders: readonly WaitingOrder[],
  doneIds: ReadonlySet<string>,
): WaitingOrder[] {
  return orders
    .map((order) => ({ ...order, items: order.items.filter(({ id }) => !doneIds.has(id)) }))
    .filter(({ items }) => items.length > 0)
}

const dayMs = 24 * 60 * 60_000

/** How near a delivery is, where that matters to the kitchen; null where there is time. Days are Kolkata's. */
export function deliveryHint(time: Date, now: Date): 'Overdue' | 'Today' | 'Tomorrow' | null {
  if (time < now) return 'Overdue'
  const day = kolkataDay(time)
  if (day === kolkataDay(now)) return 'Today'
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? 'Tomorrow' : null
}

/** How many customised cakes stand somewhere. */
export interface CustomCount {
  status: ItemStatus
  count: number
}

/** A count in words: '2 waiting for the customer'. */
export function customCountText({ status, count }: CustomCount): string {
  return `${count} ${words.get(status) ?? status}`
}

const words = new Map<ItemStatus, string>([
  ['quoted', 'waiting for the customer'],
  ['accepted', 'accepted, to prepare'],
  ['expired', 'not answered in time'],
])
