import type { Cake } from '#shop/cakes/cake.schema.ts'
import { categoryCakes } from '#shop/cakes/category.ts'
import type { Picture } from '#shop/pictures/picture.schema.ts'

/** A way into the catalogue: cakes of one category, shown by the picture of one of them. */
export interface Occasion {
  category: string
  label: string
  picture: Picture
}

type Choice = Pick<Cake, 'category' | 'featured' | 'pictures'>

// The order a celebration comes to mind in; categories made later follow by name.
const familiar = ['Birthday', 'Wedding', 'Premium', 'Indian Fusion', 'Chocolate', 'Fruit', 'pestry']
const labels: Record<string, string> = { pestry: categoryCakes('pestry') }

/** Every category that has a cake with a picture, each with a cake that the featured grid does not show already. */
export function listOccasions(cakes: readonly Choice[]): Occasion[] {
  const byCategory = new Map<string, Choice>()
  for (const cake of cakes) {
    if (!cake.pictures[0]) continue
    const chosen = byCategory.get(cake.category)
    if (!chosen || (chosen.featured && !cake.featured)) byCategory.set(cake.category, cake)
  }
  return [...byCategory.values()]
    .sort((a, b) => place(a) - place(b) || a.category.localeCompare(b.category))
    .flatMap(({ category, pictures: [picture] }) =>
      picture ? [{ category, label: labels[category] ?? category, picture }] : [],
    )
}

function place({ category }: Choice) {
  const known = familiar.indexOf(category)
  return known === -1 ? familiar.length : known
}
