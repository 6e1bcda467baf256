import type { AppContext } from '#app/context.server.ts'
import { isServed } from '#shop/delivery/delivery-plan.ts'
import { type OwnPage, ownPages } from '#shop/words/own-pages.ts'

/** The owner's pages for occasions and for areas that the shop delivers to. */
export function shownPages({
  words,
  deliveryPlan,
}: Pick<AppContext, 'words' | 'deliveryPlan'>): OwnPage[] {
  return ownPages(words.current()).filter(
    ({ path }) =>
      path.startsWith('/occasions/') || isServed(deliveryPlan.current(), path.slice(-6)),
  )
}
