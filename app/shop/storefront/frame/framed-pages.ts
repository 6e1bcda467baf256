import { useMatches, useRouteError } from 'react-router'

/** A page's `handle`: which frame is around it. */
export interface PageHandle<LoaderData = unknown> {
  /**
   * 'checkout': logo and cart, and one line at the end, so that nothing leads away.
   * 'admin': logo and account, and one line at the end.
   * 'none' for people who do not visit the shop, such as a rider.
   * 'link' for people with a link of their own: the logo, and one line at the end.
   */
  frame: 'checkout' | 'admin' | 'none' | 'link'
  /** Whether React runs in the browser, by what the loader found; otherwise the page has only scripts of its own. */
  hydrates?(found: LoaderData): boolean
}

export type FrameKind = PageHandle['frame'] | 'full'

export function useFrameKind(): FrameKind {
  const frames = useMatches().map(({ handle }) => (handle as PageHandle | undefined)?.frame)
  return frames.findLast(Boolean) ?? 'full'
}

/** Whether the current page needs React's scripts; an error page does. */
export function useHydrates(): boolean {
  const hasFailed = Boolean(useRouteError())
  const matches = useMatches()
  return (
    hasFailed ||
    matches.every(
      ({ handle, loaderData }) =>
        (handle as PageHandle | undefined)?.hydrates?.(loaderData) ?? true,
    )
  )
}

/** In header and footer, and in the sitemap. */
export const mainPages = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/products', label: 'Cakes' },
  { to: '/customizecake', label: 'Customize-Cake' },
  { to: '/contact', label: 'Contact' },
] as const

export const policyPages = [
  { to: '/privacy', label: 'Privacy policy' },
  { to: '/terms', label: 'Terms' },
  { to: '/refunds', label: 'Refunds and cancellation' },
] as const
