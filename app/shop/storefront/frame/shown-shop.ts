import type { ShopDetails } from '#shop/values/shop-details.ts'
import { smallPrintOf } from './small-print.ts'

/** What every page has of the shop. */
export function shownShop(shop: ShopDetails) {
  const { name, legalName, address, phone, email, grievance, gstin, fssai, publicUrl } = shop
  const { mapEmbedUrl, contactFormUrl, isSample, computedStruckPrice, customLeadHours } = shop
  return {
    ...{ name, legalName, address, phone, email, grievance, gstin, fssai, publicUrl },
    ...{ mapEmbedUrl, contactFormUrl, isSample, computedStruckPrice, customLeadHours },
    smallPrint: smallPrintOf(shop),
  }
}

export type ShownShop = ReturnType<typeof shownShop>
