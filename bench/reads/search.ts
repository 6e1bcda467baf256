import type { Bench } from '../bench.ts'
import { startBaseline } from '../measure/baseline.ts'
import { compareWithBaseline, readColumns } from '../measure/compare-with-baseline.ts'
import type { Cell } from '../report/table.ts'
import { amountsFor, fill, whileOpen } from '../shops/open-shop.ts'
import { searchPaths } from './search-paths.ts'

const clients = 8
const usualSizes = [1_000, 10_000, 100_000]

/** Uncached searches, by words and filters, in catalogues of three sizes. */
export const search: Bench = {
  about: 'searches over HTTP of 1,000, 10,000 and 100,000 cakes (or --cakes)',
  async run({ places, options, report }) {
    const baseline = await startBaseline()
    const sizes = options.cakes ? [options.cakes] : usualSizes
    for (const place of places) {
      const rows: Cell[][] = []
      for (const cakes of sizes) {
        await place.lend(async (settings) => {
          await fill(settings, amountsFor({ ...options, cakes }))
          await whileOpen(settings, async (shop) => {
            const what = { name: `among ${cakes} cakes`, paths: searchPaths }
            const loaded = { seconds: options.seconds, clients }
            const { row, errors } = await compareWithBaseline({ shop, baseline }, what, loaded)
            if (errors > 0) report.wrong(`${errors} wrong answers or none: search ${what.name}`)
            rows.push(row)
          })
        })
      }
      const title = `Search: ${place.name}, ${clients} connections`
      report.show({ title, columns: readColumns, rows })
    }
    await baseline.end()
  },
}
