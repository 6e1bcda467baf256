import type { Cake } from './cake.schema.ts'

type Tagged = Pick<Cake, 'id' | 'category' | 'flavours'>

/** On every page that lists cakes. */
export const catalogueTag = 'catalogue'

/** On all that shows this cake. */
export const cakeTag = (id: string) => `cake:${id}`

export function cakeIdsIn(tags: Iterable<string>): Set<string> {
  const own = [...tags].filter((tag) => tag.startsWith(cakeTag('')))
  return new Set(own.map((tag) => tag.slice(cakeTag('').length)))
}

const kindTags = ({ category, flavours }: Tagged) => [
  `category:${category}`,
  ...flavours.map((flavour) => `flavour:${flavour}`),
]

/** What a cake's own page shows: the cake, related ones, and by its category and flavours those that may come. */
export function tagsOfCakePage(cake: Tagged, related: readonly Pick<Cake, 'id'>[]): string[] {
  return [cake, ...related].map(({ id }) => cakeTag(id)).concat(kindTags(cake))
}

type ChangedCake = Tagged & Pick<Cake, 'stars'> & { hidden?: boolean }

/**
 * The tags of every page that a change of a cake can be seen on; none for a cake that is hidden before and after. Related
 * cakes are chosen by category, flavours and stars, so their pages change only when one of these has changed, or whether
 * the cake is published. Null stands for a cake that does not exist.
 */
export function tagsOfCakeChange(before: ChangedCake | null, after: ChangedCake | null): string[] {
  const published = [before, after].filter((cake) => cake !== null).filter(({ hidden }) => !hidden)
  const [first, second] = published
  if (!first) return []
  const isSameKind =
    second !== undefined &&
    first.stars === second.stars &&
    kindTags(first).join('\n') === kindTags(second).join('\n')
  const kind = isSameKind ? [] : published.flatMap(kindTags)
  return [...new Set([catalogueTag, ...published.map(({ id }) => cakeTag(id)), ...kind])]
}
