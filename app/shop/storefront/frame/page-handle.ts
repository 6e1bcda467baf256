import { useMatches, useRouteError } from 'react-router'

/** What a page says of the frame around it, as its `handle`. */
export interface PageHandle {
  /**
   * 'checkout' where the visitor orders and nothing shall lead away: logo and cart, and one line at the end.
   * 'admin' where the shop works: one line at the end.
   * 'none' for people who do not visit the shop, such as a rider.
   * 'link' for people with a link of their own: the logo, and one line at the end.
   */
  frame: 'checkout' | 'admin' | 'none' | 'link'
  /** False where React does not run in the browser: the page is read as it was sent, with scripts of its own. */
  hydrates?: false
}

export type FrameKind = PageHandle['frame'] | 'full'

export function useFrameKind(): FrameKind {
  return useHandles().findLast((handle) => handle?.frame)?.frame ?? 'full'
}

/** Whether the page now shown needs React's scripts; one that says that the page failed does. */
export function useHydrates(): boolean {
  const hasFailed = Boolean(useRouteError())
  const handles = useHandles()
  return hasFailed || handles.every((handle) => handle?.hydrates !== false)
}

function useHandles() {
  return useMatches().map(({ handle }) => handle as PageHandle | undefined)
}
