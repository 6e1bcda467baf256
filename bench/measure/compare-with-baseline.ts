import type { BenchOptions } from '../options.ts'
import { median } from '../report/statistics.ts'
import type { Cell } from '../report/table.ts'
import type { OpenShop } from '../shops/open-shop.ts'
import type { Baseline } from './baseline.ts'
import { type Loaded, load } from './load.ts'
import { cpuOf } from './process-facts.ts'
import { readRawResponse } from './raw-response.ts'

export interface Reads {
  name: string
  /** Several, if each response must be uncached. */
  paths: string[]
}

export const readColumns = [
  'what',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'baseline/s',
  'ratio',
  'CPU µs',
  'baseline CPU µs',
  'KB',
  'errors',
]

const turns = 2
const warmUpSeconds = 1

/** Loads the baseline and the shop in turn with the same answer's bytes: a row of `readColumns`, and the errors in it. */
export async function compareWithBaseline(
  { shop, baseline }: { shop: OpenShop; baseline: Baseline },
  { name, paths }: Reads,
  { seconds, clients }: Pick<BenchOptions, 'seconds' | 'clients'>,
): Promise<{ row: Cell[]; errors: number }> {
  const sample = await readRawResponse(shop.url, paths[0] ?? '/')
  await baseline.answer(sample)
  const turn = (url: string, pids: number[], forSeconds: number) =>
    timed(pids, () => load({ url, paths, connections: clients, until: { seconds: forSeconds } }))
  const baselineTurns: Turn[] = []
  const ofShop: Turn[] = []
  await turn(baseline.url, [baseline.pid], warmUpSeconds)
  await turn(shop.url, shop.pids, warmUpSeconds)
  for (let played = 0; played < turns; played += 1) {
    baselineTurns.push(await turn(baseline.url, [baseline.pid], seconds))
    ofShop.push(await turn(shop.url, shop.pids, seconds))
  }
  const [plain, own] = [mediansOf(baselineTurns), mediansOf(ofShop)]
  const errors = ofShop.reduce((sum, each) => sum + each.errors, 0)
  const row = [
    ...[name, own.perSecond, own.p50, own.p99, plain.perSecond, own.perSecond / plain.perSecond],
    ...[own.cpu, plain.cpu, sample.body.length / 1024, errors],
  ]
  return { row, errors }
}

/** What a load took, and of a processor for each answer, in µs. */
type Turn = Loaded & { cpu: number }

async function timed(pids: number[], work: () => Promise<Loaded>): Promise<Turn> {
  const before = cpuOf(...pids)
  const loaded = await work()
  return { ...loaded, cpu: ((cpuOf(...pids) - before) * 1000) / Math.max(1, loaded.answers) }
}

function mediansOf(all: Turn[]) {
  const of = (number: (turn: Turn) => number) => median(all.map(number))
  return {
    perSecond: of((turn) => turn.perSecond),
    p50: of((turn) => turn.p50),
    p99: of((turn) => turn.p99),
    cpu: of((turn) => turn.cpu),
  }
}
