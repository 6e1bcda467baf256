import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { findViolations } from '#shop/consistency/consistency.store.server.ts'
import { orderRules } from '#shop/consistency/order-rules.store.server.ts'
import type { DeliverySettings, Slot, Zone } from '#shop/delivery/delivery.schema.ts'
import type { TestShop } from './test-shop.ts'

let uuids = 0
const newUuid = () => {
  uuids += 1
  return `00000000-0000-4000-8000-${String(uuids).padStart(12, '0')}`
}

/** A zone around MG Road, ₹60, free from ₹1,500. */
export const newZone = (more: Partial<Zone> = {}): Zone => ({
  id: newUuid(),
  name: 'Central Bengaluru',
  pincodes: ['5600'],
  feePaise: 6000,
  freeFromPaise: 150_000,
  minimumPaise: 0,
  travelMinutes: 30,
  isFar: false,
  takesCash: false,
  active: true,
  ...more,
})

/** Every day of the week from 4 to 6 pm. */
export function everyDay(more: Partial<Slot> = {}): Slot[] {
  return [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    id: newUuid(),
    weekday,
    startMinute: 16 * 60,
    endMinute: 18 * 60,
    kind: 'standard',
    surchargePaise: 0,
    cutOffMinutes: 60,
    cutOffDayBefore: null,
    places: null,
    bakesDayBefore: false,
    ...more,
  }))
}

export const settings = (more: Partial<DeliverySettings> = {}): DeliverySettings => ({
  usual: { kitchenMinutes: null, holdMinutes: 15, daysAhead: 60, cashLimitPaise: null },
  zones: [newZone()],
  slots: everyDay(),
  ...more,
})

/** Runs what migration 0026 does to the rows of orders. */
export async function migrateOrders({ context: { db } }: TestShop) {
  const text = readFileSync('db/migrations/0026_zones-by-id.sql', 'utf8')
  for (const statement of text.split('--> statement-breakpoint')) {
    if (statement.trim().startsWith('UPDATE')) await db.execute(sql.raw(statement))
  }
}

/** Saves delivery settings as the owner does. */
export async function saveSettings(shop: TestShop, token: string, saved: DeliverySettings) {
  const { version } = shop.context.deliveryPlan.current()
  return shop.post<{ version: number }>('/delivery/settings', { ...saved, version }, token)
}

/** The rules of places in slots that the shop's data break, and places without the minutes of exactly their items. */
export async function wrongPlaces({ context: { db, clock } }: TestShop) {
  const rules = orderRules.filter(({ name }) => name.startsWith('delivery-'))
  const found = await findViolations(db, rules, clock.now())
  const { rows } = await db.execute(sql`
    select o.number, r.kitchen_minutes, sum(i.kitchen_minutes)::integer as of_items from orders o
    join delivery_reservations r on r.id = o.reservation_id join order_items i on i.order_id = o.id
    where r.state in ('held', 'kept') group by o.number, r.kitchen_minutes
    having r.kitchen_minutes <> sum(i.kitchen_minutes)`)
  return [...found, ...rows]
}
