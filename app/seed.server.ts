import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { insertCake, listCakesPage, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { keepPicture } from '#shop/pictures/pictures.store.server.ts'
import { readPreparedPicture } from '../db/sample-pictures.ts'

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

type SampleCake = z.infer<typeof sampleCakeSchema>

/**
 * Loads the sample catalogue into an empty database: all of it or nothing, so that a start that was cut short
 * loads it again.
 *
 * @returns how many cakes were loaded; 0 when there are cakes already
 */
export async function seedSampleCatalogue(deps: {
  db: Database
  files: FileStore
}): Promise<number> {
  if ((await listCakesPage(deps.db, { limit: 1 })).cakes.length > 0) return 0
  const samples = z
    .array(sampleCakeSchema)
    .parse(JSON.parse(await readFile('db/sample/cakes.json', 'utf8')))
  const prepared = await Promise.all(
    samples.map(async (cake) => ({ cake, ...(await picturesOf(cake)) })),
  )
  await deps.db.transaction(async (tx) => {
    for (const { cake, pictures, alts } of prepared) {
      for (const picture of pictures) await keepPicture({ db: tx, files: deps.files }, picture)
      await insertCake(
        tx,
        newCake(
          cake,
          pictures.map(({ id }, index) => ({ id, alt: alts[index] ?? cake.name })),
        ),
      )
    }
  })
  return samples.length
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
  return { ...cake, id: slug, earlierPrice: null, pictures }
}
