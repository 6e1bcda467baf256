import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { countCakes } from '#shop/cakes/admin/admin-cakes.store.server.ts'
import { usualWork } from '#shop/cakes/cake-work.ts'
import { insertCake, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { lockVersion, replaceSettings } from '#shop/delivery/delivery.store.server.ts'
import { storePicture } from '#shop/pictures/pictures.store.server.ts'
import { readPreparedPicture } from '../../db/sample-pictures.ts'
import { sampleDelivery } from './sample-delivery.server.ts'

const sampleCakeSchema = z.object({
  slug: z.string(),
  name: z.string(),
  price: z.number(),
  category: z.string(),
  flavours: z.array(z.string()),
  weight: z.array(z.string()),
  egg: z.enum(['Egg', 'Eggless']),
  featured: z.boolean(),
  stock: z.number(),
  description: z.string(),
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
  deps: Pick<AppContext, 'db' | 'files' | 'clock'>,
  { withDelivery }: { withDelivery: boolean },
): Promise<number> {
  if (!(await isUntouched(deps.db))) return 0
  const samples = z
    .array(sampleCakeSchema)
    .parse(JSON.parse(await readFile('db/sample/cakes.json', 'utf8')))
  const prepared = await Promise.all(
    samples.map(async (cake) => ({ cake, ...(await picturesOf(cake)) })),
  )
  return deps.db.transaction(async (tx) => {
    // Another process may be loading them, which takes as long as its files do.
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (!(await isUntouched(tx))) return 0
    for (const { cake, pictures, alts } of prepared) {
      for (const picture of pictures) {
        await storePicture({ db: tx, files: deps.files }, picture, deps.clock.now())
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
