import type { Bench } from '../bench.ts'
import { startBaseline } from '../measure/baseline.ts'
import { compareWithBaseline, readColumns } from '../measure/compare-with-baseline.ts'
import { someCakes } from '../reads/some-cakes.ts'
import type { Cell } from '../report/table.ts'
import { checkLedger } from '../shops/check-shop.ts'
import { amountsFor, fill, whileOpen } from '../shops/open-shop.ts'
import { fillDelivery } from './fill-delivery.ts'

const clients = 8
const ordersADay = 1000

/** The slots of a week in a busy shop, for carts of one and of three cakes. */
export const delivery: Bench = {
  about: 'the delivery times of a week, at 1,000 orders a day',
  async run({ places, options, report }) {
    const baseline = await startBaseline()
    for (const place of places) {
      const rows: Cell[][] = []
      await place.lend(async (settings) => {
        await fill(settings, amountsFor(options))
        await fillDelivery(settings, ordersADay)
        await whileOpen(settings, async (shop) => {
          const loaded = { seconds: options.seconds, clients }
          for (const what of readsOf(await someCakes(shop.url, 1000))) {
            const { row, errors } = await compareWithBaseline({ shop, baseline }, what, loaded)
            if (errors > 0) report.wrong(`${errors} wrong answers or none: ${what.name}`)
            rows.push(row)
          }
        })
        await checkLedger(settings, report)
      })
      const title = `Delivery: ${place.name}, ${ordersADay} orders a day, ${clients} connections`
      report.show({ title, columns: readColumns, rows })
    }
    await baseline.end()
  },
}

function readsOf(ids: string[]) {
  return [1, 3].map((cakes) => ({
    name: `a week's slots for ${cakes === 1 ? 'a cake' : `${cakes} cakes`}`,
    paths: ids.map((_, at) => weekOf(560_001 + (at % 103), ids.slice(at, at + cakes))),
  }))
}

function weekOf(pincode: number, ids: string[]): string {
  const lines = ids.map((id) => `${id}:0.5:1`).join(',')
  return `/api/v1/delivery/options?pincode=${pincode}&lines=${lines}&days=7`
}
