import type { DefaultValues } from 'react-hook-form'
import type { PictureShape } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import type { UploadedPicture } from '#shop/pictures/picture-uploads.ts'
import { kilos } from '#shop/values/weight.ts'
import type { CakeSummary } from '../../cake.schema.ts'
import { unknownWork } from '../../cake-work.ts'
import { categoryLabel } from '../../category.ts'
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
  ...unknownWork,
  stars: 0,
  reviews: [],
  earlierPrice: null,
  featured: false,
  hidden: false,
  image: [],
  alts: [],
} satisfies FormValues

export function toFormValues(cake: AdminCake | null): FormValues {
  if (!cake) return newCake
  const { _id, id: _ownId, pictures: _pictures, updatedAt: _updatedAt, ...values } = cake
  return { ...values, category: categoryLabel(values.category) }
}

export function toUploadedPictures(cake: AdminCake | null): UploadedPicture[] {
  const { pictures = [], image = [], alts = [] } = cake ?? {}
  return pictures.map(({ alt: _, ...picture }, place) => ({
    key: picture.id,
    state: 'uploaded',
    alt: alts[place] ?? '',
    preview: picturePath(picture.id, 320, 'webp'),
    address: image[place] ?? '',
    picture,
  }))
}

const { shape } = cakeInputSchema

/** '1.0 kg' becomes '1'. Text that is no weight stays as it is. */
export function normaliseWeight(text: string): string {
  return shape.weight.safeParse([text]).data?.[0] ?? text
}

/** 'Pastries' becomes 'pestry'. */
export function normaliseCategory(text: string): string {
  return shape.category.safeParse(text).data ?? ''
}

/** The card of an unfinished cake; missing and wrong values are left empty. */
export function previewCard(values: FormValues, picture: PictureShape | undefined): CakeSummary {
  return {
    id: '',
    name: values.name?.trim() || 'Cake name',
    category: normaliseCategory(values.category ?? ''),
    price: shape.price.safeParse(values.price).data ?? 0,
    weight: (values.weight ?? []).flatMap((wt) => (wt && kilos(wt) !== null ? [wt] : [])),
    egg: values.egg ?? 'Egg',
    stars: shape.stars.safeParse(values.stars).data ?? 0,
    description: '',
    pictures: picture ? [{ ...picture, alt: '' }] : [],
  }
}
