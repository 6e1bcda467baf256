import { sql } from 'drizzle-orm'
import { sampleDelivery } from '#app/operations/seed.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { lockVersion, replaceSettings } from '#shop/delivery/delivery.store.server.ts'
import type { ShopPlace } from '../shops/places.ts'

/** Limits that the orders do not reach: every slot's places and the kitchen's minutes are looked at. */
const limits = { places: 10_000, kitchenMinutes: 100_000 }
const minutesOfOrder = 40

/** The sample's zones and slots in a shop that is closed, with so many orders a day in the slots of the next month. */
export async function fillDelivery({ DATABASE_URL, DATA_DIR }: ShopPlace, ordersADay: number) {
  const url = DATABASE_URL || undefined
  const { db, close } = await openDatabase({ url, dataDir: DATA_DIR, migrationsFolder: null })
  const { usual, zones, slots } = sampleDelivery()
  try {
    await db.transaction(async (tx) => {
      await lockVersion(tx)
      await replaceSettings(tx, {
        usual: { ...usual, kitchenMinutes: limits.kitchenMinutes },
        zones,
        slots: slots.map((slot) => ({ ...slot, places: limits.places })),
        version: 1,
      })
      await tx.execute(sql`
        insert into delivery_reservations (id, day, slot_id, production_day, kitchen_minutes, state, held_until)
        select gen_random_uuid(), day, slots[1 + n % array_length(slots, 1)], day, ${minutesOfOrder}, 'kept', day
        from (select (now() + make_interval(days => d))::date as day from generate_series(-1, 31) d) days
        cross join lateral (
          select array_agg(id order by id) as slots from delivery_slots where weekday = extract(dow from day)
        ) weekday
        cross join generate_series(1, ${ordersADay}::int) n`)
      await tx.execute(sql`
        insert into delivery_loads (day, resource, taken)
        select day, slot_id::text, count(*) from delivery_reservations group by day, slot_id
        union all
        select production_day, 'kitchen', sum(kitchen_minutes) from delivery_reservations group by production_day`)
    })
  } finally {
    await close()
  }
}
