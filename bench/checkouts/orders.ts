import type { Bench } from '../bench.ts'
import { checkLedger, checkShop } from '../shops/check-shop.ts'
import { amountsFor, fill, whileOpen } from '../shops/open-shop.ts'
import type { ShopPlace } from '../shops/places.ts'
import { checkingOut, compareCase, customerColumns } from './compare-customers.ts'

const few = 1000
const clients = 8
/** What a machine has to do meanwhile weighs less in the median of many. */
const turns = 6

/** Checkouts in a shop with very many orders, in turn with one that has few. */
export const orders: Bench = {
  about: 'what a checkout costs after 1,000 orders and after 1,000,000 (or --orders)',
  async run({ places, options, report }) {
    const { cakes, orders: many = 1_000_000 } = options
    // So many are for a server, where there is one.
    const place = places.at(-1)
    const filled = async (settings: ShopPlace, count: number) => {
      report.say(`Filling ${place?.name} with ${count} orders`)
      await fill(settings, amountsFor({ cakes, orders: count }))
    }
    await place?.lend((small) =>
      place.lend(async (large) => {
        await filled(small, few)
        await filled(large, many)
        const run = { options: { ...options, turns: Math.max(options.turns, turns) }, report }
        const { row, placed } = await whileOpen(small, (beside) =>
          whileOpen(large, (shop) => compareCase(checkingOut(clients), { shop, beside }, run)),
        )
        report.show({
          title: `Orders: checkouts on ${place.name} after ${many} orders and after ${few}`,
          columns: customerColumns(`after ${few}`),
          rows: [row],
        })
        await checkLedger(small, report)
        await checkShop(large, placed, report)
      }),
    )
  },
}
