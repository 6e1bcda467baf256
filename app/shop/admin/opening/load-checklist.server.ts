import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { hasFoodFacts } from '#shop/cakes/food/food-facts.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { detailLabels, sampleDetails, sampleDetailsIn } from '#shop/words/shop/sample-details.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import { allWords } from '#shop/words/words.ts'
import { findTried } from './opening.store.server.ts'

const listed = (names: readonly string[]) => new Intl.ListFormat('en-IN').format(names)

/** The steps of an owner's first hour with what is missing of each, by the rows, and what customers see. */
export async function loadChecklist(app: AppContext) {
  const { shop, words, deliveryPlan, publishedCakes, outbox } = app
  const cakes = [...publishedCakes.current().byId.values()]
  const [tried, sampleCakes] = await Promise.all([findTried(app.db), countSampleCakes(cakes)])
  const plan = deliveryPlan.current()
  const zones = plan.zones.filter(({ active }) => active)
  const wide = zones.find(({ pincodes }) => pincodes.includes('*'))?.name
  const limited =
    plan.usual.kitchenMinutes ?? (zones.length && plan.slots.every(({ places }) => places !== null))
  const details = sampleDetailsIn(typedDetails(shop)).map((name) => detailLabels[name])
  const unsaid = cakes.filter((cake) => !hasFoodFacts(cake)).length
  const saved = words.current()
  const promises = [...allWords].filter(
    ([key, { sample, opening }]) => opening !== sample && !saved.has(key),
  ).length
  const steps = [
    step('Who you are', '/admin/shop', [
      details.length > 0 && `Still the sample’s, or missing: ${listed(details)}.`,
    ]),
    step('Where you deliver', '/admin/delivery', [
      hasZones(plan) && !tried.delivery && 'Zones, fees and slots are still the sample’s.',
      !hasZones(plan) && 'You have no zones: every pincode in India can order.',
      wide !== undefined && `“${wide}” takes every other pincode in India, Srinagar too.`,
    ]),
    step('How much you can bake a day', '/admin/delivery', [
      !limited && 'No limit: a hundred orders for one evening would be taken.',
    ]),
    step('Your cakes and pictures', '/admin/cakes', [
      sampleCakes > 0 && `Cakes of the sample: ${sampleCakes} of ${cakes.length}.`,
      unsaid > 0 &&
        `Cakes without ingredients, allergens or best before, which the law wants: ${unsaid}.`,
    ]),
    step('How you are paid', '/products', [
      shop.takesTestPayments &&
        'No money moves: payments are tests. Ask whoever runs the machine to set up Stripe or Razorpay.',
      !tried.order && 'Place a test order: choose a cake, and pay for it.',
    ]),
    step('Email that arrives', '/admin/outbox', [
      outbox !== null && 'No mail server is set up: emails reach nobody.',
      !tried.mail && 'Send a test mail to yourself, and look for it in your mailbox.',
    ]),
    step('Words and promises', '/admin/words', [
      shop.isSample &&
        promises > 0 &&
        `Promises of the sample: ${promises}. Say only what you keep.`,
    ]),
    step('Who hears of orders', '/admin/notices', [
      shop.email === sampleDetails.email && `New orders are mailed to ${shop.email}, the sample’s.`,
      !tried.phone && 'No phone is told of orders.',
    ]),
  ]
  const where = zones.length > 0 ? listed(zones.map(({ name }) => name)) : 'all of India'
  const seen = [`${shop.name}, ${shop.address}`, `${cakes.length} cakes`, `delivery to ${where}`]
  return { steps, seen }
}

const step = (title: string, to: string, sentences: readonly (string | false)[]) => ({
  ...{ title, to },
  missing: sentences.filter((sentence) => sentence !== false),
})

export type Checklist = Awaited<ReturnType<typeof loadChecklist>>

const samplesSchema = z.array(z.object({ slug: z.string(), description: z.string() }))

/** Those that nobody has described in other words. */
async function countSampleCakes(cakes: readonly Cake[]): Promise<number> {
  const samples = samplesSchema.parse(JSON.parse(await readFile('db/sample/cakes.json', 'utf8')))
  const known = new Map(samples.map(({ slug, description }) => [slug, description]))
  return cakes.filter(({ id, description }) => known.get(id) === description).length
}
