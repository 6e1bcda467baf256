import { useMatches } from 'react-router'

/** What a page says of the frame around it, as its `handle`. */
export interface PageHandle {
  /**
   * 'plain' where the visitor orders already and nothing shall lead away: without the band that invites to order.
   * 'slim' where the shop works: one line.
   */
  footer: 'plain' | 'slim'
}

/** The footer of the page now shown. */
export function useFooter(): PageHandle['footer'] | 'full' {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  return handles.findLast((handle) => handle?.footer)?.footer ?? 'full'
}
