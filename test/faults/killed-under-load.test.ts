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
import { expectBooksAgree, expectEachPlacedOnce } from './books-of.ts'
import { openCrowd, sampleCart, shopTogether } from './shoppers.ts'

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const customers = 16
const checkouts = 200
/** Once both run, so many more are bought before one is killed. */
const betweenKills = 10

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

    let isOver = false
    const shopping = shopTogether(crowd, { customers, checkouts, cart }).finally(() => {
      isOver = true
    })
    const kills = await killInTurn(
      servers,
      settings,
      () => crowd.told.paid.size,
      () => isOver,
    )
    await shopping
    // A process that starts slowly is killed less often while the rest is bought.
    expect(kills).toBeGreaterThanOrEqual(3)

    expect(crowd.told.paid.size).toBe(checkouts)
    await expectEachPlacedOnce(crowd, settings)
    await expectBooksAgree(settings)
  })
})

/** Kills one after the other, and starts it anew, until all is bought. Answers how often. */
async function killInTurn(
  servers: Awaited<ReturnType<typeof startServer>>[],
  settings: Settings,
  bought: () => number,
  isOver: () => boolean,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const until = bought() + betweenKills
    while (bought() < until && !isOver()) await new Promise((resolve) => setTimeout(resolve, 5))
    const turn = kills % servers.length
    const server = servers[turn]
    if (isOver() || !server) return kills
    await server.end('SIGKILL')
    const PORT = new URL(server.url).port
    servers[turn] = await startServer({ ...settings, PORT })
  }
}
