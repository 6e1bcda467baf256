import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  startTwo,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { sampleCart } from '../process/shop-client.ts'
import { expectConsistent, expectEachPlacedOnce } from './operator-commands.ts'
import { type Crowd, openCrowd, shopTogether } from './shoppers.ts'

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const customers = 16
const checkouts = 140
/** So often, each time when so many more have been started, however fast they are. */
const kills = 4
const betweenKills = 30

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'two processes on one PostgreSQL', () => {
  it('of which one is killed again and again sell every cake once', async () => {
    const settings: Settings = {
      DATA_DIR: data.folder,
      DATABASE_URL: await newDatabase(),
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      TRUST_PROXY: 'on',
    }
    const { one, other } = await startTwo(settings)
    const servers = [one, other]
    const crowd = openCrowd(() => servers.map(({ url }) => url))
    const cart = await sampleCart(one.url)

    let killed = 0
    const mayBegin = (started: number) => killed === kills || started < (killed + 1) * betweenKills
    const shopping = shopTogether(crowd, { customers, checkouts, cart, mayBegin })
    while (killed < kills) {
      const amidst = killed * betweenKills + betweenKills / 3
      await Promise.race([shopping, bought(crowd, amidst)])
      const server = servers[killed % servers.length]
      await server?.end('SIGKILL')
      killed += 1
      const PORT = new URL(server?.url ?? '').port
      servers[(killed - 1) % servers.length] = await startServer({ ...settings, PORT })
    }
    await shopping
    expect(crowd.responses.paidOrders.size).toBe(checkouts)
    await expectEachPlacedOnce(crowd, settings)
    await expectConsistent(settings)
  })
})

const bought = ({ responses }: Crowd, atLeast: number) =>
  expect.poll(() => responses.paidOrders.size, { interval: 5 }).toBeGreaterThanOrEqual(atLeast)
