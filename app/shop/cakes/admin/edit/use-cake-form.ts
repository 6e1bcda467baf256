import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type DefaultValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { ApiError } from '#platform/http/api-client.ts'
import type { PictureShape } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import {
  failedUploadsMessage,
  type PictureUploads,
  pictureUploads,
  type UploadedPicture,
  uploadedPictures,
} from '#shop/pictures/picture-uploads.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { toRupees } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-rupees.ts'
import { kilos } from '#shop/values/weight.ts'
import { toast } from '#ui/toast.tsx'
import type { CakeSummary } from '../../cake.schema.ts'
import { categoryLabel } from '../../category.ts'
import { type AdminCake, toRecord } from '../admin-cake.ts'
import {
  type CakeInput,
  type CheckedCake,
  cakeDefaults,
  cakeInputSchema,
} from '../cake-input.schema.ts'

export type CakeForm = ReturnType<typeof useCakeForm>

type FormResolver = Resolver<CakeInput, unknown, CheckedCake>

const checked: FormResolver = zodResolver(cakeInputSchema)

/**
 * The form of a cake. Pictures upload while the baker types; submitting waits for them. Errors of the server are
 * shown in a toast and beside their fields, and the typed values stay.
 */
export function useCakeForm(cake: AdminCake | null, send: (cake: CheckedCake) => Promise<void>) {
  const [uploads] = useState(() => pictureUploads(sendCakePicture, toUploadedPictures(cake)))
  const [resolver] = useState(() => resolverWhileUploading(uploads))
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current)
  const [conflict, setConflict] = useState<string | null>(null)
  const form = useForm<CakeInput, unknown, CheckedCake>({
    resolver,
    mode: 'onTouched',
    defaultValues: toFormValues(cake),
  })
  const { setValue, clearErrors, setError, formState } = form

  useEffect(() => uploads.stop, [uploads])
  useEffect(() => {
    return uploads.subscribe(() => {
      const pictures = uploadedPictures(uploads.current())
      const image = pictures.map(({ address }) => address)
      const alts = pictures.map(({ alt }) => alt)
      setValue('image', image, { shouldDirty: true })
      setValue('alts', alts, { shouldDirty: true })
      clearErrors('image')
    })
  }, [uploads, setValue, clearErrors])

  const sendValid = form.handleSubmit(async (values) => {
    setConflict(null)
    try {
      await send(values)
      form.reset(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.problem.status === 409) setConflict(error.problem.detail)
      else toast.error(error.problem.detail)
      for (const [field, message] of Object.entries(error.problem.errors ?? {}))
        setError(field as Path<CakeInput>, { message })
    }
  })

  function hasFailedUploads(): boolean {
    const message = failedUploadsMessage(uploads.current())
    if (message) setError('image', { message }, { shouldFocus: true })
    return message !== null
  }

  const onSubmit = form.handleSubmit(async () => {
    if (hasFailedUploads()) return
    await uploads.settled()
    if (!hasFailedUploads()) await sendValid()
  })

  return {
    form,
    uploads,
    list,
    onSubmit,
    busy: formState.isSubmitting,
    conflict,
    unsaved: formState.isDirty || list.some(({ state }) => state !== 'uploaded'),
  }
}

/** Pictures that are still uploading do not count as missing. The form is checked again when they are uploaded. */
function resolverWhileUploading(uploads: PictureUploads): FormResolver {
  return async (...args) => {
    const result = await checked(...args)
    const { image, ...errors } = result.errors
    return uploads.current().some(({ state }) => state === 'sending')
      ? ({ ...result, errors } as typeof result)
      : result
  }
}

type FormValues = DefaultValues<CakeInput>

export function toFormValues(cake: AdminCake | null): FormValues {
  if (!cake) return { ...cakeDefaults, name: '', category: '', flavours: [], weight: [], image: [] }
  const { id: _, ...values } = toRecord(cake)
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

/** The typed price, or the saved one; `none` if the field is empty. The schema says why another number is wrong. */
export function readRupees<None>(value: string | number | null | undefined, none: None) {
  if (typeof value === 'number') return value
  if (!value?.trim()) return none
  const paise = parseRupees(value)
  return paise === null ? Number(value) : toRupees(paise)
}

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
