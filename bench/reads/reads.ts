import { type Reads, readBench } from './compare-reads.ts'
import { cakeList as list } from './some-cakes.ts'

/** Lists, details and public pages, cached and uncached. */
export const reads = readBench('lists, details and public pages', {
  title: 'Reads',
  sizes: [1000],
  readsOf: (ids) => [
    cachedList,
    cachedCake(ids),
    { name: 'home page, cached', paths: ['/'] },
    { name: 'catalogue page, cached', paths: ['/products'] },
    { name: 'page of a cake, cached', paths: [`/singleproduct/${someOf(ids)}`] },
    uncachedLists(ids),
    renderedPages,
  ],
})

export const cachedList: Reads = { name: 'list of 24 cakes, cached', paths: [`${list}?limit=24`] }

export const cachedCake = (ids: string[]): Reads => ({
  name: 'a cake, cached',
  paths: [`/api/v1/cakes/${someOf(ids)}`],
})

/** Lists after each cake: more of them than are cached. */
export const uncachedLists = (ids: string[]): Reads => ({
  name: 'lists of 20 to 28 cakes, uncached',
  paths: ids.flatMap((id) =>
    [20, 21, 22, 23, 24, 25, 26, 27, 28].map((limit) => `${list}?limit=${limit}&cursor=${id}`),
  ),
})

/** Pages with a maximum price, more than are cached. None of these prices excludes a cake. */
export const renderedPages: Reads = {
  name: 'catalogue page, uncached',
  paths: Array.from({ length: 5000 }, (_, at) => `/products?price=${5000 + at}`),
}

function someOf(ids: string[]) {
  return ids[Math.floor(ids.length / 2)]
}
