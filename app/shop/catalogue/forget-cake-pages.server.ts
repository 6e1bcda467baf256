import type { PageCache } from '#platform/http/page-cache.server.ts'
import { tagsOfChange } from '#shop/cakes/cake-tags.ts'
import type { ShelfCake } from './shelf-cake.ts'

/** Forgets the public pages on which a committed change of a cake can be seen; null is a cake that is not there. */
export function forgetCakePages(
  publicPages: Pick<PageCache, 'forget'>,
  before: ShelfCake | null,
  after: ShelfCake | null,
) {
  const was = onShow(before)
  const is = onShow(after)
  if (was || is) publicPages.forget(tagsOfChange(was, is))
}

const onShow = (cake: ShelfCake | null) => (cake?.hidden === false ? cake : null)
