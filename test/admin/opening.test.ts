import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { sampleDelivery } from '#app/operations/seed.server.ts'
import { loader as panel } from '#shop/admin/dashboard/dashboard.page.tsx'
import { loadChecklist } from '#shop/admin/opening/open-shop.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { replaceSettings } from '#shop/delivery/delivery.store.server.ts'
import { shownShop } from '#shop/storefront/frame/shown-shop.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import { readWords } from '#shop/words/words.store.server.ts'
import { allWords, openedKey } from '#shop/words/words.ts'
import { buy } from '../support/checkout-steps.ts'
import { saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const samples = JSON.parse(readFileSync('db/sample/cakes.json', 'utf8')) as {
  slug: string
  description: string
}[]

let shop: TestShop
let owner: { token: string; email: string }

beforeEach(async () => {
  shop = await openTestShop()
  owner = await shop.admin()
})
afterEach(() => shop.close())

const missing = async (email = owner.email) =>
  Object.fromEntries(
    (await loadChecklist(shop.context, email)).steps.map((step) => [step.title, step.missing]),
  )

async function panelOf({ token }: { token: string }) {
  const context = new RouterContextProvider()
  context.set(appContext, shop.context)
  const request = new Request('http://shop.test/admin', {
    headers: { authorization: `Bearer ${token}` },
  })
  const args = { request, url: new URL(request.url), params: {}, context } as never
  const { isOpen, checklist } = (await panel(args)).data
  return { isOpen, steps: checklist?.steps.length ?? 0 }
}

it('each step says what is still the sample’s, and nothing once the rows say otherwise', async () => {
  const [{ slug, description } = { slug: '', description: '' }] = samples
  await shop.addCake({ id: slug, description })
  await shop.context.db.transaction((tx) =>
    replaceSettings(tx, { ...sampleDelivery(), version: 1 }),
  )
  await shop.context.deliveryPlan.reload('everything')
  Object.assign(shop.context.shop, { takesTestPayments: true })
  expect(await missing()).toEqual({
    'Who you are': [
      'Still the sample’s, or missing: address, phone, email, GSTIN, FSSAI licence, UPI id and who answers complaints.',
    ],
    'Where you deliver': [
      'Zones, fees and slots are still the sample’s.',
      '“Rest of India” takes every other pincode in India, Srinagar too.',
    ],
    'How much you can bake a day': ['No limit: a hundred orders for one evening would be taken.'],
    'Your cakes and pictures': [
      'Cakes of the sample: 1 of 1.',
      'Cakes without ingredients, allergens or best before, which the law wants: 1.',
    ],
    'How you are paid': [
      'No money moves: payments are tests. Ask whoever runs the machine to set up your UPI id, Razorpay or Stripe.',
      'Place a test order: choose a cake, and pay for it.',
    ],
    'Email that arrives': [
      'No mail server is set up: emails reach nobody.',
      'You log in as admin@cakewala.test, which is no mailbox: change it in your account.',
      'Send a test mail to yourself, and look for it in your mailbox.',
    ],
    'Words and promises': ['Promises of the sample: 19. Say only what you keep.'],
    'Who hears of orders': [
      'New orders are mailed to shop@cakewala.test, the sample’s.',
      'No phone is told of orders, and nobody has said what they hear.',
    ],
  })

  await shop.editCake(
    { description: 'Ours.', ingredients: 'Flour', contains: ['gluten'], keeping: 'A day' },
    slug,
  )
  const usual = { ...settings().usual, kitchenMinutes: 600 }
  expect((await saveSettings(shop, owner.token, settings({ usual }))).status).toBe(200)
  const own = {
    ...typedDetails(shop.context.shop),
    ...{ address: '4 FC Road, Pune 411004', phone: '+91 20 2567 8901', email: 'hello@ovenly.in' },
    ...{ gst: 'unregistered', gstin: '', fssai: '21522011000123', upiId: 'ovenly@okbank' },
    ...{ state: '27', grievanceName: 'Pooja Kulkarni' },
  }
  const elsewhere = await shop.post('/shop', { ...own, state: '29' }, owner.token)
  expect([elsewhere.status, elsewhere.body]).toMatchObject([
    422,
    { errors: { state: '411004 is in Maharashtra. Choose it, or correct the address' } },
  ])
  expect((await shop.post('/shop', own, owner.token)).status).toBe(200)
  const promised = [...allWords].filter(([, { sample, opening }]) => sample !== opening)
  const words = promised.map(([key]) => ({ key, text: '' }))
  expect((await shop.post('/words', { words }, owner.token)).status).toBe(200)
  const phone = {
    endpoint: 'http://127.0.0.1/phone',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }
  expect((await shop.post('/notices/phone', phone, owner.token)).status).toBe(200)
  expect((await shop.post<{ message: string }>('/mails/test', {}, owner.token)).body.message).toBe(
    'No mail server is set up: a test mail to admin@cakewala.test lies in the folder of emails, and reaches nobody.',
  )
  await shop.runJobs()
  expect([...shop.mails.values()].map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, 'A test mail of Cakewala'],
  ])
  shop.context.outbox = null
  Object.assign(shop.context.shop, { takesTestPayments: false })
  expect(
    Object.entries(await missing('pooja@ovenly.in')).filter(
      ([, sentences]) => sentences.length > 0,
    ),
  ).toEqual([['How you are paid', ['Place a test order: choose a cake, and pay for it.']]])
})

