import type { AppContext } from '#app/context.server.ts'
import { tsvText } from '#platform/csv.server.ts'
import { shopWordOf } from '#shop/cakes/availability.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { categoryLabel, fromPrice } from '#shop/cakes/cake-price.ts'
import { isServed } from '#shop/delivery/delivery-plan.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { type OwnPage, ownPages } from '#shop/words/words.ts'
import { mainPages, policyPages } from './frame/framed-pages.ts'

/** What search engines and shopping sites read: the same for everybody. */
const files: Record<string, { type: string; write: (deps: AppContext) => string }> = {
  '/robots.txt': { type: 'text/plain', write: robots },
  '/sitemap.xml': { type: 'application/xml', write: sitemap },
  '/products.tsv': { type: 'text/tab-separated-values', write: productFeed },
}

export const robotPaths = Object.keys(files)

/** The file at an address; null for any other. */
export function writeRobotFile(deps: AppContext, url: string): Response | null {
  const file = files[new URL(url).pathname]
  if (!file) return null
  return new Response(file.write(deps), {
    headers: { 'content-type': `${file.type}; charset=utf-8` },
  })
}

const privatePaths = ['/api/', '/admin', '/shipping', '/confirmOrder', '/order', '/yourorder']

function robots({ shop }: AppContext): string {
  const rules = ['User-agent: *', ...privatePaths.map((path) => `Disallow: ${path}`)]
  return `${rules.join('\n')}\n\nSitemap: ${shop.publicUrl}/sitemap.xml\n`
}

/** By sitemaps.org; no address has a character that XML escapes. */
function sitemap(deps: AppContext): string {
  const { shop, publishedCakes } = deps
  const paths = [
    ...[...mainPages, ...policyPages].map(({ to }) => to),
    ...shownPages(deps).map(({ path }) => path),
  ]
  const pages = paths.map((path) => `<loc>${shop.publicUrl}${path}</loc>`)
  const cakes = publishedCakes
    .current()
    .ordered['a-z'].map(
      ({ cake, updatedAt }) =>
        `<loc>${pageOf(cake, shop)}</loc><lastmod>${updatedAt.toISOString()}</lastmod>`,
    )
  const urls = [...pages, ...cakes].map((url) => `<url>${url}</url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
}

function pageOf({ id }: Cake, { publicUrl }: ShopDetails): string {
  return `${publicUrl}/singleproduct/${id}`
}

/** The product data of Google Merchant Center: a cake a row, none without a picture, which is required. */
function productFeed({ shop, publishedCakes }: AppContext): string {
  const cakes = publishedCakes.current().ordered['a-z'].map(({ cake }) => cake)
  const rows = cakes
    .filter(({ pictures }) => pictures.length > 0)
    .map((cake) => feedColumns.map(([, value]) => value(cake, shop)))
  return tsvText([feedColumns.map(([name]) => name), ...rows])
}

/** '2026-12-05T00:00+05:30', by ISO 8601; '' for none. */
const dayBegins = (day: string | null = null) => (day ? `${day}T00:00+05:30` : '')

const feedColumns: [name: string, value: (cake: Cake, shop: ShopDetails) => string][] = [
  ['id', ({ id }) => id],
  ['title', ({ name }) => name],
  ['description', ({ description, name }) => description || name],
  ['link', pageOf],
  [
    'image_link',
    ({ pictures: [first] }, { publicUrl }) =>
      first ? publicUrl + picturePath(first.id, 960, 'webp') : '',
  ],
  ['availability', shopWordOf],
  ['availability_date', ({ availability }) => dayBegins(availability?.nextDay)],
  ['price', (cake) => `${toRupees(fromPrice(cake).paise).toFixed(2)} INR`],
  ['brand', (_, { name }) => name],
  ['condition', () => 'new'],
  ['identifier_exists', () => 'no'],
  ['product_type', ({ category }) => categoryLabel(category)],
]

/** The owner's pages for occasions and for areas that the shop delivers to. */
export function shownPages({ words, deliveryPlan }: AppContext): OwnPage[] {
  return ownPages(words.current()).filter(
    ({ path }) =>
      path.startsWith('/occasions/') || isServed(deliveryPlan.current(), path.slice(-6)),
  )
}
