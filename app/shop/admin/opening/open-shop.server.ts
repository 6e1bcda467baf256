import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { changeCake } from '#shop/cakes/admin/edit-cakes.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { milliMinutes } from '#shop/cakes/cake-work.ts'
import { hasFoodFacts } from '#shop/cakes/food/food-facts.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { openShop } from '#shop/words/save-words.server.ts'
import { detailLabels, sampleDetails, sampleDetailsIn } from '#shop/words/shop/sample-details.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import { samplePromises } from '#shop/words/words.ts'
import { findTried } from '../dashboard/dashboard.store.server.ts'

const openShopEndpoint = endpoint({
  method: 'POST',
  path: '/shop/open',
  tag: 'Storefront',
  summary: 'Open the shop',
  description: 'Ends the checklist on the panel. Customers can order before it too.',
  access: 'edit-words',
  response: messageSchema,
})

const hideSamplesEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/hide-samples',
  tag: 'Catalogue',
  summary: 'Hide the sample’s cakes',
  description: 'Those that nobody has described in other words. Each can be shown again.',
  access: 'edit-cakes',
  response: messageSchema,
})

const testMailEndpoint = endpoint({
  method: 'POST',
  path: '/mails/test',
  tag: 'Mails',
  summary: 'Send a test mail to oneself',
  description: 'To the address that the caller logs in with.',
  access: 'read-mails',
  response: messageSchema,
})

export type OpenShop = typeof openShopEndpoint
export type HideSamples = typeof hideSamplesEndpoint
export type SendTestMail = typeof testMailEndpoint

export function serveOpening(api: Api, shop: AppContext) {
  api.serve(openShopEndpoint, async (_, { caller }) => {
    await openShop(shop, caller)
    return { message: 'Your shop is open.' }
  })

  api.serve(hideSamplesEndpoint, async (_, { caller: by }) => {
    const ids = await sampleCakes(shop)
    for (const id of ids)
      await changeCake(shop, { by, id, changes: { hidden: true }, action: 'hide-cake' })
    return { message: `Hidden: ${ids.length} cakes of the sample.` }
  })

  api.serve(testMailEndpoint, async (_, { caller: { email } }) => {
    await shop.db.transaction((tx) => queueMail(shop, tx, 'test-mail', newId(), { email }))
    return {
      message: shop.outbox
        ? `No mail server is set up: a test mail to ${email} lies in the folder of emails, and reaches nobody.`
        : `A test mail to ${email} is on its way.`,
    }
  })
}

export const testMail: MailKind<{ email: string }> = ({ shop }, { email }) => ({
  to: email,
  subject: `A test mail of ${shop.name}`,
  preview: 'Your emails arrive.',
  parts: [
    'This email has arrived, so those to your customers can.',
    'Is it among the spam? Then theirs are too: ask whoever runs the machine about SPF and DKIM.',
    { button: 'Open the panel', href: `${shop.publicUrl}/admin` },
  ],
})

const listed = (names: readonly string[]) => new Intl.ListFormat('en-IN').format(names)

/**
 * The steps of an owner's first hour with what is missing of each, by the rows, and what customers see.
 *
 * @param email by which the owner logs in
 */
