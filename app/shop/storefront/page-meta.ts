import type { MetaDescriptor } from 'react-router'
import { type Matches, pageTitle, shopOf } from './frame/shown-shop.ts'
import sharePicture from './pictures/hero.webp?w=1200&h=630&fit=cover&position=right&format=jpg&quality=78'

interface PageFacts {
  /** Of the page; the shop's name is put after it. */
  title: string
  /** One or two sentences for search results, at most 160 characters. */
  description: string
  /** The one address of this page, from '/'. */
  path: string
  /** Address of the picture shown where the page is shared. */
  picture?: string
  type?: 'website' | 'product'
}

/**
 * Title, description, canonical address and Open Graph of a page:
 *
 *     export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cakes', … })
 */
export function pageMeta(matches: Matches, page: PageFacts): MetaDescriptor[] {
  const shop = shopOf(matches)
  const base = shop?.publicUrl ?? ''
  const title = pageTitle(matches, page.title)
  const picture = page.picture ?? sharePicture
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: base + page.path },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: base + page.path },
    { property: 'og:site_name', content: shop?.name ?? 'Cakewala' },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: base + picture },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
