import { browserStorage, readStored, writeStored } from '#ui/browser-storage.ts'
import { type CartLine, parseEgg } from './cart-line.ts'

/** An unfinished request for a custom cake, or one from the cart that is being changed. */
export interface CustomDraft extends Pick<CartLine, 'flavour' | 'wt' | 'egg' | 'bname' | 'detail'> {
  /** The id of the cart's line that is being changed, '' for a new cake. */
  line: string
  /** Pictures that the server has, with words for them: '' for none. */
  pictures: DraftDesign[]
}

export interface DraftDesign {
  address: string
  words: string
  /** It was put together in the designer. */
  drawn: boolean
}

const key = 'custom-cake'

/** The draft of this visit; null if there is none. */
export function readDraft(storage = browserStorage('sessionStorage')): CustomDraft | null {
  const stored = readStored(storage, key)
  if (typeof stored !== 'object' || stored === null) return null
  const fields: Record<string, unknown> = { ...stored }
  const { line, flavour, wt, egg, bname, detail, pictures } = fields
  return {
    line: text(line),
    flavour: text(flavour),
    wt: text(wt),
    egg: parseEgg(egg),
    bname: text(bname),
    detail: text(detail),
    pictures: Array.isArray(pictures) ? pictures.flatMap(toDesign) : [],
  }
}

/** Stores the draft for this visit. Without space in the storage it is lost with the page. */
export function saveDraft(draft: CustomDraft, storage = browserStorage('sessionStorage')) {
  writeStored(storage, key, draft)
}

export function clearDraft(storage = browserStorage('sessionStorage')) {
  storage.removeItem(key)
}

/** The draft of a line of the cart. */
export function toDraft({ id, flavour, wt, egg, bname, detail, image }: CartLine): CustomDraft {
  const pictures = image.map((address) => ({ address, words: '', drawn: false }))
  return { line: id, flavour, wt, egg, bname, detail, pictures }
}

function toDesign(stored: unknown): DraftDesign[] {
  const fields: Record<string, unknown> = { ...Object(stored) }
  const address = text(fields.address)
  // Whatever stands in the storage, only the shop's own pictures are shown.
  if (!address.startsWith('/pictures/')) return []
  return [{ address, words: text(fields.words), drawn: fields.drawn === true }]
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
