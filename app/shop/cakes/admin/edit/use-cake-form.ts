import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Path, type Resolver, useForm } from 'react-hook-form'
import { ApiError, upload } from '#platform/http/api-client.ts'
import {
  failedUploadsMessage,
  type PictureUploads,
  pictureUploads,
  uploadedPictures,
} from '#shop/pictures/picture-uploads.ts'
import type { uploadPictureEndpoint } from '#shop/pictures/pictures.endpoints.ts'
import { toast } from '#ui/toast.tsx'
import type { AdminCake } from '../admin-cake.ts'
import { type CakeInput, type CheckedCake, cakeInputSchema } from '../cake-input.schema.ts'
import { toFormValues, toUploadedPictures } from './cake-form-values.ts'

export type CakeForm = ReturnType<typeof useCakeForm>

type FormResolver = Resolver<CakeInput, unknown, CheckedCake>

const checked: FormResolver = zodResolver(cakeInputSchema)
const sendPicture = upload<typeof uploadPictureEndpoint>

/**
 * The form of a cake. Pictures upload while the baker types; submitting waits for them. Errors of the server are
 * shown in a toast and beside their fields, and the typed values stay.
 */
export function useCakeForm(cake: AdminCake | null, send: (cake: CheckedCake) => Promise<void>) {
  const [uploads] = useState(() => uploadsOf(cake))
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
    const listen = () => {
      const pictures = uploadedPictures(uploads.current())
      setValue(
        'image',
        pictures.map(({ address }) => address),
        { shouldDirty: true },
      )
      setValue(
        'alts',
        pictures.map(({ alt }) => alt),
        { shouldDirty: true },
      )
      clearErrors('image')
    }
    return uploads.subscribe(listen)
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

function uploadsOf(cake: AdminCake | null) {
  return pictureUploads(
    (file, options) => sendPicture('/cakes/upload', file, options),
    toUploadedPictures(cake),
  )
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
