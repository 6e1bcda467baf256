import type { ShopDetails } from '#shop/values/shop-details.ts'

/** The shop in schema.org's words, for search engines. */
export function bakeryFacts(shop: ShopDetails) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    name: shop.name,
    url: shop.publicUrl,
    telephone: shop.phone,
    email: shop.email,
    address: shop.address,
    areaServed: shop.state,
    currenciesAccepted: 'INR',
    servesCuisine: 'Cakes and pastries',
    image: `${shop.publicUrl}/icon-512.png`,
  }
}