export async function loadChecklist(app: AppContext, email: string) {
  const { shop, words, deliveryPlan, publishedCakes, outbox } = app
  const cakes = publishedCakes.current().ordered['a-z'].map(({ cake }) => cake)
  const [tried, samples] = await Promise.all([findTried(app.db), sampleCakes(app)])
  const plan = deliveryPlan.current()
  const zones = plan.zones.filter(({ active }) => active)
  const wide = zones.find(({ pincodes }) => pincodes.includes('*'))?.name
  const limited =
    plan.usual.kitchenMinutes ?? (zones.length && plan.slots.every(({ places }) => places !== null))
  const details = sampleDetailsIn(typedDetails(shop)).map((name) => detailLabels[name])
  const unsaid = cakes.filter((cake) => !hasFoodFacts(cake)).length
  const longest = Math.max(0, ...cakes.map(leastMinutes))
  const minutes = plan.usual.kitchenMinutes
  const promises = samplePromises(words.current())
  const steps = [
    step('Who you are', '/admin/shop', [
      details.length > 0 && `Still the sample’s, or missing: ${listed(details)}.`,
    ]),
    step('Where you deliver', '/admin/delivery', [
      hasZones(plan) && !tried.delivery && 'Zones, fees and slots are still the sample’s.',
      !hasZones(plan) && 'You have no zones: every pincode in India can order.',
      wide !== undefined && `“${wide}” takes every other pincode in India, Srinagar too.`,
    ]),
    step('How much you can bake a day', '/admin/delivery?room=days', [
      !limited && 'No limit: a hundred orders for one evening would be taken.',
      minutes !== null &&
        minutes < longest &&
        `${minutes} minutes a day are less than one of your cakes takes: ${longest}.`,
    ]),
    step(
      'Your cakes and pictures',
      '/admin/cakes',
      [
        samples.length > 0 && `Cakes of the sample: ${samples.length} of ${cakes.length}.`,
        unsaid > 0 &&
          `Cakes without ingredients, allergens or best before, which the law wants: ${unsaid}.`,
      ],
      samples.length > 0 ? 'hide-samples' : null,
    ),
    step('How you are paid', '/products', [
      shop.takesTestPayments &&
        'No money moves: payments are tests. Ask whoever runs the machine to set up your UPI id, Razorpay or Stripe.',
      !tried.order && 'Place a test order: choose a cake, and pay for it.',
    ]),
    step(
      'Email that arrives',
      '/admin/outbox',
      [
        outbox !== null && 'No mail server is set up: emails reach nobody.',
        email.endsWith('.test') &&
          `You log in as ${email}, which is no mailbox: change it in your account.`,
        !tried.mail && 'Send a test mail to yourself, and look for it in your mailbox.',
      ],
      'test-mail',
    ),
    step('Words and promises', '/admin/words', [
      shop.isSample &&
        promises.length > 0 &&
        `Promises of the sample: ${promises.length}. Say only what you keep.`,
    ]),
    step('Who hears of orders', '/admin/notices', [
      shop.email === sampleDetails.email && `New orders are mailed to ${shop.email}, the sample’s.`,
      !tried.phone && 'No phone is told of orders, and nobody has said what they hear.',
    ]),
  ]
  const where = zones.length > 0 ? listed(zones.map(({ name }) => name)) : 'all of India'
  const seen = [`${shop.name}, ${shop.address}`, `${cakes.length} cakes`, `delivery to ${where}`]
  return { steps, seen }
}

/** @param action what can be done on the panel itself */
const step = (
  title: string,
  to: string,
  sentences: readonly (string | false)[],
  action: 'hide-samples' | 'test-mail' | null = null,
) => ({
  ...{ title, to, action },
  missing: sentences.filter((sentence) => sentence !== false),
})

export type Checklist = Awaited<ReturnType<typeof loadChecklist>>

const samplesSchema = z.array(z.object({ slug: z.string(), description: z.string() }))

/** The ids of published cakes of the sample that nobody has described in other words. */
async function sampleCakes({ publishedCakes }: AppContext): Promise<string[]> {
  const samples = samplesSchema.parse(JSON.parse(await readFile('db/sample/cakes.json', 'utf8')))
  const { byId } = publishedCakes.current()
  return samples.flatMap(({ slug, description }) =>
    byId.get(slug)?.description === description ? slug : [],
  )
}

/** Minutes of the kitchen for its smallest. */
function leastMinutes(cake: Cake): number {
  const each = cake.weight.map((wt) => milliMinutes(cake, { category: cake.category, wt }))
  return Math.min(...each) / 1000
}
