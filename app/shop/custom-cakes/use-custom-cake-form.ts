import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { parseEgg } from '#shop/cart/cart-line.ts'
import { addToCart, cart, removeFromCart, stateWithAddedLine } from '#shop/cart/cart-store.ts'
import { customLine, storedDraft } from '#shop/cart/custom-draft.ts'
import type { CustomRequest } from '#shop/cart/order-line.schema.ts'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { useEarlyInput } from '#ui/hydration.tsx'
import type { DesignPictures } from './customize-design.tsx'

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
  /** Null until their part of the page is loaded. */
  const [pictures, setPictures] = useState<DesignPictures | null>(null)
  const [words, setWords] = useState(noWords)
  const [designing, setDesigning] = useState(false)
  /** The id of the cart's line that is being changed, '' for a new cake. */
  const line = useRef('')
  const change = (changed: Partial<Words>) => setWords((before) => ({ ...before, ...changed }))

  const loadSchema = async () =>
    (await import('#shop/cart/order-line.schema.ts')).customFormSchemaFor(requested(pictures))
  const form = useSchemaForm(loadSchema, async (request) => {
    await pictures?.settled()
    // An uploading picture counts, until it fails.
    const { image, failure } = requested(pictures)
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
  })

  const checkPictures = useEffectEvent(() => {
    if (form.field('image').error) void form.check('image')
  })
  useEffect(() => {
    if (words === noWords) return
    const designs = pictures?.uploaded() ?? storedDesigns()
    storedDraft.save({ ...words, line: line.current, pictures: designs })
    checkPictures()
  }, [words, pictures])

  const drawn = useRef<string>(undefined)
  useEffect(() => {
    if (!pictures) return
    const now = pictures.drawnWords()
    const before = drawn.current ?? now
    drawn.current = now
    if (now !== before)
      setWords((old) => ({ ...old, detail: writeDrawnWords(old.detail, before, now) }))
  }, [pictures])

  return {
    form,
    setPictures,
    list: pictures?.list ?? [],
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

const storedDesigns = () => storedDraft.current()?.pictures ?? []

/** Until the pictures are loaded, those of the draft. */
const requested = (pictures: DesignPictures | null) =>
  pictures?.requested() ?? { image: storedDesigns().map(({ address }) => address), failure: null }

/** From 0 up to 1, unpredictable. */
function cryptoRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number / 2 ** 32
}

/** The details with the drawn design's words in place of an earlier one's, so that the baker reads what was chosen. */
export function writeDrawnWords(detail: string, before: string, now: string): string {
  const line = (words: string) => words && `Drawn design: ${words}`
  const others = detail.split('\n').filter((one) => before === '' || one !== line(before))
  return [others.join('\n').trim(), line(now)].filter(Boolean).join('\n')
}
