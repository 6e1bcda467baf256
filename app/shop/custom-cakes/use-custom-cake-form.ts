import {
  type ChangeEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useNavigate } from 'react-router'
import { parseEgg } from '#shop/cart/cart-line.ts'
import { addToCart, cart, removeFromCart, stateWithAddedLine } from '#shop/cart/cart-store.ts'
import { type DraftDesign, storedDraft } from '#shop/cart/custom-draft.ts'
import { customLine } from '#shop/cart/custom-line.ts'
import type { CustomRequest } from '#shop/cart/custom-request.schema.ts'
import {
  failedUploadsMessage,
  type ListedPicture,
  type PictureUploads,
  pictureUploads,
  type UploadedPicture,
  uploadedPictures,
} from '#shop/pictures/picture-uploads.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { useEarlyInput } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type { DrawnDesign } from './cake-design.ts'

export const customCakeFormId = 'custom-cake'

export type CustomCakeForm = ReturnType<typeof useCustomCakeForm>

type Words = Omit<CustomRequest, 'image'>

const noWords: Words = { flavour: '', wt: '', egg: null, bname: '', detail: '' }

/**
 * The form of a custom cake. Its draft is stored for the visit until it is in the cart. Pictures upload, and a design is
 * drawn, while the rest is being written; adding to the cart waits for them.
 */
export function useCustomCakeForm() {
  const navigate = useNavigate()
  const [uploads] = useState(() => pictureUploads(sendCakePicture))
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current)
  const [words, setWords] = useState(noWords)
  const [designing, setDesigning] = useState(false)
  /** The id of the cart's line that is being changed, '' for a new cake. */
  const line = useRef('')
  const change = (changed: Partial<Words>) => setWords((before) => ({ ...before, ...changed }))

  const loadSchema = async () =>
    (await import('#shop/cart/custom-request.schema.ts')).customFormSchemaFor(picturesOf(uploads))
  const form = useSchemaForm(loadSchema, async (request) => {
    await uploads.settled()
    // An uploading picture counts, until it fails.
    const { image, failure } = picturesOf(uploads)
    if (failure !== null || (image.length === 0 && request.detail === '')) {
      await form.check('image')
      return
    }
    const id = putIntoCart({ ...request, image }, line.current)
    storedDraft.save(null)
    await navigate('/cart', stateWithAddedLine(id))
  })

  useEarlyInput(customCakeFormId, (found) => {
    const draft = storedDraft.current()
    const typed = (name: 'flavour' | 'wt' | 'bname' | 'detail') =>
      found.get(name) || (draft?.[name] ?? '')
    const lookedFor = new URLSearchParams(window.location.search).get('detail') ?? ''
    line.current = draft?.line ?? ''
    setWords({
      flavour: typed('flavour'),
      wt: typed('wt'),
      bname: typed('bname'),
      egg: parseEgg(found.get('egg')) ?? draft?.egg ?? null,
      detail: typed('detail') || lookedFor,
    })
    restoreDesigns(uploads, draft?.pictures ?? [])
    void removeMissingDesigns(uploads).then((gone) => {
      if (gone) toast.info('A picture has expired. Please add it again.')
    })
  })

  const checkPictures = useEffectEvent(() => {
    if (form.field('image').error) void form.check('image')
  })
  useEffect(() => {
    if (words === noWords) return
    const pictures = uploadedPictures(list).map(({ key, address, alt }) => ({
      address,
      words: alt,
      drawn: key === drawnKey,
    }))
    storedDraft.save({ ...words, line: line.current, pictures })
    checkPictures()
  }, [words, list])

  useEffect(() => uploads.stop, [uploads])
  useEffect(() => {
    let drawn = drawnWords(uploads.current())
    return uploads.subscribe(() => {
      const before = drawn
      drawn = drawnWords(uploads.current())
      if (drawn === before) return
      const now = drawn
      setWords((old) => ({ ...old, detail: writeDrawnWords(old.detail, before, now) }))
    })
  }, [uploads])

  return {
    form,
    uploads,
    list,
    words,
    change,
    text: (name: 'flavour' | 'wt' | 'detail') => ({
      ...form.field(name),
      value: words[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change({ [name]: target.value }),
    }),
    designing,
    setDesigning,
    /** Rejects when the design is not drawn. */
    addDrawn: (drawing: Promise<DrawnDesign>) =>
      uploads.putFirstWhenUploaded(
        drawnKey,
        drawing.then((drawn) => shopPicture(drawnKey, drawn)),
      ),
  }
}

/** Adds the cake to the cart, in place of the line that it was changed from; returns its line's id. */
function putIntoCart(request: CustomRequest, changedLine: string): string {
  const existing = cart.current().find(({ id }) => id === changedLine)
  const newLine = customLine(request, cryptoRandom)
  const line = existing
    ? { ...newLine, id: existing.id, cakeid: existing.cakeid, amount: existing.amount }
    : newLine
  if (existing) removeFromCart(existing.id)
  addToCart(line)
  return line.id
}

/** The pictures as they are now: uploading ones count, and failed ones must be removed first. */
function picturesOf(uploads: PictureUploads) {
  const list = uploads.current()
  const listed = list
    .filter(({ state }) => state !== 'failed')
    .map((one) => (one.state === 'uploaded' ? one.address : one.key))
  const image = isFirstDrawing(uploads) ? [drawnKey, ...listed] : listed
  return { image, failure: failedUploadsMessage(list) }
}

/** Whether a design is being drawn, and not in place of one that is listed already. */
function isFirstDrawing({ current, isUploading }: PictureUploads): boolean {
  return isUploading(drawnKey) && current().every(({ key }) => key !== drawnKey)
}

/** From 0 up to 1, unpredictable. */
function cryptoRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number / 2 ** 32
}

/** The key of the picture that was drawn in the designer. */
export const drawnKey = 'drawn'

/** What the drawn design shows, '' without one. */
function drawnWords(list: readonly ListedPicture[]): string {
  return list.find(({ key }) => key === drawnKey)?.alt ?? ''
}

/** The details with the drawn design's words in place of an earlier one's, so that the baker reads what was chosen. */
export function writeDrawnWords(detail: string, before: string, now: string): string {
  const line = (words: string) => words && `Drawn design: ${words}`
  const others = detail.split('\n').filter((one) => before === '' || one !== line(before))
  return [others.join('\n').trim(), line(now)].filter(Boolean).join('\n')
}

function shopPicture(key: string, { address, words }: DrawnDesign): UploadedPicture {
  return { key, state: 'uploaded', alt: words, preview: address, address }
}

/** Shows the pictures of a stored draft, in their order. */
function restoreDesigns(uploads: PictureUploads, designs: readonly DraftDesign[]) {
  for (const design of designs.toReversed()) {
    uploads.putFirst(shopPicture(design.drawn ? drawnKey : design.address, design))
  }
}

/** Removes pictures that the server has purged: they were uploaded long ago. True if there were some. */
async function removeMissingDesigns(uploads: PictureUploads): Promise<boolean> {
  const uploaded = uploads.current().filter((one) => one.state === 'uploaded')
  const isPurged = await Promise.all(uploaded.map(({ address }) => checkPurged(address)))
  for (const [place, { key }] of uploaded.entries()) if (isPurged[place]) uploads.remove(key)
  return isPurged.includes(true)
}

async function checkPurged(address: string): Promise<boolean> {
  try {
    // The browser caches pictures for ever.
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}
