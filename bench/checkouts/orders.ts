import type { Bench } from '../bench.ts'
import type { Cell } from '../report/table.ts'
import { checkShop } from '../shops/check-shop.ts'
import { amountsFor, fill, whileOpen } from '../shops/open-shop.ts'
import type { ShopPlace } from '../shops/places.ts'
import { checkOutInTurn, customerColumns, type Measured } from './checkout-turns.ts'

const few = 1000
const clients = 8
/** Of each shop: what a machine has to do meanwhile weighs less in the median of many. */
const turns = 6

/** Checkouts in a shop with few orders and in one with very many, in turn. */
export const orders: Bench = {
  about: 'what a checkout costs after 1,000 orders and after 1,000,000 (or --orders)',
  async run({ places, options: { cakes, orders: many = 1_000_000, seconds }, report }) {
    // So many are for a server, where there is one.
    const place = places.at(-1)
    const filled = (settings: ShopPlace, count: number) => {
      report.say(`Filling ${place?.name} with ${count} orders`)
      return fill(settings, amountsFor({ cakes, orders: count }))
    }
    await place?.lend((small) =>
      place.lend(async (large) => {
        await filled(small, few)
        await filled(large, many)
        const since = new Date()
        const measured = await whileOpen(small, (shop) =>
          whileOpen(large, (largeShop) =>
            checkOutInTurn(
              [
                { name: `after ${few} orders`, shop, clients },
                { name: `after ${many} orders`, shop: largeShop, clients },
              ],
              { seconds, turns },
              report,
            ),
          ),
        )
        report.show({
          title: `Orders: checkouts on ${place.name}, ${clients} at once`,
          columns: customerColumns,
          rows: [...measured.map(({ row }) => row), ratios(measured)],
        })
        for (const [at, settings] of [small, large].entries()) {
          await checkShop(settings, { placed: measured[at]?.done ?? 0, since }, report)
        }
      }),
    )
  },
}

/** What came last, by what came first. */
function ratios(measured: Measured[]): Cell[] {
  const [first, last] = [measured.at(0)?.row ?? [], measured.at(-1)?.row ?? []]
  const measures = customerColumns.slice(1, -2).map((_, at) => {
    return Number(last[at + 1]) / Number(first[at + 1])
  })
  return ['ratio', ...measures, null, null]
}
