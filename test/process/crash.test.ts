import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { freePort } from '../../scripts/free-port.ts'
import { expectConsistent } from '../faults/operator-commands.ts'
import { openCrowd, shopTogether } from '../faults/shoppers.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'
import { sampleCart } from './shop-client.ts'

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const kills = 3
const customers = 4
const checkouts = 60

describe.skipIf(whyNot)(whyNot ?? 'killed again and again', () => {
  it('loses nothing that it confirmed, and leaves nothing half done', async () => {
    const settings = { PORT: await freePort(), DATA_DIR: data.folder, TRUST_PROXY: 'on' }
    let server = await startServer(settings)
    const { url } = server
    const crowd = openCrowd(() => [url])
    const answered = () =>
      [...crowd.responses.statuses.values()].reduce((sum, count) => sum + count, 0)

    const cart = await sampleCart(url)
    // Some are left for after each kill, however fast the machine is.
    let round = 0
    const mayBegin = (started: number) => started < (checkouts * (round + 1)) / (kills + 1)
    const shopping = shopTogether(crowd, { customers, checkouts, cart, mayBegin })
    for (; round < kills; round++) {
      // Killed after so many answers, in the middle of whatever comes next.
      const until = answered() + 8 + Math.floor(Math.random() * 40)
      while (answered() < until) await pause(1)
      await server.end('SIGKILL')
      server = await startServer(settings)
    }
    await shopping

    const { paidOrders, startedOrders } = crowd.responses
    const outbox = join(data.folder, 'outbox')
    const mailed = () =>
      new Set(
        readdirSync(outbox).flatMap((name) => /^order-placed-(.+)\.eml$/.exec(name)?.[1] ?? []),
      )
    await expect.poll(() => paidOrders.difference(mailed())).toEqual(new Set())
    await expectConsistent({ DATA_DIR: data.folder })
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })

    const database = await openDatabase({
      url: undefined,
      dataDir: data.folder,
      migrationsFolder: 'db/migrations',
    })
    const ids = async (query: string) =>
      new Set((await database.db.execute(sql.raw(query))).rows.map(({ id }) => id))
    expect(await ids("select id from orders where state = 'placed'")).toEqual(mailed())
    expect(mailed()).toEqual(paidOrders)
    expect(await ids('select id from orders')).toEqual(paidOrders.union(startedOrders))
    expect(
      await ids('select reference as id from sandbox_intents group by 1 having count(*) > 1'),
    ).toEqual(new Set())
    expect(readdirSync(outbox).filter((name) => name.endsWith('.part'))).toEqual([])
    await database.close()
  })
})
