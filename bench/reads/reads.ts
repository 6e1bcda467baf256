import type { Bench } from '../bench.ts'
import { startBaseline } from '../measure/baseline.ts'
import { compareWithBaseline, type Reads, readColumns } from '../measure/compare-with-baseline.ts'
import type { Cell } from '../report/table.ts'
import { amountsFor, fill, whileOpen } from '../shops/open-shop.ts'
import { cakeList as list, someCakes } from './some-cakes.ts'

/** Lists, details and public pages, cached and uncached, each compared with a plain server of the same bytes. */
export const reads: Bench = {
  about: 'lists, details and public pages against a plain node:http server of the same bytes',
  async run({ places, options, report }) {
    const baseline = await startBaseline()
    const amounts = amountsFor(options)
    for (const place of places) {
      const title = `Reads: ${place.name}, ${amounts.cakes} cakes, ${options.clients} connections`
      const rows: Cell[][] = []
      await place.lend(async (settings) => {
        await fill(settings, amounts)
        await whileOpen(settings, async (shop) => {
          for (const what of readsOf(await someCakes(shop.url, 1000))) {
            const { row, errors } = await compareWithBaseline({ shop, baseline }, what, options)
            if (errors > 0) report.wrong(`${errors} wrong answers or none: ${what.name}`)
            rows.push(row)
          }
        })
      })
      report.show({ title, columns: readColumns, rows })
    }
    await baseline.end()
  },
}

function readsOf(ids: string[]): Reads[] {
  const some = ids[Math.floor(ids.length / 2)]
  return [
    { name: 'list of 24 cakes, cached', paths: [`${list}?limit=24`] },
    { name: 'a cake, cached', paths: [`/api/v1/cakes/${some}`] },
    { name: 'home page, cached', paths: ['/'] },
    { name: 'catalogue page, cached', paths: ['/products'] },
    { name: 'page of a cake, cached', paths: [`/singleproduct/${some}`] },
    { name: 'lists of 20 to 28 cakes, uncached', paths: ids.flatMap(listsAfter) },
    { name: 'catalogue page, uncached', paths: renderedPages() },
  ]
}

/** Lists after each cake: more of them than are cached. */
function listsAfter(id: string): string[] {
  return [20, 21, 22, 23, 24, 25, 26, 27, 28].map((limit) => `${list}?limit=${limit}&cursor=${id}`)
}

/** Pages with a maximum price, more than are cached. None of these prices excludes a cake. */
function renderedPages(): string[] {
  return Array.from({ length: 5000 }, (_, at) => `/products?price=${5000 + at}`)
}
