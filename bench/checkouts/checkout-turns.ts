import { signIn } from '../../test/process/shop-client.ts'
import { cpuOf } from '../measure/process-facts.ts'
import type { Report } from '../report/report.ts'
import { median } from '../report/statistics.ts'
import type { Cell } from '../report/table.ts'
import { passwordOfAll } from '../shops/fill-database.ts'
import type { OpenShop } from '../shops/open-shop.ts'
import { type CakeToOrder, type Customers, type Done, sendCustomers } from './customers.ts'

export const customerColumns = ['what', 'a second', 'p50 ms', 'p99 ms', 'CPU ms', 'done', 'failed']

/** Some customers who check out at once. */
export interface Checkouts {
  name: string
  shop: OpenShop
  clients: number
}

/** What customers did, as a row of `customerColumns`. */
export interface Measured {
  row: Cell[]
  /** How often it was done, turns to warm up counted in. */
  done: number
}

const warmUpSeconds = 1

/** Has customers check out in turn, so often each; preparations, such as signing in, are done before. */
export async function checkOutInTurn(
  all: Checkouts[],
  { seconds, turns = 2 }: { seconds: number; turns?: number },
  report: Report,
) {
  const ready = await Promise.all(all.map(withSessions))
  let group = 0
  const playAll = async (forSeconds: number) => {
    const played: Turn[] = []
    for (const { shop, does } of ready) {
      group += 1
      played.push(await turnOf(shop, { seconds: forSeconds, group, does }))
    }
    return played
  }
  const warmUp = await playAll(warmUpSeconds)
  const rounds: Turn[][] = []
  while (rounds.length < turns) rounds.push(await playAll(seconds))
  return all.map(({ name }, at): Measured => {
    const own = rounds.flatMap((round) => round[at] ?? [])
    const measured = measuredOf(name, own, report)
    return { ...measured, done: measured.done + (warmUp[at]?.count ?? 0) }
  })
}

/** What customers do without a turn of others in between. */
export async function measureCustomers(
  name: string,
  { shop, ...customers }: Omit<Customers, 'url'> & { shop: OpenShop },
  report: Report,
): Promise<Measured> {
  return measuredOf(name, [await turnOf(shop, customers)], report)
}

/** What customers did, and what one of them took of a processor in the shop, in ms. */
type Turn = Done & { cpu: number }

async function turnOf(shop: OpenShop, customers: Omit<Customers, 'url'>): Promise<Turn> {
  const before = cpuOf(...shop.pids)
  const done = await sendCustomers({ url: shop.url, ...customers })
  return { ...done, cpu: (cpuOf(...shop.pids) - before) / Math.max(1, done.count) }
}

function measuredOf(name: string, turns: Turn[], report: Report): Measured {
  const of = (number: (turn: Turn) => number) => median(turns.map(number))
  const faults = turns.flatMap((turn) => turn.faults)
  if (faults[0]) report.wrong(`${name} failed ${faults.length} times: ${faults[0]}`)
  const done = turns.reduce((sum, { count }) => sum + count, 0)
  const perSecond = of((turn) => turn.perSecond)
  const times = [of(({ p50 }) => p50), of(({ p99 }) => p99), of(({ cpu }) => cpu)]
  return { row: [name, perSecond, ...times, done, faults.length], done }
}

async function withSessions({ shop, clients }: Checkouts) {
  const { url } = shop
  const response = await fetch(`${url}/api/v1/cakes/allcakes?limit=100`)
  const cakes = (await response.json()) as CakeToOrder[]
  const customers = Array.from({ length: clients }, (_, at) => `customer${1 + at}@example.in`)
  const tokens = await Promise.all(
    customers.map((email) => signIn(url, { email, password: passwordOfAll })),
  )
  return { shop, does: { what: 'check out', tokens, cakes } } as const
}
