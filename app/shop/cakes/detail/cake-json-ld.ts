import { toRupees } from '#shop/values/money.ts'
import type { Cake } from '../cake.schema.ts'
import { fromPrice } from '../cake-price.ts'
import { categoryLabel } from '../category.ts'

/**
 * A cake in schema.org's words, for search engines. Stars and reviews are the shop's own, so they are not a rating.
 *
 * @param site the shop's address without a slash at its end
 */
export function cakeJsonLd(cake: Cake, site: string) {
  const url = `${site}/singleproduct/${cake.id}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: cake.name,
    description: cake.description,
    category: categoryLabel(cake.category),
    sku: cake.id,
    url,
    image: cake.image.map((path) => site + path),
    offers: {
      '@type': 'Offer',
      url,
      price: toRupees(fromPrice(cake).paise),
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
    },
  }
}
