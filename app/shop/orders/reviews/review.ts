import { isExtra } from '#shop/cakes/cake-price.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { statusesToMake } from '../item-status.ts'
import type { OrderItem } from '../order.ts'

/** What each number of stars says, from one on. */
export const starWords = ['Bad', 'Not good', 'All right', 'Good', 'Loved it'] as const

/** The cakes of the catalogue that have arrived with an order: each can be reviewed. */
export function reviewableItems<
  Item extends Pick<OrderItem, 'cakeId' | 'category' | 'customize' | 'status'>,
>({ arrivedAt, items }: { arrivedAt: Date | null; items: readonly Item[] }): Item[] {
  if (arrivedAt === null) return []
  return items.filter(
    ({ cakeId, category, customize, status }) =>
      cakeId !== null && !customize && !isExtra(category) && statusesToMake.includes(status),
  )
}

/** '1 kg, eggless' */
export function aboutItem({ wt, egg }: Pick<OrderItem, 'wt' | 'egg'>): string {
  return [formatWeight(wt), egg === 'Egg' ? 'with egg' : egg?.toLowerCase()]
    .filter(Boolean)
    .join(', ')
}

/** The id of the part of an order's page in which its cakes are reviewed. */
export const reviewsPart = (orderNumber: number) => `reviews-${orderNumber}`
