import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endAll, startTwo, temporaryFolder, whyNotOnServer } from '../process/server-process.ts'
import { sampleCart } from '../process/shop-client.ts'
import { type CutOffProxy, openCutOffProxy } from '../support/cut-off-proxy.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { expectConsistent, expectEachPlacedOnce } from './operator-commands.ts'
import { keepBuying, openCrowd } from './shoppers.ts'

let data: ReturnType<typeof temporaryFolder>
let pair: Awaited<ReturnType<typeof startPostgresPair>>
let address: CutOffProxy
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(async () => {
  await endAll()
  await address?.close()
  pair?.end()
})
afterAll(() => data.remove())

const customers = 4
/** Of each customer between two orders, in ms. */
const restMs = 2000

describe.skipIf(whyNotOnServer)(
  whyNotOnServer ?? 'two machines before a primary with a synchronous standby',
  () => {
    it('sell each cake once while the primary is killed and the standby takes its place', async () => {
      pair = await startPostgresPair()
      address = await openCutOffProxy(pair.url)
      const settings = {
        DATA_DIR: data.folder,
        DATABASE_URL: address.url,
        TRUST_PROXY: 'on',
        SESSION_SECRET: 'a secret of at least thirty-two characters',
      }
      const { one, other } = await startTwo(settings)
      const crowd = openCrowd(() => [one.url, other.url])
      const cart = await sampleCart(one.url)
      const { paidOrders, statuses } = crowd.responses
      const shopping = await keepBuying(crowd, { customers, cart, restMs })

      await shopping.bought(2 * customers)
      pair.killPrimary()
      await address.cut()
      pair.promoteStandby()
      const soFar = paidOrders.size
      await address.mend(pair.standbyUrl)
      await shopping.bought(soFar + 2 * customers)
      await shopping.end()
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
      await expectEachPlacedOnce(crowd, settings)
      await expectConsistent(settings)
    })
  },
)
