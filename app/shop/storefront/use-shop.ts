import { useRouteLoaderData } from 'react-router'
import type { ShownShop } from './frame/shown-shop.ts'

/**
 * The shop, for a component; undefined on an error page without the root loader's data. Apart from `page-meta.ts`, because
 * the header needs it on pages without that.
 */
export function useShop(): ShownShop | undefined {
  return (useRouteLoaderData('root') as { shop: ShownShop } | undefined)?.shop
}
