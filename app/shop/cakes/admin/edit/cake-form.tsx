import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import {
  type DefaultValues,
  type Path,
  type Resolver,
  useController,
  useForm,
  useWatch,
} from 'react-hook-form'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { ApiError } from '#platform/http/api-client.ts'
import type { PictureShape } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import {
  failedUploadsMessage,
  type PictureUploads,
  pictureUploads,
  type UploadedPicture,
  uploadedPictures,
} from '#shop/pictures/picture-uploads.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { kilos } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import type { CakeSummary } from '../../cake.schema.ts'
import { CakeCard } from '../../cake-card.tsx'
import { isExtra } from '../../cake-price.ts'
import {
  type AdminCake,
  type CakeInput,
  type CategoryChoices,
  type CheckedCake,
  cakeDefaults,
  cakeInputSchema,
  maxCakePictures,
  toRecord,
} from '../cake-input.schema.ts'
import { CakeFields } from './cake-fields.tsx'
import { normaliseCategory, typedCategory } from './own-fields.tsx'

interface CakeFormProps {
  state: FormState
  categories: readonly CategoryChoices[]
  /** Names of all zones. */
  zones: readonly string[]
  /** Whether the cake is not in the catalogue yet. */
  isNew: boolean
  /** Above the button: an error of the whole form. */
  children?: ReactNode
}

/** The form of a cake, with a preview of its card: beside it on wide screens, below on phones. */
export function CakeForm({ state, categories, zones, isNew, children }: CakeFormProps) {
  return (
    <>
      <form
        noValidate
        method="post"
        onSubmit={state.onSubmit}
        className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_17rem]"
      >
        <div className="grid min-w-0 gap-5">
          <CakeFields
            form={state.form}
            categories={categories}
            zones={zones}
            isNew={isNew}
            pictures={<Pictures state={state} />}
          />
        </div>
        <Preview state={state} />
        <div
          data-bottom-bar=""
          className="sticky bottom-0 z-20 -mx-(--shell-margin) grid gap-3 border-t border-line bg-cream px-(--shell-margin) py-3 lg:col-start-1 lg:mx-0 lg:px-0"
        >
          {children}
          <Button type="submit" size="large" busy={state.busy} className="lg:justify-self-start">
            {isNew ? 'Add Cake' : 'Save changes'}
          </Button>
          <NeedsScript>This form needs JavaScript.</NeedsScript>
        </div>
      </form>
      {/* Outside the form: HTML does not allow a form within a form. */}
      <LeaveGuard unsaved={state.unsaved} />
    </>
  )
}

function Pictures({ state: { form, uploads } }: { state: FormState }) {
  const { field, fieldState } = useController({ control: form.control, name: 'image' })
  return (
    <PictureUploader
      label="Image"
      uploads={uploads}
      max={maxCakePictures}
      error={fieldState.error?.message}
      ref={field.ref}
    />
  )
}

/** The real card, inert: it has no page yet. An extra has no card. */
function Preview({ state: { form, list } }: { state: FormState }) {
  const values = useWatch({ control: form.control })
  const [first] = uploadedPictures(list)
  if (isExtra(normaliseCategory(values.category ?? ''))) return null
  return (
    <section aria-label="Preview" className="grid gap-3 lg:sticky lg:top-24 lg:row-span-2">
      <h2 className="text-lg">Preview</h2>
      <div inert className="max-w-64">
        <CakeCard cake={previewCard(values, first?.picture)} />
      </div>
    </section>
  )
}

/** `navigate(to, { state: skipLeaveGuard })` leaves without asking. */
export const skipLeaveGuard = 'let-go'

function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        unsaved &&
        currentLocation.pathname !== nextLocation.pathname &&
        nextLocation.state !== skipLeaveGuard,
      [unsaved],
    ),
  )
  useBeforeUnload(useCallback((event) => unsaved && event.preventDefault(), [unsaved]))
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
    >
      <p>Your changes will be lost.</p>
    </ConfirmDialog>
  )
}

type FormState = ReturnType<typeof useCakeForm>

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
  const flavours = values.flavours.filter(Boolean)
  return { ...values, flavours, category: typedCategory(values.category) }
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
