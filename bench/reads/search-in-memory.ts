import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { anyDay } from '#shop/cakes/cake-days.ts'
import { indexCakes, replaceInIndex } from '#shop/cakes/cake-index.server.ts'
import { type CakeFilter, parseCakeSearch } from '#shop/cakes/cake-search.ts'
import { nothingSaid } from '#shop/cakes/food/food-facts.ts'
import { searchCakes } from '#shop/cakes/search-cakes.server.ts'
import type { Bench } from '../bench.ts'
import { answersParent, askForked } from '../measure/forked.ts'
import type { Cell } from '../report/table.ts'
import { searchPaths } from './search-paths.ts'

const sizes = [1_000, 10_000, 100_000]
const columns = [
  'cakes',
  'MB',
  'index ms',
  'change ms',
  'median ms',
  'p99 ms',
  'dearest ms',
  'dearest',
]

/** The catalogue in memory by itself: what it takes, and what searches cost. */
export const searchInMemory: Bench = {
  about: 'the catalogue in memory: its size, and searches without HTTP',
  async run({ report }) {
    const rows: Cell[][] = []
    for (const cakes of sizes) {
      rows.push(await askForked<{ cakes: number }, Cell[]>(import.meta.filename, { cakes }))
    }
    report.show({ title: 'Catalogue in memory', columns, rows })
  },
}

async function measure({ cakes: amount }: { cakes: number }): Promise<Cell[]> {
  const before = heapBytes()
  // As from the database: no two cakes share a string.
  const cakes = Array.from({ length: amount }, (_, place) =>
    JSON.parse(JSON.stringify(cakeAt(place))),
  ) as Cake[]
  const [indexMs, built] = timed(() => indexCakes(cakes.map(published)))
  const bytes = heapBytes() - before
  const ids = new Set(['cake-500'])
  const [changeMs, index] = timed(() => replaceInIndex(built, ids, [published(cakeAt(500))]))
  const [, first] = timed(() => searchCakes(index, filters[0] as CakeFilter, { limit: 24 }))
  if (first.count > amount) throw new Error('More cakes were found than there are.')
  const times = filters.map((filter) => {
    const [ms] = timed(() => searchCakes(index, filter, { limit: 24 }))
    return { ms, filter }
  })
  times.sort((a, b) => a.ms - b.ms)
  const at = (part: number) => times[Math.floor((times.length - 1) * part)]?.ms ?? 0
  const dearest = times.at(-1)?.filter
  const what = dearest ? `${dearest.text} ${dearest.flavour} ${dearest.sort}` : ''
  return [amount, bytes / 2 ** 20, indexMs, changeMs, at(0.5), at(0.99), at(1), what]
}

/** Paths that differ only in their limit are one search here. */
const queries = new Set(searchPaths.map((path) => path.replace(/&limit=.*/, '')))
const filters: CakeFilter[] = [...queries].map((query) =>
  parseCakeSearch(new URL(query, 'http://shop.test').searchParams),
)

const tastes = ['Mango', 'Chocolate', 'Rose', 'Lemon', 'Coffee', 'Caramel', 'Pistachio', 'Vanilla']
const categories = ['Birthday', 'Wedding', 'Fruit', 'Chocolate', 'Festive', 'pestry']

function cakeAt(place: number): Cake {
  const id = `cake-${place}`
  const pick = (list: readonly string[], step: number) => list[(place * step) % list.length] ?? ''
  const pictures = [0, 1, 2].map((number) => ({
    id: `${id}-${number}`,
    alt: `${id}, seen from side ${number}`,
    width: 960,
    height: 960,
    colour: '#b0224e',
    placeholder: `data:image/webp;base64,${'A'.repeat(120)}`,
  }))
  return {
    _id: id,
    id,
    name: `${pick(tastes, 3)} ${pick(categories, 5)} Cake ${place}`,
    image: pictures.map((picture) => `/pictures/${picture.id}/640.webp`),
    price: 450 + ((place * 7919) % 150_000) / 100,
    category: pick(categories, 1),
    flavours: [pick(tastes, 1), pick(tastes, 5)],
    weight: ['0.5', '1', '2'],
    egg: place % 3 === 0 ? 'Egg' : 'Eggless',
    featured: place % 400 === 0,
    stock: 10,
    leadHours: 3,
    workMinutes: 20,
    minutesPerKg: 15,
    occasions: [],
    choices: [],
    ...anyDay,
    ...nothingSaid,
    description: 'Soft layers, baked the same morning. '.repeat(8),
    stars: (place % 11) / 2,
    reviews: ['Lovely, and just in time.', 'Everyone asked where it came from.'],
    earlierPrice: null,
    pictures,
  }
}

const at = new Date()
const published = (cake: Cake) => ({ cake, createdAt: at, updatedAt: at, sold: 0 })

function timed<Result>(work: () => Result): [ms: number, result: Result] {
  const start = performance.now()
  const result = work()
  return [performance.now() - start, result]
}

/** Runs the garbage collector first. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

if (import.meta.main) answersParent(measure)
