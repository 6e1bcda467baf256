import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { newId } from '#platform/secrets.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { countCakes } from '#shop/cakes/admin/admin-cakes.store.server.ts'
import { foodFields } from '#shop/cakes/cake.schema.ts'
import { usualWork } from '#shop/cakes/cake-work.ts'
import { insertCake, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import type { DeliverySettings, Slot, Zone } from '#shop/delivery/delivery.schema.ts'
import { lockVersion, replaceSettings } from '#shop/delivery/delivery.store.server.ts'
import { usualTerms } from '#shop/delivery/delivery-fees.ts'
import { emptyPlan } from '#shop/delivery/delivery-plan.ts'
import { storePicture } from '#shop/pictures/pictures.store.server.ts'
import { closesAtHour, opensAtHour } from '#shop/values/delivery-slot.ts'
import { readPreparedPicture } from '../../db/sample-pictures.ts'

const sampleCakeSchema = z.object({
  slug: z.string(),
  name: z.string(),
  price: z.number(),
  category: z.string(),
  flavours: z.array(z.string()),
  occasions: z.array(z.string()),
  weight: z.array(z.string()),
  egg: z.enum(['Egg', 'Eggless']),
  choices: z.array(z.string()).default([]),
  featured: z.boolean(),
  stock: z.number(),
  description: z.string(),
  ...z.object(foodFields).partial().shape,
  stars: z.number(),
  reviews: z.array(z.string()),
  image: z.array(z.string()),
})

// An advisory lock: any number that nothing else uses.
const seedLock = 3_107_702

type SampleCake = z.infer<typeof sampleCakeSchema>

/**
 * Loads the sample catalogue into an empty shop, in one transaction and only once, even if several processes start at the
 * same moment. A baker who has deleted every cake does not get them back. The zones come with the cakes and never later: not
 * into a shop that sells already, nor over saved settings.
 *
 * @returns how many cakes were loaded: 0 if the catalogue was ever changed
 */
export async function seedSampleCatalogue(
  { db, files, clock }: { db: Database; files: FileStore; clock: Clock },
  { withDelivery }: { withDelivery: boolean },
): Promise<number> {
  if (!(await isUntouched(db))) return 0
  const samples = z
    .array(sampleCakeSchema)
    .parse(JSON.parse(await readFile('db/sample/cakes.json', 'utf8')))
  const prepared = await Promise.all(
    samples.map(async (cake) => ({ cake, ...(await picturesOf(cake)) })),
  )
  return db.transaction(async (tx) => {
    // Another process may be loading them, which takes as long as its files do.
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (!(await isUntouched(tx))) return 0
    for (const { cake, pictures, alts } of prepared) {
      for (const picture of pictures) {
        await storePicture({ db: tx, files }, picture, clock.now())
      }
      await insertCake(
        tx,
        newCake(
          cake,
          pictures.map(({ id }, index) => ({ id, alt: alts[index] ?? cake.name })),
        ),
      )
    }
    if (withDelivery && (await lockVersion(tx)) === 0) {
      await replaceSettings(tx, { ...sampleDelivery(), version: 1 })
    }
    return samples.length
  })
}

async function isUntouched(db: Database): Promise<boolean> {
  if ((await countCakes(db)) > 0) return false
  const ofCakes = await listAuditLog(db, { subject: 'cake', limit: 1 })
  const ofCatalogue = await listAuditLog(db, { subject: 'catalogue', limit: 1 })
  return ofCakes.length + ofCatalogue.length === 0
}

async function picturesOf(cake: SampleCake) {
  const alts = [
    cake.name,
    `${cake.name}, seen closer and from above`,
    `${cake.name} cut open, with a slice on a plate`,
  ]
  return { pictures: await Promise.all(cake.image.map(readPreparedPicture)), alts }
}

function newCake(
  { slug, image: _image, ...cake }: SampleCake,
  pictures: NewCake['pictures'],
): NewCake {
  return { ...usualWork(cake.category), ...cake, id: slug, earlierPrice: null, pictures }
}

const everyWeekday = [0, 1, 2, 3, 4, 5, 6]
const slotHours = 2

/**
 * Where and when the sample shop delivers: in Bengaluru, every day in slots of two hours and once more before midnight.
 * Only that last slot is limited. Elsewhere it takes a day longer, so that whoever tries the shop can order at home.
 */
export function sampleDelivery(): DeliverySettings {
  return {
    usual: emptyPlan.usual,
    zones: [city, outskirts, countryside, restOfIndia].map((zone) => ({
      id: newId(),
      active: true,
      takesCash: false,
      isFar: false,
      ...zone,
    })),
    slots: everyWeekday.flatMap(slotsOf),
  }
}

type SampleZone = Omit<Zone, 'id' | 'active' | 'takesCash' | 'isFar'>

/** 560001 to 560103, at the fee of a shop without zones. */
const city: SampleZone = {
  name: 'Bengaluru',
  pincodes: ['5600', '560100', '560101', '560102', '560103'],
  feePaise: usualTerms.feePaise,
  freeFromPaise: null,
  minimumPaise: 0,
  travelMinutes: 45,
}

const outskirts: SampleZone = {
  name: 'Outer Bengaluru',
  pincodes: ['5601'],
  feePaise: usualTerms.feePaise,
  freeFromPaise: 200_000,
  minimumPaise: 50_000,
  travelMinutes: 75,
}

/** From Devanahalli to Anekal. */
const countryside: SampleZone = {
  name: 'Bengaluru Rural',
  pincodes: ['562'],
  feePaise: usualTerms.feePaise,
  freeFromPaise: 400_000,
  minimumPaise: 100_000,
  travelMinutes: 120,
}

const restOfIndia = {
  name: 'Rest of India',
  pincodes: ['*'],
  feePaise: usualTerms.feePaise,
  freeFromPaise: null,
  minimumPaise: 0,
  travelMinutes: 120,
  isFar: true,
}

function slotsOf(weekday: number): Slot[] {
  const count = (closesAtHour - opensAtHour) / slotHours
  const standard = Array.from({ length: count }, (_, n) => {
    const startHour = opensAtHour + n * slotHours
    return newSlot(weekday, startHour, startHour + slotHours)
  })
  const midnight = newSlot(weekday, 23, 24, {
    kind: 'midnight',
    surchargePaise: 19_900,
    cutOffMinutes: null,
    cutOffDayBefore: 20 * 60,
    places: 10,
  })
  return [...standard, midnight]
}

function newSlot(
  weekday: number,
  startHour: number,
  endHour: number,
  more: Partial<Slot> = {},
): Slot {
  return {
    id: newId(),
    weekday,
    startMinute: startHour * 60,
    endMinute: endHour * 60,
    kind: 'standard',
    surchargePaise: 0,
    // The cakes' own hours end the orders.
    cutOffMinutes: 0,
    cutOffDayBefore: null,
    places: null,
    bakesDayBefore: false,
    ...more,
  }
}
