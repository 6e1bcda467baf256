import { useRouteLoaderData } from 'react-router'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/** What every page has of the shop. */
export interface ShownShop
  extends Omit<
    ShopDetails,
    'fssaiUntil' | 'gst' | 'state' | 'upiId' | 'lateScale' | 'managerRefundLimitPaise'
  > {
  smallPrint: string
}

/**
 * The shop, for a component; undefined on an error page without the root loader's data. Apart from `page-meta.ts`, because
 * the header needs it on pages without that.
 */
export function useShop(): ShownShop | undefined {
  return (useRouteLoaderData('root') as { shop: ShownShop } | undefined)?.shop
}
