import { useRouteLoaderData } from 'react-router'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/**
 * The shop, for a component; undefined on an error page without the root loader's data. Apart from `page-meta.ts`, because
 * the header needs it on pages without that.
 */
export function useShop(): ShopDetails | undefined {
  return (useRouteLoaderData('root') as { shop: ShopDetails } | undefined)?.shop
}
