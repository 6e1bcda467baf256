import type { DefaultValues } from 'react-hook-form'
import { kilos } from '#shop/cakes/cake-price.ts'
import type { CakeSummary } from '#shop/cakes/cake-summary.ts'
import type { KeptPicture, PictureShape } from '#shop/pictures/picture-list.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import type { AdminCake } from '../admin-cake.ts'
import { type CakeInput, cakeInputSchema } from '../cake-input.schema.ts'

type FormValues = DefaultValues<CakeInput>

const newCake = {
  name: '',
  category: '',
  description: '',
  flavours: [],
  weight: [],
  stock: 10,
  stars: 0,
  reviews: [],
  earlierPrice: null,
  featured: false,
  hidden: false,
  image: [],
  alts: [],
} satisfies FormValues

/** What the form begins with: a cake as it stands, or a new one. */
export function toFormValues(cake: AdminCake | null): FormValues {
  if (!cake) return newCake
  const { name, category, description, flavours, weight, egg, image, alts } = cake
  const { price, earlierPrice, stock, stars, reviews, featured, hidden } = cake
  const words = { name, category, description, flavours, weight, egg, image, alts }
  return { ...words, price, earlierPrice, stock, stars, reviews, featured, hidden }
}

/** The pictures a cake has, for the form's list. */
export function toUploadedPictures(cake: AdminCake | null): KeptPicture[] {
  const { pictures = [], image = [], alts = [] } = cake ?? {}
  return pictures.map(({ alt: _, ...picture }, place) => ({
    key: picture.id,
    state: 'kept',
    alt: alts[place] ?? '',
    preview: picturePath(picture.id, 320, 'webp'),
    address: image[place] ?? '',
    picture,
  }))
}

const { shape } = cakeInputSchema

/** One weight in the spelling that is kept: '1.0 kg' is '1'. What is no weight stays as it is. */
export function normaliseWeight(text: string): string {
  return shape.weight.safeParse([text]).data?.[0] ?? text
}

/** The category in the spelling that is kept: 'Pastries' is 'pestry'. */
export function normaliseCategory(text: string): string {
  return shape.category.safeParse(text).data ?? ''
}

/** The card of a cake that is still being written; what is missing or wrong is left open. */
export function previewCard(values: FormValues, picture: PictureShape | undefined): CakeSummary {
  return {
    id: '',
    name: values.name?.trim() || 'Name of the cake',
    category: normaliseCategory(values.category ?? ''),
    price: shape.price.safeParse(values.price).data ?? 0,
    weight: (values.weight ?? []).flatMap((wt) => (wt && kilos(wt) !== null ? [wt] : [])),
    egg: values.egg ?? 'Egg',
    stars: shape.stars.safeParse(values.stars).data ?? 0,
    description: '',
    pictures: picture ? [{ ...picture, alt: '' }] : [],
  }
}
