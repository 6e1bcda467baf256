import { parseCakeSearch, toSearchParams } from '#shop/cakes/cake-search.ts'

const fixedPages = new Set([
  '/',
  '/about',
  '/contact',
  '/products',
  '/privacy',
  '/terms',
  '/refunds',
])
const cakePage = /^\/singleproduct\/[^/]+$/

/**
 * The one address of a page that is the same for everybody, or null for a page that is not. Spelling, unknown
 * parameters and the order of filters do not make another page; React Router's data requests are pages of their own.
 */
export function publicPageOf(url: URL): string | null {
  const path = url.pathname.toLowerCase()
  const data = path.endsWith('.data')
  const page = data ? pageOfData(path) : path.length > 1 ? path.replace(/\/$/, '') : path
  if (!fixedPages.has(page) && !cakePage.test(page)) return null
  const search = page === '/products' ? toSearchParams(parseCakeSearch(url.searchParams)) : ''
  const query = search.toString()
  return `${data ? path : page}${query ? `?${query}` : ''}`
}

function pageOfData(path: string): string {
  const page = path.slice(0, -'.data'.length)
  return page === '/_root' || page === '/_' ? '/' : page
}
