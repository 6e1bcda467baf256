import type { Cake } from './cake.schema.ts'

type Tagged = Pick<Cake, 'id' | 'category' | 'flavours'>

/** On every page that lists cakes. */
export const catalogueTag = 'catalogue'

/** On all that shows this cake. */
export const cakeTag = (id: string) => `cake:${id}`

/** The ids of the cakes that tags name. */
export function cakeIdsIn(tags: Iterable<string>): Set<string> {
  const own = [...tags].filter((tag) => tag.startsWith(cakeTag('')))
  return new Set(own.map((tag) => tag.slice(cakeTag('').length)))
}

const kindTags = ({ category, flavours }: Tagged) => [
  `category:${category}`,
  ...flavours.map((flavour) => `flavour:${flavour}`),
]

/** What a cake's own page shows: the cake, those beside it, and by its category and flavours those that may come. */
export function tagsOfCakePage(cake: Tagged, goesWith: readonly Pick<Cake, 'id'>[]): string[] {
  return [cake, ...goesWith].map(({ id }) => cakeTag(id)).concat(kindTags(cake))
}

/**
 * The tags of every page that a change of a cake can be seen on. Neighbours are chosen by category, flavours and
 * stars, so their pages go only where one of these, or whether the cake is published, has changed.
 *
 * @param before null for a cake that was not published
 * @param after null for one that no longer is
 */
export function tagsOfChange(
  before: (Tagged & Pick<Cake, 'stars'>) | null,
  after: (Tagged & Pick<Cake, 'stars'>) | null,
): string[] {
  const cakes = [before, after].filter((cake) => cake !== null)
  const own = cakes.map(({ id }) => cakeTag(id))
  const kind = new Set(cakes.flatMap(kindTags))
  const moved =
    before === null ||
    after === null ||
    before.stars !== after.stars ||
    kindTags(before).join('\n') !== kindTags(after).join('\n')
  return [...new Set([catalogueTag, ...own, ...(moved ? kind : [])])]
}
