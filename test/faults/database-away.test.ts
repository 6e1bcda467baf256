import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  endAll,
  freePort,
  newDatabase,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { sampleCart } from '../process/shop-client.ts'
import { type CutOffProxy, openCutOffProxy } from '../support/cut-off-proxy.ts'
import { expectConsistent, expectEachPlacedOnce } from './operator-commands.ts'
import { openCrowd } from './shoppers.ts'

let data: ReturnType<typeof temporaryFolder>
let proxy: CutOffProxy
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(async () => {
  await endAll()
  await proxy.close()
})
afterAll(() => data.remove())

const customers = 8
const awayMs = 10_000

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'a shop under load', () => {
  it('whose database is gone for ten seconds says so, and goes on when it is back', async () => {
    proxy = await openCutOffProxy(await newDatabase())
    const settings = { DATA_DIR: data.folder, DATABASE_URL: proxy.url, TRUST_PROXY: 'on' }
    const server = await startServer({ ...settings, PORT: await freePort() })
    const crowd = openCrowd(() => [server.url])
    const cart = await sampleCart(server.url)
    const { statuses, paidOrders } = crowd.responses

    let isOver = false
    // All are logged in before it is gone: how often an account is tried is limited.
    const emails = Array.from({ length: customers }, (_, n) => `asha-${n}@example.in`)
    const tokens = await Promise.all(emails.map(crowd.newCustomer))
    const shopping = tokens.map(async (token) => {
      while (!isOver) await crowd.buyByCard(token, cart)
    })
    const end = Promise.all(shopping)
    const bought = (atLeast: number) =>
      Promise.race([expect.poll(() => paidOrders.size, soon).toBeGreaterThanOrEqual(atLeast), end])
    await bought(customers)

    await proxy.cut()
    const before = statuses.get(503) ?? 0
    await pause(awayMs)
    const refused = (statuses.get(503) ?? 0) - before
    const soFar = paidOrders.size
    await proxy.mend()

    await bought(soFar + customers)
    isOver = true
    await end
    // Every browser was answered while it was away, over and over, and never left without an answer.
    expect(refused).toBeGreaterThan(customers)
    expect([...statuses.keys()].sort()).toEqual([200, 503])
    await expectEachPlacedOnce(crowd, settings)
    await expectConsistent(settings)
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})

const soon = { timeout: 60_000, interval: 100 }
