import { signIn } from '../../test/process/shop-client.ts'
import type { Bench } from '../bench.ts'
import { startBaseline } from '../measure/baseline.ts'
import { memoryOf } from '../measure/process-facts.ts'
import type { Report } from '../report/report.ts'
import type { Cell } from '../report/table.ts'
import { adminOfBench } from '../shops/accounts.ts'
import { amountsFor, fill, type OpenShop, whileOpen } from '../shops/open-shop.ts'
import { type HostileKind, startHostileClients } from './hostile-clients.ts'
import { askPlainly } from './plain-client.ts'

const columns = [
  ...['beside a plain client', '/healthz p50 ms', '/healthz p99 ms', '/ p50 ms', '/ p99 ms'],
  ...['baseline p50 ms', 'baseline p99 ms'],
  ...['requests', 'errors', 'RSS MB, at most'],
]

const turns: [what: string, kinds: HostileKind[]][] = [
  ['nobody', []],
  ['400 slow, silent and deaf connections', ['slow']],
  ['100 streams of live orders', ['streams']],
  ['12 stalled uploads of 10 MB', ['uploads']],
  ['10,000 addresses, on 32 connections', ['addresses']],
  ['all of them', ['slow', 'streams', 'uploads', 'addresses']],
  ['nobody, afterwards', []],
]

/** What a plain client waits for while others mean harm. */
export const hostile: Bench = {
  about: 'a plain client beside slow, silent and very many hostile ones',
  async run({ places, options, report }) {
    const amounts = amountsFor({ cakes: options.cakes ?? 1000, orders: options.orders ?? 1000 })
    for (const place of places) {
      const rows = await place.lend(async (settings) => {
        await fill(settings, amounts)
        return whileOpen(settings, (shop) => measureTurns(shop, options.seconds, report))
      })
      const title = `Hostile clients: ${place.name}, turns of ${options.seconds} s`
      report.show({ title, columns, rows })
    }
  },
}

async function measureTurns(shop: OpenShop, seconds: number, report: Report) {
  const token = await signIn(shop.url, adminOfBench)
  // A process that none of them asks: what they take of the machine slows it down as well.
  const baseline = await startBaseline()
  const urls = [`${shop.url}/healthz`, `${shop.url}/`, baseline.url]
  const rows: Cell[][] = []
  for (const [what, kinds] of turns) {
    const memory = watchMemory(shop.pids)
    const clients = await startHostileClients({ url: shop.url, kinds, token })
    const { times, count, errors } = await askPlainly({ urls, seconds })
    await clients.end()
    rows.push([what, ...times.flatMap(({ p50, p99 }) => [p50, p99]), count, errors, memory.most()])
    if (errors > 0) report.wrong(`${errors} plain requests failed beside ${what}`)
  }
  await baseline.end()
  return rows
}

/** The maximum of memory that processes had until the call. */
function watchMemory(pids: number[]) {
  let most = 0
  const look = () => {
    most = Math.max(most, memoryOf(...pids))
  }
  look()
  const timer = setInterval(look, 100)
  return {
    most() {
      clearInterval(timer)
      return most
    },
  }
}
