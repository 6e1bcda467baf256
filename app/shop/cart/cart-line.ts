import type { Egg } from '#shop/cakes/cake.schema.ts'
import type { ChosenText } from '#shop/cakes/chosen.ts'

/** A line of the cart, stored in the browser. The names of its fields are the specification's; `egg` is ours. */
export interface CartLine {
  id: string
  cakeid: string
  name: string
  category: string
  flavour: string
  /** Weight in kg as text, '0.5'. */
  wt: string
  /** Null where it is not known: an older cart does not say it. */
  egg: Egg | null
  /** Of each of the cake's choices the option, as `cakes/choices.ts` says. */
  chosen: ChosenText[]
  amount: number
  /** The name on the cake, '' for none. */
  bname: string
  /** Of a customised cake how it shall be, of any other a note for the baker; '' for none. */
  detail: string
  /** A customised cake: priced by the baker later. */
  customize: boolean
  isConfirmed: 'processing'
  /** Addresses of pictures; the first is shown. */
  image: string[]
  /** Rupees per kg, or per piece when priced flat; 0 for a customised cake. */
  price: number
  /** How many can be ordered together; `max` is the same number. */
  stock: number
  max: number
  /** When it can be had next: 'Sold out today, next: Sat 5 Dec'; left out if it can be had by its lead hours. */
  soldOut?: string
}

const orderedFields = [
  ...(['name', 'category', 'flavour', 'wt', 'egg', 'chosen'] as const),
  ...(['amount', 'bname', 'detail', 'customize'] as const),
]

/** What a line of the cart and the item of an order have in common. */
export type Ordered = Pick<CartLine, (typeof orderedFields)[number]>

export const orderedOf = (line: Ordered) =>
  Object.fromEntries(orderedFields.map((field) => [field, line[field]])) as unknown as Ordered

export function parseEgg(value: unknown): Egg | null {
  return value === 'Egg' || value === 'Eggless' ? value : null
}

const customCakeStock = 5

/** What is the same in every line of a customised cake. */
export const customisedLine = {
  name: 'Customized Cake',
  category: 'Customized Cake',
  customize: true,
  isConfirmed: 'processing',
  chosen: [] as ChosenText[],
  price: 0,
  stock: customCakeStock,
  max: customCakeStock,
} as const

/**
 * Same cake, flavour, weight, options, name on the cake and note are one line: cake id + flavour + weight, and '|' + name and a line
 * break + note when there is one, so that two names are two lines and none is lost.
 */
export function lineId({
  cakeid,
  flavour,
  wt,
  bname,
  detail,
  chosen = [],
}: Pick<CartLine, 'cakeid' | 'flavour' | 'wt' | 'bname'> & {
  detail?: string
  chosen?: readonly ChosenText[]
}): string {
  const name = bname.trim()
  return `${cakeid}${flavour}${wt}${chosen.join('')}${name && `|${name}`}${detail ? `\n${detail}` : ''}`
}

/**
 * Adds a line; one with the same id grows instead and takes over the newer price and stock. Stock caps what is
 * in the cart, and `capped` says that less than the wanted amount was added. A cake without stock is not added.
 */
export function addLine(
  lines: readonly CartLine[],
  line: CartLine,
): { lines: CartLine[]; capped: boolean } {
  const existing = lines.find(({ id }) => id === line.id)
  const amount = (existing?.amount ?? 0) + line.amount
  const inOthers = piecesOf(line, lines) - (existing?.amount ?? 0)
  const room = line.stock - inOthers
  if (room < 1) return { lines: [...lines], capped: true }
  const merged = { ...line, amount: Math.min(amount, room) }
  return {
    lines: existing
      ? lines.map((other) => (other.id === line.id ? merged : other))
      : [...lines, merged],
    capped: amount > room,
  }
}

export function removeLine(lines: readonly CartLine[], id: string): CartLine[] {
  return lines.filter((line) => line.id !== id)
}

/** Puts back a line that was removed, where it stood. If it was added again meanwhile, that line grows. */
export function restoreLine(lines: readonly CartLine[], line: CartLine, place: number): CartLine[] {
  if (lines.some(({ id }) => id === line.id)) return addLine(lines, line).lines
  return [...lines.slice(0, place), line, ...lines.slice(place)]
}

type Pieces = Pick<CartLine, 'cakeid' | 'amount'>

export function piecesOf({ cakeid }: Pick<Pieces, 'cakeid'>, lines: readonly Pieces[]): number {
  return lines.reduce((sum, line) => (line.cakeid === cakeid ? sum + line.amount : sum), 0)
}

/** Lines of cakes above their stock; they block the checkout. */
export function exceedsStock(lines: readonly CartLine[]): CartLine[] {
  return lines.filter((line) => piecesOf(line, lines) > line.stock)
}

export function exceedsStockText(stock: number): string {
  return `Only ${stock} can be ordered at once`
}

/**
 * One more or one less of a line, never below 1. Stock does not stop it: the line then says so, and checkout waits.
 */
export function changeLineAmount(lines: readonly CartLine[], id: string, by: 1 | -1): CartLine[] {
  return lines.map((line) =>
    line.id === id ? { ...line, amount: Math.max(1, line.amount + by) } : line,
  )
}

/** '1 × Rasmalai, 2 × Truffle'. */
export function cakesText(lines: readonly Pick<CartLine, 'amount' | 'name'>[]): string {
  return lines.map(({ amount, name }) => `${amount} × ${name}`).join(', ')
}
