import { type Reads, readBench } from './compare-reads.ts'
import { searchPaths } from './search-paths.ts'

export const searches: Reads = { name: 'searches, uncached', paths: searchPaths }

/** Uncached searches, by words and filters, in catalogues of three sizes. */
export const search = readBench(
  'searches over HTTP of 1,000, 10,000 and 100,000 cakes (or --cakes)',
  {
    title: 'Search',
    sizes: [1_000, 10_000, 100_000],
    clients: 8,
    readsOf: () => [searches],
  },
)
