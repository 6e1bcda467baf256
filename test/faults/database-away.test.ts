import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import {
  endAll,
  newDatabase,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { sampleCart } from '../process/shop-client.ts'
import { type CutOffProxy, openCutOffProxy } from '../support/cut-off-proxy.ts'
import { expectConsistent, expectEachPlacedOnce } from './operator-commands.ts'
import { keepBuying, openCrowd } from './shoppers.ts'

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

    const shopping = await keepBuying(crowd, { customers, cart })
    await shopping.bought(customers)

    await proxy.cut()
    const before = statuses.get(503) ?? 0
    await pause(awayMs)
    const refused = (statuses.get(503) ?? 0) - before
    const soFar = paidOrders.size
    await proxy.mend()

    await shopping.bought(soFar + customers)
    await shopping.end()
    // Every browser was answered while it was away, over and over, and never left without an answer.
    expect(refused).toBeGreaterThan(customers)
    expect([...statuses.keys()].sort()).toEqual([200, 503])
    await expectEachPlacedOnce(crowd, settings)
    await expectConsistent(settings)
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
