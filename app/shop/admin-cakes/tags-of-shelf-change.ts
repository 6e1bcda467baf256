import { tagsOfChange } from '#shop/cakes/cake-tags.ts'
import type { AdminCake } from './admin-cake.ts'

type Shown = Pick<AdminCake, 'id' | 'category' | 'flavours' | 'stars' | 'hidden'>

/** The tags of the public pages on which a change of a cake can be seen; null is a cake that is not there. */
export function tagsOfCakeChange(before: Shown | null, after: Shown | null): string[] {
  const was = onShow(before)
  const is = onShow(after)
  return was || is ? tagsOfChange(was, is) : []
}

const onShow = (cake: Shown | null) => (cake?.hidden === false ? cake : null)
