import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { type CartLine, customisedLine } from './cart-line.ts'

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
