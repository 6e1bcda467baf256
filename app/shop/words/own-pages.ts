import type { SavedWords } from './words.ts'

/** Under which an own page is saved: its path without the first slash. */
export const ownPagePattern = /^(occasions|areas)\/[a-z0-9]+(-[a-z0-9]+)*$/

/** An area's name ends with its pincode: 'indiranagar-560038'. */
export function ownPageKey(slug: string): string {
  return `${/-[1-8]\d{5}$/.test(slug) ? 'areas' : 'occasions'}/${slug}`
}

/** A page for an occasion or an area, in the owner's own words. */
export interface OwnPage {
  /** '/occasions/birthday', '/areas/indiranagar-560038' */
  path: string
  title: string
  paragraphs: string[]
}

/** Those that have words, by their paths: the first line is the title. */
export function ownPages(saved: SavedWords): OwnPage[] {
  const sorted = [...saved].sort(([a], [b]) => a.localeCompare(b))
  return sorted.flatMap(([key, { text }]) => {
    const [title, ...paragraphs] = text.split('\n').filter(Boolean)
    return title && ownPagePattern.test(key) ? [{ path: `/${key}`, title, paragraphs }] : []
  })
}
