import { createHash } from 'node:crypto'
import { isBuilt } from '../../scripts/build.ts'
import { freePort } from '../../scripts/free-port.ts'
import { startServer, temporaryFolder } from '../../test/process/server-process.ts'
import { type Target, timesOf, watchExport } from '../measure/measure-calls.ts'
import { amountsOf, fillDatabase } from '../shops/fill-database.ts'
import type { Amounts } from '../shops/shop-rows.ts'
import { temporaryDatabase } from '../shops/temporary-database.ts'
import { adminCalls, adminExports, bareRequest } from './admin-calls.ts'

/** Above this, an answer is marked; it is no failure. */
const wantedMs = 200

const password = 'a password for the bench'
const say = (line: string) => console.log(line)

/** Measures every page and call of the admin in a shop with so many orders; false when one of them fails. */
export async function measureAdmin(orders: string | undefined = '100000'): Promise<boolean> {
  if (!(await isBuilt())) throw new Error('Build first: npm run build')
  const amounts = Object.entries(amountsOf).find(([known]) => known === orders)?.[1]
  if (!amounts) throw new Error(`Say how many orders: ${Object.keys(amountsOf).join(', ')}`)
  const server = process.env.BENCH_DATABASE_URL
  let isRight = await measureOn('the embedded database', undefined, amounts)
  if (server) {
    const database = await temporaryDatabase(server)
    try {
      isRight = (await measureOn('a PostgreSQL server', database.url, amounts)) && isRight
    } finally {
      await database.drop()
    }
  }
  return isRight
}

async function measureOn(
  what: string,
  url: string | undefined,
  amounts: Amounts,
): Promise<boolean> {
  const { folder, remove } = temporaryFolder()
  try {
    say(`\nFilling ${what}: ${amounts.orders} orders, ${amounts.cakes} cakes`)
    await fillDatabase({ url, dataDir: folder }, amounts, say)
    const settings = { DATA_DIR: folder, DATABASE_URL: url ?? '', SEED: 'none' }
    const shop = await startServer({
      ...settings,
      PORT: await freePort(),
      ADMIN_PASSWORD: password,
    })
    try {
      const target = { url: shop.url, pid: shop.pid, token: await signIn(shop.url) }
      return await measureAll(target, what, amounts)
    } finally {
      await shop.end('SIGTERM')
    }
  } finally {
    remove()
  }
}

async function measureAll(target: Target, what: string, amounts: Amounts): Promise<boolean> {
  const bare = await timesOf(target, bareRequest)
  let isRight = true
  const attempt = async <T>(work: Promise<T>): Promise<T[]> => {
    try {
      return [await work]
    } catch (error) {
      isRight = false
      say(`FAILED ${error instanceof Error ? error.message : error}`)
      return []
    }
  }
  say(`\n${what}: ms of ${bareRequest.name}: ${bare.median.toFixed(1)}`)
  say(row(['', 'median', 'worst', 'CPU', '× bare', 'KB']))
  for (const measured of adminCalls(middleOrder(amounts), dayBefore(amounts.days / 2))) {
    for (const { name, median, worst, cpu, kilobytes } of await attempt(
      timesOf(target, measured),
    )) {
      const mark = median > wantedMs ? ' !' : ''
      const times = [median, worst, cpu].map((ms) => ms.toFixed(1))
      say(row([name, ...times, (median / bare.median).toFixed(0), kilobytes.toFixed(0)]) + mark)
    }
  }
  say(row(['', 'seconds', 'MB', 'RSS MB', 'at most']))
  for (const measured of adminExports) {
    for (const one of await attempt(watchExport(target, measured))) {
      const numbers = [one.seconds.toFixed(1), one.megabytes.toFixed(1)]
      const memory = [one.memoryBefore.toFixed(0), one.memoryAtMost.toFixed(0)]
      say(row([one.name, ...numbers, ...memory]))
    }
  }
  return isRight
}

function row([name = '', ...cells]: string[]): string {
  return name.padEnd(56) + cells.map((cell) => cell.padStart(9)).join('')
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@cakewala.test', password }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`Logging in answered ${response.status}`)
  return token
}

/** A placed order in the middle, as `fillDatabase` made it. */
function middleOrder(amounts: Amounts) {
  const place = amounts.orders / 2 + 1
  const hex = createHash('md5').update(`order${place}`).digest('hex')
  return { number: 1000 + place, id: hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-') }
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
