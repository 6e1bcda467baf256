import { parseCakeSearch, toSearchParams } from '#shop/cakes/cake-search.ts'

const fixedPages = new Set([
  '/',
  '/about',
  '/contact',
  '/customizecake',
  '/products',
  '/privacy',
  '/terms',
  '/refunds',
])
const cakePage = /^\/singleproduct\/[^/]+$/

export interface PublicPage {
  /** Path and query of the page, in one spelling. */
  address: string
  /** Whether it is worth keeping: what is typed or slid freely has too many values to keep a page for each. */
  kept: boolean
}

/**
 * A page that is the same for everybody, or null for one that is not. Spelling, unknown parameters and the order
 * of filters do not make another page; React Router's data requests are pages of their own.
 */
export function publicPageOf(url: URL): PublicPage | null {
  const path = url.pathname.toLowerCase()
  const data = path.endsWith('.data')
  const page = data ? pageOfData(path) : path.length > 1 ? path.replace(/\/$/, '') : path
  if (!fixedPages.has(page) && !cakePage.test(page)) return null
  const own = data ? path : page
  if (page !== '/products') return { address: own, kept: true }
  const search = parseCakeSearch(url.searchParams)
  const query = toSearchParams(search).toString()
  return {
    address: query ? `${own}?${query}` : own,
    kept: search.text === '' && search.price === null,
  }
}

function pageOfData(path: string): string {
  const page = path.slice(0, -'.data'.length)
  return page === '/_' ? '/' : page
}
