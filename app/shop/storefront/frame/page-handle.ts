import { useMatches } from 'react-router'

/** What a page says of the frame around it, as its `handle`. */
export interface PageHandle {
  /**
   * 'checkout' where the visitor orders and nothing shall lead away: logo and cart, and one line at the end.
   * 'admin' where the shop works: one line at the end.
   * 'none' for who is no visitor of the shop, such as a rider.
   */
  frame: 'checkout' | 'admin' | 'none'
}

export type FrameKind = PageHandle['frame'] | 'full'

/** The frame of the page now shown. */
export function useFrameKind(): FrameKind {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  return handles.findLast((handle) => handle?.frame)?.frame ?? 'full'
}
