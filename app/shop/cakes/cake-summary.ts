import type { Cake } from './cake.schema.ts'

/** What a card shows of a cake. */
export type CakeSummary = Pick<
  Cake,
  'id' | 'name' | 'category' | 'price' | 'weight' | 'egg' | 'stars' | 'description' | 'pictures'
>

/** A cake with its first picture alone. The description is '' unless `isDescribed`: only the list view shows it. */
export function toCakeSummary(cake: Cake, { isDescribed = false } = {}): CakeSummary {
  const { id, name, category, price, weight, egg, stars, pictures } = cake
  return {
    id,
    name,
    category,
    price,
    weight,
    egg,
    stars,
    description: isDescribed ? cake.description : '',
    pictures: pictures.slice(0, 1),
  }
}
