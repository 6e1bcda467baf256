import { ownPicturePattern } from '#shop/pictures/picture-sizes.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { type CartLine, customisedLine, parseEgg } from './cart-line.ts'

interface CustomDraft extends Pick<CartLine, 'flavour' | 'wt' | 'egg' | 'bname' | 'detail'> {
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

export const storedDraft = createStored('custom-cake', parseDraft, { visit: true })

function parseDraft(stored: unknown): CustomDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { line, flavour, wt, egg, bname, detail, pictures } = fieldsOf(stored)
  return {
    line: textOf(line),
    flavour: textOf(flavour),
    wt: textOf(wt),
    egg: parseEgg(egg),
    bname: textOf(bname),
    detail: textOf(detail),
    pictures: Array.isArray(pictures) ? pictures.flatMap(toDesign) : [],
  }
}

export function toDraft({ id, flavour, wt, egg, bname, detail, image }: CartLine): CustomDraft {
  const pictures = image.map((address) => ({ address, words: '', drawn: false }))
  return { line: id, flavour, wt, egg, bname, detail, pictures }
}

function toDesign(stored: unknown): DraftDesign[] {
  const fields = fieldsOf(stored)
  const address = textOf(fields.address)
  // Whatever is stored, only the shop's own pictures are shown.
  if (!ownPicturePattern.test(address)) return []
  return [{ address, words: textOf(fields.words), drawn: fields.drawn === true }]
}

/** Pictures that a customer may upload for one cake, beside one from the designer. */
export const maxUploadedDesigns = 5
export const maxDetailLength = 2000

const idLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A customised cake for the cart, under a random id of 8 characters; `random` gives numbers from 0 up to 1. */
export function customLine(
  request: Pick<CartLine, 'flavour' | 'wt' | 'egg' | 'bname' | 'detail' | 'image'>,
  random: () => number,
): CartLine {
  const id = Array.from({ length: 8 }, () =>
    idLetters.charAt(Math.floor(random() * idLetters.length)),
  ).join('')
  return { ...request, ...customisedLine, id, cakeid: id, amount: 1 }
}

/** ' 1,50 kg' and '1½' become '1.5'. Text that is no weight stays as it is. */
export function normaliseKilos(text: string): string {
  const tidy = tidyEntry(text)
  const bare = tidy
    .replace(',', '.')
    .replace(/(?:^| )1\/2(?!\d)/, '.5')
    .replace(/kg\.?$/i, '')
    .trimEnd()
  return /^(\d{1,3}|\d{0,3}\.\d{1,2})$/.test(bare) ? String(Number(bare)) : tidy
}
