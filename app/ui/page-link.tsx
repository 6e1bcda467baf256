import type { ComponentProps } from 'react'
import { Link, useViewTransitionState } from 'react-router'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<ComponentProps<typeof Link>, 'prefetch' | 'viewTransition' | 'preventScrollReset'> & {
    /** The whole path of the page, with what follows it. */
    to: `/${string}`
  }

/** A link to a page by its whole path. On the server it is its anchor alone: a page has dozens, and a Link finds out much for each. */
export const PageLink = import.meta.env.SSR ? PlainLink : LiveLink

function PlainLink(props: PageLinkProps) {
  const { to, prefetch: _, viewTransition: __, preventScrollReset: ___, ...rest } = props
  return <a href={to} {...rest} />
}

function LiveLink(props: PageLinkProps) {
  return <Link {...props} discover="none" />
}

/** Whether the browser is on its way to this path or away from it, so that what is shown may move. */
export const usePageMoves: (to: string) => boolean = import.meta.env.SSR
  ? () => false
  : useViewTransitionState

/** For `aria-current` of a link to a page: whether it, or a page below it, is the one that is shown. */
export function currentAt(pathname: string, to: string): 'page' | undefined {
  const shown = pathname.toLowerCase()
  return shown === to || shown.startsWith(`${to}/`) ? 'page' : undefined
}
