import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { ApiError, upload } from '#platform/http/api-client.ts'
import { keptPictures } from '#shop/pictures/picture-list.ts'
import { pictureUploads } from '#shop/pictures/picture-uploads.ts'
import type { uploadPictureEndpoint } from '#shop/pictures/pictures.endpoints.ts'
import { toast } from '#ui/toast.ts'
import { formValuesOf, keptPicturesOf } from './cake-form-values.ts'
import { type CheckedCake, type NewCakeInput, newCakeSchema } from './new-cake.schema.ts'
import type { ShelfCake } from './shelf-cake.ts'

export type CakeForm = ReturnType<typeof useCakeForm>

const resolver = zodResolver(newCakeSchema)
const sendPicture = upload<typeof uploadPictureEndpoint>
const ownFields = Object.keys(newCakeSchema.shape).filter(
  (field) => field !== 'image' && field !== 'alts',
) as Path<NewCakeInput>[]

/**
 * The form of a cake. Pictures are sent while the rest is being written; sending the form waits for them. What the
 * server refuses is told in a toast and beside its fields, and what was typed stays.
 */
export function useCakeForm(cake: ShelfCake | null, send: (cake: CheckedCake) => Promise<void>) {
  const form = useForm<NewCakeInput, unknown, CheckedCake>({
    resolver,
    mode: 'onTouched',
    defaultValues: formValuesOf(cake),
  })
  const { setValue, clearErrors, setError, trigger, formState } = form
  const [uploads] = useState(() =>
    pictureUploads(
      (file, options) => sendPicture('/cakes/upload', file, options),
      keptPicturesOf(cake),
    ),
  )
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<string | null>(null)

  useEffect(() => uploads.stop, [uploads])
  useEffect(() => {
    const listen = () => {
      const kept = keptPictures(uploads.current())
      setValue(
        'image',
        kept.map(({ address }) => address),
        { shouldDirty: true },
      )
      setValue(
        'alts',
        kept.map(({ alt }) => alt),
        { shouldDirty: true },
      )
      clearErrors('image')
    }
    return uploads.subscribe(listen)
  }, [uploads, setValue, clearErrors])

  const sendChecked = form.handleSubmit(async (values) => {
    setConflict(null)
    try {
      await send(values)
      form.reset(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.problem.status === 409) setConflict(error.problem.detail)
      else toast.error(error.problem.detail)
      for (const [field, message] of Object.entries(error.problem.errors ?? {}))
        setError(field as Path<NewCakeInput>, { message })
    }
  })

  async function waitForPictures(): Promise<boolean> {
    await uploads.settled()
    const failed = uploads.current().length - keptPictures(uploads.current()).length
    if (failed === 0) return true
    setError('image', { message: notSent(failed) }, { shouldFocus: true })
    return false
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      // Said at once, not only when the last picture has arrived.
      const fine = await trigger(ownFields, { shouldFocus: true })
      if (fine && (await waitForPictures())) await sendChecked()
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    uploads,
    list,
    onSubmit,
    busy,
    /** Why the cake is no longer the one that was read; null while it is. */
    conflict,
    unsaved: formState.isDirty || list.some(({ state }) => state !== 'kept'),
  }
}

function notSent(failed: number) {
  return failed === 1
    ? 'One picture could not be sent. Try it again, or remove it.'
    : `${failed} pictures could not be sent. Try them again, or remove them.`
}
