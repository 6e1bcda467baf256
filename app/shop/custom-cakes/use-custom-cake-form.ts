import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { upload } from '#platform/http/api-client.ts'
import type { DrawnDesign } from '#shop/cake-designs/cake-design.ts'
import { stateWithAddedLine } from '#shop/cart/added-line.ts'
import { customLine } from '#shop/cart/cart-line.ts'
import { addToCart, cart, removeFromCart } from '#shop/cart/cart-store.ts'
import { clearDraft, readDraft, saveDraft } from '#shop/cart/custom-draft.ts'
import type { CustomRequest } from '#shop/cart/custom-request.schema.ts'
import { failedUploadsMessage, uploadedPictures } from '#shop/pictures/picture-list.ts'
import { type PictureUploads, pictureUploads } from '#shop/pictures/picture-uploads.ts'
import type { uploadPictureEndpoint } from '#shop/pictures/pictures.endpoints.ts'
import { schemaResolver } from '#ui/forms/schema-resolver.ts'
import { useEarlyInput } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import {
  drawnKey,
  drawnWords,
  removeMissingDesigns,
  restoreDesigns,
  shopPicture,
  writeDrawnWords,
} from './custom-cake-designs.ts'

export const customCakeFormId = 'custom-cake'

export type CustomCakeForm = ReturnType<typeof useCustomCakeForm>

const checked = schemaResolver<CustomRequest, CustomRequest>(
  async () => (await import('#shop/cart/custom-request.schema.ts')).customRequestSchema,
)
const sendPicture = upload<typeof uploadPictureEndpoint>
const noWish: CustomRequest = { flavour: '', wt: '', bname: '', detail: '', image: [] }

/**
 * The form of a custom cake. Its draft is stored for the visit until it is in the cart. Pictures upload, and a design is
 * drawn, while the rest is being written; adding to the cart waits for them.
 */
export function useCustomCakeForm() {
  const navigate = useNavigate()
  const [uploads] = useState(() =>
    pictureUploads((file, options) => sendPicture('/cakes/upload', file, options)),
  )
  const [resolver] = useState(() => withPictures(uploads))
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current)
  const changing = useRef('')
  const form = useForm<CustomRequest>({ resolver, mode: 'onTouched', defaultValues: noWish })

  useEarlyInput(customCakeFormId, (found) => {
    const draft = readDraft()
    const typed = (name: 'flavour' | 'wt' | 'bname' | 'detail') =>
      found.get(name) || (draft?.[name] ?? '')
    changing.current = draft?.line ?? ''
    form.reset({
      ...{ flavour: typed('flavour'), wt: typed('wt'), bname: typed('bname') },
      ...{ detail: typed('detail'), image: [] },
    })
    restoreDesigns(uploads, draft?.pictures ?? [])
    void removeMissingDesigns(uploads).then((gone) => {
      if (gone) toast.info('A picture is no longer kept. Please add it anew.')
    })
  })

  useEffect(() => uploads.stop, [uploads])
  useEffect(() => {
    let drawn = drawnWords(uploads.current())
    const save = () => {
      const { image: _, ...words } = form.getValues()
      const pictures = uploadedPictures(uploads.current()).map(({ key, address, alt }) => ({
        address,
        words: alt,
        drawn: key === drawnKey,
      }))
      saveDraft({ ...words, line: changing.current, pictures })
    }
    const stopForm = form.subscribe({ formState: { values: true }, callback: save })
    const stopPictures = uploads.subscribe(() => {
      const now = drawnWords(uploads.current())
      if (now !== drawn) {
        form.setValue('detail', writeDrawnWords(form.getValues('detail'), drawn, now))
        drawn = now
      }
      form.clearErrors('image')
      save()
    })
    return () => {
      stopForm()
      stopPictures()
    }
  }, [form, uploads])

  const add = form.handleSubmit((request) => {
    const existing = cart.current().find(({ id }) => id === changing.current)
    const newLine = customLine(request, cryptoRandom)
    const line = existing
      ? { ...newLine, id: existing.id, cakeid: existing.cakeid, amount: existing.amount }
      : newLine
    if (existing) removeFromCart(existing.id)
    addToCart(line)
    clearDraft()
    return navigate('/cart', stateWithAddedLine(line.id))
  })
  const onSubmit = form.handleSubmit(async () => {
    await uploads.settled()
    await add()
  })

  return {
    form,
    uploads,
    list,
    onSubmit,
    busy: form.formState.isSubmitting,
    /** Rejects when the design is not drawn. */
    useDrawn: (drawing: Promise<DrawnDesign>) =>
      uploads.putFirstWhenUploaded(
        drawnKey,
        drawing.then((drawn) => shopPicture(drawnKey, drawn)),
      ),
  }
}

/** The pictures are checked with what is written; those on their way count, those that failed must go first. */
function withPictures(uploads: PictureUploads): Resolver<CustomRequest> {
  return async (values, ...rest) => {
    const list = uploads.current()
    const there = list.filter(({ state }) => state !== 'failed')
    const listed = there.map((one) => (one.state === 'uploaded' ? one.address : one.key))
    const image = isFirstDrawing(uploads) ? [drawnKey, ...listed] : listed
    const result = await checked({ ...values, image }, ...rest)
    const message = failedUploadsMessage(list)
    if (message === null) return result
    return { values: {}, errors: { ...result.errors, image: { type: 'failed', message } } }
  }
}

/** Whether a design is being drawn, and not in place of one that is listed already. */
function isFirstDrawing({ current, isUploading }: PictureUploads): boolean {
  return isUploading(drawnKey) && current().every(({ key }) => key !== drawnKey)
}

/** From 0 up to 1, and nobody can guess the next. */
function cryptoRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number / 2 ** 32
}
