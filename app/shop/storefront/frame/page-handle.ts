import { useMatches, useRouteError } from 'react-router'

/** A page's `handle`: which frame is around it. */
export interface PageHandle {
  /**
   * 'checkout': logo and cart, and one line at the end, so that nothing leads away.
   * 'admin': one line at the end.
   * 'none' for people who do not visit the shop, such as a rider.
   * 'link' for people with a link of their own: the logo, and one line at the end.
   */
  frame: 'checkout' | 'admin' | 'none' | 'link'
  /** False if React does not run in the browser: the page has only scripts of its own. */
  hydrates?: false
}

export type FrameKind = PageHandle['frame'] | 'full'

export function useFrameKind(): FrameKind {
  return useHandles().findLast((handle) => handle?.frame)?.frame ?? 'full'
}

/** Whether the current page needs React's scripts; an error page does. */
export function useHydrates(): boolean {
  const hasFailed = Boolean(useRouteError())
  const handles = useHandles()
  return hasFailed || handles.every((handle) => handle?.hydrates !== false)
}

function useHandles() {
  return useMatches().map(({ handle }) => handle as PageHandle | undefined)
}
