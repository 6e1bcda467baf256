import { isBuilt } from '../scripts/build.ts'
import { endOnSignals } from '../scripts/run.ts'
import { measureAdmin } from './admin/admin.ts'
import type { Bench } from './bench.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { orders } from './checkouts/orders.ts'
import { delivery } from './delivery/delivery.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { hostile } from './hostile/hostile.ts'
import { micro } from './micro/micro.ts'
import { type BenchOptions, readOptions, usageOf } from './options.ts'
import { lighthouse } from './reads/lighthouse.ts'
import { reads } from './reads/reads.ts'
import { search } from './reads/search.ts'
import { searchInMemory } from './reads/search-in-memory.ts'
import { soak } from './reads/soak.ts'
import { machineFacts } from './report/machine.ts'
import { createReport } from './report/report.ts'
import { storeResults } from './results.ts'
import { openPlaces } from './shops/places.ts'
import { baselineReference, shopInFolder } from './shops/reference.ts'
import { short } from './short/short.ts'
import { start } from './start/start.ts'

// `npm run bench`: what is measured, and how to read it, is in bench/README.md.
const benches: Record<string, Bench> = {
  reads,
  search,
  memory: searchInMemory,
  checkout: checkouts,
  start,
  micro,
  short,
  orders,
  delivery,
  soak,
  lighthouse,
  fuzz,
  hostile,
  admin: {
    about: 'every page and call of the admin',
    async run({ options, report }) {
      if (!(await measureAdmin(options.orders?.toString()))) report.wrong('a page of the admin')
    },
  },
}

/** What runs when no name is given, and on what size: about five minutes. */
const standard = {
  names: ['reads', 'search', 'checkout', 'start', 'micro'],
  size: { cakes: 1000, orders: 10_000 },
}

const say = (line: string) => console.log(line)
endOnSignals()
const request = understood()
const isRight = await measure(request).catch((error: Error) => {
  console.error(error.message)
  return false
})
process.exit(isRight ? 0 : 1)

function understood() {
  try {
    return readOptions(process.argv.slice(2), Object.keys(benches))
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usageOf(benches)}`)
    process.exit(1)
  }
}

async function measure({ names, options }: { names: string[]; options: BenchOptions }) {
  if (!(await isBuilt())) throw new Error('Build first: npm run build')
  const { against } = options
  const reference = against ? shopInFolder(against) : baselineReference
  const chosen = chosenNames(names, against)
  const report = createReport(say)
  const places = await openPlaces(options.databases, say)
  if (places.length === 0) throw new Error('There is no database to measure on.')
  const size = names.length > 0 ? options : withStandardSize(options)
  for (const name of chosen) {
    // What the others have measured, some of it for minutes, is not lost with one that fails.
    await benches[name]
      ?.run({ options: size, places, reference, report })
      .catch((error: Error) => report.wrong(`${name}: ${error.stack}`))
  }
  if (options.json) {
    const machine = machineFacts(places)
    say(
      `Stored in ${storeResults({ machine, benches: chosen, options, tables: [...report.tables] })}`,
    )
  }
  return report.isRight
}

function chosenNames(names: string[], against: string | undefined) {
  const canCompare = (name: string) => benches[name]?.comparesFolders === true
  if (!against) return names.length > 0 ? names : standard.names
  const lacking = names.find((name) => !canCompare(name))
  if (lacking) throw new Error(`'${lacking}' does not load a shop of another folder.`)
  return names.length > 0 ? names : standard.names.filter(canCompare)
}

function withStandardSize(options: BenchOptions): BenchOptions {
  const { cakes = standard.size.cakes, orders: placed = standard.size.orders } = options
  return { ...options, cakes, orders: placed }
}
