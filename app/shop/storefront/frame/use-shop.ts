import { useRouteLoaderData } from 'react-router'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/** What the shop says of itself, as the root loader gave it; undefined only on an error page without one. */
export function useShop(): ShopDetails | undefined {
  const root = useRouteLoaderData('root') as { shop: ShopDetails } | undefined
  return root?.shop
}
