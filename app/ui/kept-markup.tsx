import { createContext, type ReactNode, use } from 'react'

/** Keeps the markup of what is the same wherever `by` is; gives what stands for it until the page is put together. */
export type KeepMarkup = (by: string, children: ReactNode) => string

/** Where markup is kept: on the server. */
export const MarkupKeeper = createContext<KeepMarkup | null>(null)

interface KeptMarkupProps {
  as: 'article' | 'footer'
  className: string
  /** What sort of content it is, and all that it depends on. */
  by: readonly [sort: string, ...unknown[]]
  children: ReactNode
}

/**
 * An element whose content the server renders once for all pages that show it; the browser takes it over like any other.
 * It stands in none of the page's contexts there, and nothing in it may use `useId` or be a script.
 */
export function KeptMarkup({ as: Tag, className, by, children }: KeptMarkupProps) {
  const keep = use(MarkupKeeper)
  if (!keep) return <Tag className={className}>{children}</Tag>
  const markup = keep(JSON.stringify(by), children)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React made of the children
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: markup }} />
}
