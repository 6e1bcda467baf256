import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '#shop/accounts/accounts.store.server.ts'
import { findCake, listCakesGoingWith } from '#shop/cakes/cakes.store.server.ts'
import { buy } from '../checkout-steps.ts'
import { statementsOf } from '../count-statements.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'

let shop: TestShop
let asha: string
let admin: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = (await shop.customer()).token
  admin = (await shop.admin()).token
  await fill(3)
})
afterAll(() => shop.close())

/** So many cakes, orders of one customer, and customers. */
async function fill(amount: number) {
  for (let n = 0; n < amount; n++) {
    await shop.addCake({ id: `cake-${amount}-${n}`, name: `Cake ${n}` })
    await buy(shop, asha, { checkoutId: crypto.randomUUID() })
    await insertAccount(shop.context.db, {
      ...{ id: `ravi-${amount}-${n}`, name: 'Ravi', email: `ravi-${amount}-${n}@example.in` },
      ...{ mobileno: null, birthdate: null, isAdmin: false, passwordHash: 'none' },
    })
  }
  await shop.runJobs()
}

const own = { email: 'asha@example.in' }

/** What is asked, the answer’s status, and the statements it may take; one of them looks up whose session it is. */
const budgets: [string, number, number, () => Promise<{ status: number }>][] = [
  ['the whole catalogue', 200, 1, () => shop.get('/cakes/allcakes')],
  ['a page of the catalogue', 200, 1, () => shop.get('/cakes/allcakes?limit=24&cursor=cake')],
  ['a cake', 200, 1, () => shop.get('/cakes/truffle')],
  ['a cake that there is not', 404, 1, () => shop.get('/cakes/none')],
  ['a cake, signed in', 200, 2, () => shop.get('/cakes/truffle', asha)],
  ['a call that there is not', 404, 0, () => shop.get('/nothing')],
  ['one’s own name', 200, 2, () => shop.post('/users/getnamebyemail', own, asha)],
  ['one’s own orders', 200, 3, () => shop.post('/orders/viewOrders', own, asha)],
  ['orders without a session', 401, 0, () => shop.post('/orders/viewOrders', own)],
  ['orders by a made-up token', 401, 0, () => shop.post('/orders/viewOrders', own, 'made-up')],
  ['all orders', 200, 3, () => shop.get('/orders/adminOrders', admin)],
  ['all users', 200, 2, () => shop.get('/users/allusers', admin)],
]

async function counted() {
  const counts: Record<string, unknown> = {}
  for (const [what, wanted, , ask] of budgets) {
    let status = 0
    const sent = await statementsOf(async () => {
      status = (await ask()).status
    })
    counts[what] = status === wanted ? sent.length : `answered ${status}`
  }
  const sent = await statementsOf(async () => {
    const cake = await findCake(shop.context.db, 'truffle')
    if (cake) await listCakesGoingWith(shop.context.db, cake)
  })
  return { ...counts, 'what a cake’s page shows': sent.length }
}

const allowed = {
  ...Object.fromEntries(budgets.map(([what, , statements]) => [what, statements])),
  'what a cake’s page shows': 2,
}

test('calls take as many statements as they may, however many rows there are', async () => {
  const few = await counted()
  await fill(30)
  expect([few, await counted()]).toEqual([allowed, allowed])
})
