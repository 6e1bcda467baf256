import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { freePort } from '../../scripts/free-port.ts'
import { expectConsistent } from '../faults/operator-commands.ts'
import { openCrowd } from '../faults/shoppers.ts'
import { checkoutOf } from '../support/checkout-steps.ts'
import { settings as deliverySettings, everyDay, newZone } from '../support/delivery.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'
import { ask, sampleCart, signIn } from './shop-client.ts'

const owner = { email: 'admin@cakewala.test', password: 'a password of the admin' }
const places = 5
const checkouts = 50
/** Each has two tabs open: more unpaid places than two are held for nobody. */
const customers = checkouts / 2
/** Of each round: after how many answers a process is killed. The last five answers are to payments. */
const rounds = [null, 1, null, null, 25, null, null, 52, null, null]

interface Answer {
  orderId?: string
  client_secret?: string
  errors?: { time?: string }
}

let data: ReturnType<typeof temporaryFolder>
let settings: Settings
let ports: string[]
let servers: Awaited<ReturnType<typeof startServer>>[]
let cart: object
let tokens: string[]
const urls = () => ports.map((port) => `http://127.0.0.1:${port}`)
const crowd = openCrowd(urls)

beforeAll(async () => {
  if (whyNotOnServer) return
  data = temporaryFolder()
  settings = {
    DATABASE_URL: await newDatabase(),
    DATA_DIR: data.folder,
    ADMIN_PASSWORD: owner.password,
    TRUST_PROXY: 'on',
  }
  ports = await Promise.all([freePort(), freePort()])
  servers = await Promise.all(ports.map((PORT) => startServer({ ...settings, PORT })))
  const [url = ''] = urls()
  cart = await sampleCart(url)
  await limitPlaces(url)
  tokens = await Promise.all(
    Array.from({ length: customers }, (_, n) => crowd.newCustomer(`asha-${n}@example.in`)),
  )
})
afterAll(async () => {
  await endAll()
  data?.remove()
})

/** A slot with five places every day, in a zone that costs what all deliveries cost before. */
async function limitPlaces(url: string) {
  const body = deliverySettings({
    zones: [newZone({ feePaise: 5000, freeFromPaise: null })],
    slots: everyDay({ places }),
  })
  const token = await signIn(url, owner)
  const saved = await ask(url, '/delivery/settings', { body: { ...body, version: 0 }, token })
  expect(saved.status).toBe(200)
  for (const each of urls()) {
    await vi.waitFor(async () => expect(await slotsOf(each, dayOf(0))).toHaveLength(1))
  }
}

async function slotsOf(url: string, day: string) {
  const path = `/delivery/options?pincode=560001&from=${day}&days=1`
  const { body } = await ask<{ days: { slots: { state: string; placesLeft: number | null }[] }[] }>(
    url,
    path,
  )
  return body.days[0]?.slots.map(({ state, placesLeft }) => ({ state, placesLeft }))
}

/** Each round is about another day. */
function dayOf(round: number): string {
  return new Date(Date.now() + (round + 3) * dayMs).toISOString().slice(0, 10)
}

/** Kills a process in the middle of what it does, and starts it again. */
async function killOne(round: number) {
  const at = round % servers.length
  await servers[at]?.end('SIGKILL')
  servers[at] = await startServer({ ...settings, PORT: ports[at] ?? '' })
}

/** Fifty checkouts at once for a day's places; those who have one pay. */
async function race(round: number, killAfter: number | null) {
  const time = `${dayOf(round)}T16:30`
  let answers = 0
  let killing: Promise<void> | undefined
  const countAnswer = () => {
    answers += 1
    if (answers === killAfter) killing = killOne(round)
  }
  const cards = await Promise.all(Array.from({ length: checkouts }, crowd.sandbox.enterCard))
  const begun = await Promise.all(
    cards.map(async (paymentMethodId, n) => {
      const token = tokens[n % customers] ?? ''
      const checkoutId = crypto.randomUUID()
      const body = checkoutOf({ ...cart, paymentMethodId, time, checkoutId })
      const options = { token, doneBefore: 409 }
      const answer = await crowd.call<Answer>('/orders/process-payment', body, options)
      countAnswer()
      return { token, answer }
    }),
  )
  const won = begun.filter(({ answer }) => answer.orderId)
  const placed = await Promise.all(
    won.map(async ({ token, answer }) => {
      await crowd.sandbox.confirm(answer.client_secret ?? '')
      countAnswer()
      const body = { orderId: answer.orderId }
      return crowd.call<{ state: string }>('/orders/confirm-payment', body, { token })
    }),
  )
  await killing
  const sentences = begun.flatMap(({ answer }) => answer.errors?.time ?? [])
  return { placed: placed.map(({ state }) => state), sentences }
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'fifty checkouts at once for five places', () => {
  it.each([...rounds.entries()])(
    'round %i, a process killed after answer %s: five are placed, the others told',
    async (round, killAfter) => {
      const { placed, sentences } = await race(round, killAfter)
      expect(placed).toEqual(Array(places).fill('placed'))
      expect(sentences).toHaveLength(checkouts - places)
      expect(new Set(sentences).size).toBe(1)
      expect(sentences[0]).toMatch(/, 4 to 6 pm is full\. Please choose another time\.$/)
      for (const url of urls()) {
        expect(await slotsOf(url, dayOf(round))).toEqual([{ state: 'full', placesLeft: null }])
      }
    },
  )

  it('nobody else was charged, and the counters agree', async () => {
    await expectConsistent(settings)
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    const database = await openDatabase({
      url: settings.DATABASE_URL,
      dataDir: data.folder,
      migrationsFolder: 'db/migrations',
    })
    const { rows } = await database.db.execute(sql`select
      (select count(*)::integer from orders) as orders,
      (select count(*)::integer from sandbox_intents) as intents,
      (select count(*)::integer from delivery_reservations where state = 'kept') as kept,
      (select count(*)::integer from delivery_reservations where state = 'held') as held,
      (select sum(taken)::integer from delivery_loads where resource <> 'kitchen') as taken`)
    await database.close()
    const sold = rounds.length * places
    expect(rows).toEqual([{ orders: sold, intents: sold, kept: sold, held: 0, taken: sold }])
  })
})
