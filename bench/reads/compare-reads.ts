import type { Bench, BenchRun } from '../bench.ts'
import {
  type Compared,
  comparedColumns,
  compareInTurn,
  type TurnLoad,
} from '../measure/compare-in-turn.ts'
import { type LoadServer, whileLoading } from '../measure/load.ts'
import { readRawResponse } from '../measure/raw-response.ts'
import { amountsFor, type OpenShop } from '../shops/open-shop.ts'
import { type Both, whileFilled } from '../shops/while-filled.ts'
import { someCakes } from './some-cakes.ts'

export interface Reads {
  name: string
  /** Several, if each response must be uncached. */
  paths: string[]
}

/** Reads of a filled shop. */
export interface ReadCases {
  title: string
  /** Catalogues by the number of their cakes, if the options do not say how many. */
  sizes: readonly number[]
  /** Connections, if not those of the options. */
  clients?: number
  ordersADay?: number
  readsOf(ids: string[]): Reads[]
}

export function readBench(about: string, cases: ReadCases): Bench {
  return {
    about,
    comparesFolders: true,
    async run(run) {
      await compareReads(cases, run)
    },
  }
}

/** Loads the shop and its reference in turn with each of the reads, on every database. */
export async function compareReads(
  { title, sizes, clients, ordersADay, readsOf }: ReadCases,
  run: BenchRun,
): Promise<Compared[]> {
  const { places, options, report, reference } = run
  const connections = clients ?? options.clients
  const all: Compared[] = []
  for (const place of places) {
    for (const cakes of options.cakes ? [options.cakes] : sizes) {
      const contents = { amounts: amountsFor({ ...options, cakes }), ordersADay }
      const measured = await whileFilled({ place, contents }, run, (both) =>
        whileLoading(async (load) => {
          const rows: Compared[] = []
          for (const reads of readsOf(await someCakes(both.shop.url, 1000))) {
            rows.push(await compareRead(both, reads, load, { ...run, connections }))
          }
          return rows
        }),
      )
      all.push(...measured)
      report.show({
        title: `${title}: ${place.name}, ${cakes} cakes, ${connections} connections`,
        columns: [...comparedColumns(reference.name), 'KB', 'errors'],
        rows: measured.map(({ row }) => row),
      })
    }
  }
  return all
}

async function compareRead(
  { shop, beside }: Both,
  { name, paths }: Reads,
  load: LoadServer,
  { connections, options, report }: BenchRun & { connections: number },
): Promise<Compared> {
  const sample = await readRawResponse(shop.url, paths[0] ?? '/')
  await beside.answer?.(sample)
  const loadOf = ({ url, pids }: OpenShop): TurnLoad => {
    let skip = 0
    return {
      pids,
      async play(seconds) {
        const loaded = await load({ url, paths, skip, connections, until: { seconds } })
        skip += loaded.answers
        return { ...loaded, count: loaded.answers, failed: loaded.errors }
      },
    }
  }
  const result = await compareInTurn(name, [loadOf(shop), loadOf(beside)], options)
  if (result.failed > 0) report.wrong(`${result.failed} wrong answers or none: ${name}`)
  return { ...result, row: [...result.row, sample.body.length / 1024, result.failed] }
}
