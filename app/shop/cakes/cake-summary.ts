import type { Cake } from './cake.schema.ts'

/** What a card shows of a cake; the description only in the list view. */
export type CakeSummary = Pick<
  Cake,
  'id' | 'name' | 'category' | 'price' | 'weight' | 'egg' | 'stars' | 'description' | 'pictures'
>

/** A cake cut down to its card in a grid: the rest of it would only make the page heavier. */
export function toCakeSummary(cake: Cake): CakeSummary {
  const { id, name, category, price, weight, egg, stars, pictures } = cake
  return {
    id,
    name,
    category,
    price,
    weight,
    egg,
    stars,
    description: '',
    pictures: pictures.slice(0, 1),
  }
}