it('a day of the kitchen that is shorter than one cake is no limit', async () => {
  await shop.addCake({ workMinutes: 20, minutesPerKg: 15, weight: ['1', '2'] })
  const usual = { ...settings().usual, kitchenMinutes: 25 }
  await saveSettings(shop, owner.token, settings({ usual }))
  expect((await missing())['How much you can bake a day']).toEqual([
    '25 minutes a day are less than one of your cakes takes: 35.',
  ])
})

it('the owner hides the cakes of the sample at once, and no others', async () => {
  const [sample = { slug: '', description: '' }, changed = sample] = samples
  await shop.addCake({ id: sample.slug, description: sample.description })
  await shop.addCake({ id: changed.slug, description: 'Ours.' })
  const counter = await shop.staff('counter')
  expect((await shop.post('/cakes/hide-samples', {}, counter.token)).status).toBe(403)
  for (const count of [1, 0]) {
    const { body } = await shop.post('/cakes/hide-samples', {}, owner.token)
    expect(body).toEqual({ message: `Hidden: ${count} cakes of the sample.` })
  }
  expect([...shop.context.publishedCakes.current().byId.keys()]).toEqual([changed.slug])
  expect((await missing())['Your cakes and pictures']).toHaveLength(1)
})

it('a test order is one that is placed, and the checklist stays after it', async () => {
  await shop.addCake()
  await buy(shop, (await shop.customer()).token)
  expect((await missing())['How you are paid']).toEqual([])
  expect((await missing())['Where you deliver']).toEqual([
    'You have no zones: every pincode in India can order.',
  ])
  expect(await panelOf(owner)).toEqual({ isOpen: false, steps: 8 })
})

it('only the owner opens the shop, once: then no panel says that it is not open', async () => {
  const manager = await shop.staff('manager')
  expect(await panelOf(manager)).toEqual({ isOpen: false, steps: 0 })
  expect((await shop.post('/shop/open', {}, manager.token)).status).toBe(403)
  expect((await shop.post('/mails/test', {}, manager.token)).status).toBe(403)
  for (let press = 0; press < 2; press++) {
    expect((await shop.post('/shop/open', {}, owner.token)).status).toBe(200)
  }
  const entries = await listAuditLog(shop.context.db, { subject: 'words', limit: 5 })
  expect(entries.map(({ action }) => action)).toEqual(['open-shop'])
  expect(await panelOf(manager)).toEqual({ isOpen: true, steps: 0 })
  expect(await panelOf(owner)).toEqual({ isOpen: true, steps: 0 })
  // Nothing is called a sample any more, and no price is made up.
  const { smallPrint, computedStruckPrice } = shownShop(shop.context.shop)
  expect([smallPrint, computedStruckPrice]).toEqual([
    expect.stringMatching(/A shop to try: payments are tests, and no money moves$/),
    false,
  ])
})

it('a shop that had placed orders when this was new is open, and one without is not', async () => {
  const migration = readFileSync('db/migrations/0034_open-shops.sql', 'utf8')
  const migrated = async () => {
    await shop.context.db.execute(sql.raw(migration))
    return (await readWords(shop.context.db)).has(openedKey)
  }
  expect(await migrated()).toBe(false)
  await shop.addCake()
  await buy(shop, (await shop.customer()).token)
  expect(await migrated()).toBe(true)
  expect(await migrated()).toBe(true)
})
