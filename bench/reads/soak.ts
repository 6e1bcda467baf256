import type { Bench } from '../bench.ts'
import { load } from '../measure/load.ts'
import { memoryOf, shareOfMemory } from '../measure/process-facts.ts'
import type { Report } from '../report/report.ts'
import type { Cell } from '../report/table.ts'
import { amountsFor, fill, type OpenShop, whileOpen } from '../shops/open-shop.ts'
import { searchPaths } from './search-paths.ts'
import { someCakes } from './some-cakes.ts'

const requests = 50_000
const columns = ['when', 'RSS MB', 'PSS MB']

/** What the shop has in memory before and after very many reads of every kind. */
export const soak: Bench = {
  about: 'memory before and after 50,000 mixed requests',
  async run({ places, options, report }) {
    const amounts = amountsFor(options)
    for (const place of places) {
      const rows = await place.lend(async (settings) => {
        await fill(settings, amounts)
        return whileOpen(settings, (shop) => memoryAround(shop, options.clients, report))
      })
      const title = `Soak: ${place.name}, ${requests} requests by ${options.clients} connections`
      report.show({ title, columns, rows })
    }
  },
}

async function memoryAround(shop: OpenShop, connections: number, report: Report) {
  const rows: Cell[][] = []
  const note = (when: string) => {
    rows.push([when, memoryOf(...shop.pids), shareOfMemory(...shop.pids)])
  }
  const paths = await readsOfEveryKind(shop.url)
  note('before')
  for (const part of ['after the first half', 'after all']) {
    const half = { url: shop.url, paths, connections, until: { requests: requests / 2 } }
    const { errors } = await load(half)
    if (errors > 0) report.wrong(`${errors} wrong answers or none, in the soak`)
    note(part)
  }
  return rows
}

/** What visitors read, every seventh a search: some cached, some uncached. */
export async function readsOfEveryKind(url: string): Promise<string[]> {
  const ids = await someCakes(url, 1000)
  return ids.flatMap((id, at) => [
    ...['/', '/products', `/singleproduct/${id}`, `/api/v1/cakes/${id}`],
    ...[`/api/v1/cakes/allcakes?limit=24&cursor=${id}`, '/about'],
    searchPaths[at % searchPaths.length] ?? '/products',
  ])
}
