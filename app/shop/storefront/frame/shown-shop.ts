import { type MetaDescriptor, useRouteLoaderData } from 'react-router'
import { accentRules, firstAccent } from '#shop/values/accent.ts'
import { type ShopDetails, shopContact } from '#shop/values/shop-details.ts'

/**
 * The shop, for a component; undefined on an error page without the root loader's data. Apart from `page-meta.ts`, because
 * the header needs it on pages without that.
 */
export function useShop(): ShownShop | undefined {
  return (useRouteLoaderData('root') as { shop: ShownShop } | undefined)?.shop
}

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The shop, for a page's `meta`; undefined on an error page without the root loader's data. */
export function shopOf(matches: Matches): ShownShop | undefined {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { shop: ShownShop } | undefined)?.shop
}

export function pageTitle(matches: Matches, title: string): string {
  return `${title} | ${shopOf(matches)?.name ?? 'Cakewala'}`
}

/** The title of a page that no search engine lists. */
export function privateMeta(matches: Matches, title: string): MetaDescriptor[] {
  return [{ title: pageTitle(matches, title) }, { name: 'robots', content: 'noindex' }]
}

/** What every page has of the shop. */
export function shownShop(shop: ShopDetails, hasExtras = false) {
  const { name, legalName, address, phone, email, grievance, gstin, fssai, publicUrl } = shop
  const { whatsApp } = shopContact(shop)
  const profiles = (['Instagram', 'Facebook', 'YouTube'] as const).flatMap((name) => {
    const href = shop[name.toLowerCase() as Lowercase<typeof name>]
    return href ? { name, href } : []
  })
  const { mapEmbedUrl, contactFormUrl, isSample, computedStruckPrice, customLeadHours } = shop
  return {
    ...{ name, legalName, address, phone, email, grievance, gstin, fssai, publicUrl },
    ...{ mapEmbedUrl, contactFormUrl, isSample, computedStruckPrice, customLeadHours },
    // Left out without one: every page carries these.
    ...(whatsApp && { whatsApp }),
    ...(profiles.length > 0 && { profiles }),
    ...(shop.depositPercent > 0 && { depositPercent: shop.depositPercent }),
    ...(shop.accent !== firstAccent && { styles: accentRules(shop.accent) }),
    ...(shop.logo && { logo: shop.logo }),
    ...(hasExtras && { hasExtras }),
    smallPrint: smallPrintOf(shop),
  }
}

export type ShownShop = ReturnType<typeof shownShop>

/** The last line of every page: what the law and honesty want said of the shop. */
export function smallPrintOf({
  name,
  legalName,
  fssai,
  gst,
  gstin,
  isSample,
  isOpen,
}: ShopDetails): string {
  return [
    `© ${legalName || name}`,
    `FSSAI licence ${fssai}`,
    gstin && `GSTIN ${gstin}`,
    gst === 'regular' && 'Prices include all taxes',
    isSample && !isOpen && 'A shop to try: its details, words and pictures are samples',
    isSample && isOpen && 'A shop to try: payments are tests, and no money moves',
  ]
    .filter(Boolean)
    .join(' · ')
}
