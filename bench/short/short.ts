import type { Bench } from '../bench.ts'
import { checkingOut, compareCustomers } from '../checkouts/compare-customers.ts'
import { deliveryOptions, ordersADay } from '../delivery/delivery.ts'
import { compareReads, type ReadCases } from '../reads/compare-reads.ts'
import { cachedCake, cachedList, renderedPages, uncachedLists } from '../reads/reads.ts'
import { searches } from '../reads/search.ts'
import { commitOf } from '../report/machine.ts'
import { embedded } from '../shops/places.ts'
import { readStoredRatios, storeRatios, wrongRatios } from './stored-ratios.ts'

const clients = 8
const size = { cakes: 1000, orders: 1000, clients, seconds: 1, turns: 5 }

const reads: ReadCases = {
  title: 'Short',
  sizes: [size.cakes],
  ordersADay,
  readsOf: (ids) => [
    cachedList,
    cachedCake(ids),
    uncachedLists(ids),
    searches,
    renderedPages,
    deliveryOptions(ids, 1),
  ],
}

/** On the embedded database alone: it is everywhere, and its CPU counts with the shop's. */
export const short: Bench = {
  about: 'two minutes: CPU of six reads and a checkout by a plain server’s, beside stored ratios',
  async run(run) {
    const embeddedRun = { ...run, places: [embedded], options: { ...run.options, ...size } }
    const compared = [
      ...(await compareReads(reads, embeddedRun)),
      ...(await compareCustomers([checkingOut(clients)], embedded, embeddedRun)),
    ]
    const measured = Object.fromEntries(compared.map(({ name, cpuRatio }) => [name, cpuRatio]))
    if (run.options.accept) storeRatios({ commit: commitOf('.'), ratios: measured })
    const stored = readStoredRatios()
    run.report.show({
      title: `Short: beside the ratios of commit ${stored.commit}`,
      columns: ['what', 'CPU ratio', 'stored', 'by it'],
      rows: compared.map(({ name, cpuRatio }) => {
        const before = stored.ratios[name] ?? null
        return [name, cpuRatio, before, before && cpuRatio / before]
      }),
    })
    for (const sentence of wrongRatios(measured, stored)) run.report.wrong(sentence)
  },
}
