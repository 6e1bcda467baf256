import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { load } from '../../bench/measure/load.ts'
import { shareOfMemory } from '../../bench/measure/process-facts.ts'
import { readsOfEveryKind } from '../../bench/reads/soak.ts'
import { amountsFor, fill, type OpenShop, whileOpen } from '../../bench/shops/open-shop.ts'
import { newDatabase, temporaryFolder, whyNotOnServer } from '../process/server-process.ts'

/**
 * MB of all the shop's processes together, what they share counted once: at rest and after 50,000 requests, and how much of
 * it the second half of them may add.
 */
const budgets = { atRest: 230, afterAll: 420, secondHalf: 110 }
const requests = 50_000
/** Transactions a second of a shop without a visitor: most are the queues, each polled every 15 seconds. */
const idleBudget = 4
/**
 * So many times, once a second, after each half: the least counts. What is garbage at one moment varies by 60 MB, and from one
 * run to the next the second half adds 6 to 75 MB, while the caches fill.
 */
const samples = 30

const { folder, remove } = temporaryFolder()

describe.skipIf(whyNotOnServer)('memory and idle work stay within their budgets', () => {
  afterAll(remove)

  test('after 50,000 requests', { timeout: 600_000 }, async () => {
    const place = { DATABASE_URL: await newDatabase(), DATA_DIR: folder }
    await fill(place, amountsFor({ cakes: 1000, orders: 1000 }))
    const { atRest, afterHalf, afterAll, idle } = await whileOpen(place, (shop) =>
      soak(shop, place.DATABASE_URL),
    )
    expect(atRest).toBeLessThan(budgets.atRest)
    expect(afterAll).toBeLessThan(budgets.afterAll)
    expect(afterAll - afterHalf).toBeLessThan(budgets.secondHalf)
    expect(idle).toBeLessThan(idleBudget)
  })
})

async function soak({ url, pids }: OpenShop, databaseUrl: string) {
  const paths = await readsOfEveryKind(url)
  const atRest = shareOfMemory(...pids)
  const half = { url, paths, connections: 16, until: { requests: requests / 2 } }
  expect(await load(half)).toMatchObject({ errors: 0 })
  const afterHalf = await leastShare(pids)
  expect(await load(half)).toMatchObject({ errors: 0 })
  const [before, from] = [await transactionsIn(databaseUrl), performance.now()]
  const afterAll = await leastShare(pids)
  // A whole minute, because some jobs are due once in each.
  await pause(Math.max(0, minuteMs - (performance.now() - from)))
  // Reading the memory takes time too.
  const seconds = (performance.now() - from) / 1000
  const idle = ((await transactionsIn(databaseUrl)) - before) / seconds
  return { atRest, afterHalf, afterAll, idle }
}

/** How many a database has committed; each connection reports its own within a second. */
async function transactionsIn(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ commits: number }>(
      'select xact_commit::integer as commits from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.commits ?? Number.NaN
  } finally {
    await client.end()
  }
}

async function leastShare(pids: number[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < samples; n += 1) {
    await pause(1000)
    least = Math.min(least, shareOfMemory(...pids))
  }
  return least
}
