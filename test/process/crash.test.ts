import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { checkoutOf, customLine } from '../checkout-steps.ts'
import { expectBooksAgree } from '../faults/books-of.ts'
import { endAll, freePort, startServer, temporaryFolder, whyNot } from './server-process.ts'

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const kills = 3
const customers = 4

/** What the shop said yes to, as customers remember it. */
const acknowledged = { begun: new Set<string>(), placed: new Set<string>() }
let requests = 0

/** One call as another visitor each time, so that no limit on visitors is met. Null when the shop is gone. */
async function call<Answer>(
  url: string,
  path: string,
  body: object,
  token = '',
): Promise<Answer | null> {
  const address = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests++ & 255}`
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer as Answer
  } catch (error) {
    // What fetch and a cut body throw when the other end is killed.
    if (error instanceof TypeError) return null
    throw error
  }
}

interface Begun {
  orderId: string
  client_secret: string | null
}

/** Buys a cake by card, and every third time another in cash; leaves off as soon as the shop is gone. */
async function buy(url: string, token: string, cash: boolean): Promise<boolean> {
  const time = new Date(Date.now() + 24 * 60 * 60_000)
  time.setUTCHours(9, 0, 0, 0)
  const basics = { time: time.toISOString(), checkoutId: crypto.randomUUID() }
  if (cash) {
    const order = checkoutOf({ ...basics, order: [customLine], amount: 0 })
    const begun = await call<Begun>(url, '/orders/process-payment', order, token)
    if (begun) acknowledged.placed.add(begun.orderId)
    return begun !== null
  }
  const card = await call<{ id: string }>(url, '/sandbox/payment_methods', {
    behaviour: 'succeeds',
    last4: '4242',
  })
  if (!card) return false
  const order = checkoutOf({ ...basics, ...cart, paymentMethodId: card.id })
  const begun = await call<Begun>(url, '/orders/process-payment', order, token)
  if (!begun?.client_secret) return false
  acknowledged.begun.add(begun.orderId)
  const intent = begun.client_secret.split('_secret_')[0]
  const paid = await call<{ status: string }>(url, `/sandbox/payment_intents/${intent}/confirm`, {
    client_secret: begun.client_secret,
  })
  if (!paid) return false
  // The bank has said yes: from here the order must come, with or without the browser.
  acknowledged.placed.add(begun.orderId)
  const back = await call<{ state: string }>(
    url,
    '/orders/confirm-payment',
    { orderId: begun.orderId },
    token,
  )
  return back !== null
}

let cart = {}

async function findCart(url: string) {
  const response = await fetch(`${url}/api/v1/cakes/allcakes?limit=1`)
  const [cake] = (await response.json()) as {
    _id: string
    flavours: string[]
    weight: string[]
    price: number
    category: string
  }[]
  if (!cake) throw new Error('the sample catalogue is not there')
  const wt = cake.weight[0] ?? ''
  const unit = cake.category === 'pestry' ? cake.price : cake.price * Number(wt)
  const line = { cakeid: cake._id, flavour: cake.flavours[0], wt, amount: 1, price: cake.price }
  cart = { order: [line], amount: unit + 50 }
}

async function newCustomer(url: string): Promise<string> {
  const person = {
    name: 'Asha Rao',
    email: 'asha@example.in',
    mobileno: '9876543210',
    date: '1990-05-17',
    password: 'asha-password',
  }
  await call(url, '/users/new', person)
  const { email, password } = person
  const signedIn = await call<{ token: string }>(url, '/users/login', { email, password })
  return signedIn?.token ?? ''
}

describe.skipIf(whyNot)(whyNot ?? 'killed again and again', () => {
  it('loses nothing it said yes to, and leaves nothing half', async () => {
    const settings = { PORT: await freePort(), DATA_DIR: data.folder, TRUST_PROXY: 'on' }
    let server = await startServer(settings)
    const { url } = server
    await findCart(url)
    const token = await newCustomer(url)

    for (let round = 0; round < kills; round++) {
      if (round > 0) server = await startServer(settings)
      const shopping = Array.from({ length: customers }, async (_, n) => {
        let bought = 0
        while (await buy(url, token, (bought + n) % 3 === 2)) bought++
      })
      // Killed after so many answers, in the middle of whatever comes next.
      const until = requests + 8 + Math.floor(Math.random() * 120)
      while (requests < until) await new Promise((resolve) => setTimeout(resolve, 1))
      await server.end('SIGKILL')
      await Promise.all(shopping)
    }

    server = await startServer(settings)
    const outbox = join(data.folder, 'outbox')
    const mailed = () =>
      new Set(
        readdirSync(outbox).flatMap((name) => /^order-placed-(.+)\.eml$/.exec(name)?.[1] ?? []),
      )
    await expect
      .poll(() => [...acknowledged.placed].filter((id) => !mailed().has(id)), {
        timeout: 90_000,
        interval: 200,
      })
      .toEqual([])
    await expectBooksAgree({ DATA_DIR: data.folder })
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })

    const database = await openDatabase({
      url: undefined,
      dataDir: data.folder,
      migrationsFolder: 'db/migrations',
    })
    const select = async (query: string) => (await database.db.execute(sql.raw(query))).rows
    const placed = await select("select id from orders where state = 'placed'")
    expect(new Set(placed.map(({ id }) => id))).toEqual(mailed())
    expect(acknowledged.placed.difference(mailed())).toEqual(new Set())
    const all = new Set((await select('select id from orders')).map(({ id }) => id))
    expect(acknowledged.begun.difference(all)).toEqual(new Set())
    expect(
      await select('select reference from sandbox_intents group by reference having count(*) > 1'),
    ).toEqual([])
    expect(readdirSync(outbox).filter((name) => name.endsWith('.part'))).toEqual([])
    await database.close()
  }, 240_000)
})
