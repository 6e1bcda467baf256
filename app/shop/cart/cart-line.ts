import type { Egg } from '#shop/cakes/cake.schema.ts'

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
  /** How many pieces, at least 1. */
  amount: number
  /** The name on the cake, '' for none. */
  bname: string
  /** A customised cake: priced by the baker later and paid in cash. */
  customize: boolean
  /** What the customer adds about a customised cake, '' for none. */
  detail: string
  isConfirmed: 'processing'
  /** Addresses of pictures; the first is shown. */
  image: string[]
  /** Rupees per kg, or per piece when priced flat; 0 for a customised cake. */
  price: number
  /** The most that can be ordered together; `max` is the same number. */
  stock: number
  max: number
}

/** 'Egg' or 'Eggless'; null for anything else. */
export function parseEgg(value: unknown): Egg | null {
  return value === 'Egg' || value === 'Eggless' ? value : null
}

export const customCakeName = 'Customized Cake'
export const customCakeStock = 5

const idLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Same cake, flavour, weight and name on the cake are one line: cake id + flavour + weight, and '|' + name
 * when there is one, so that two names are two lines and none is lost.
 */
export function lineId({
  cakeid,
  flavour,
  wt,
  bname,
}: Pick<CartLine, 'cakeid' | 'flavour' | 'wt' | 'bname'>): string {
  const name = bname.trim()
  return `${cakeid}${flavour}${wt}${name && `|${name}`}`
}

/** A customised cake for the cart, under a random id of 8 characters; `random` gives numbers from 0 up to 1. */
export function customLine(
  request: Pick<CartLine, 'flavour' | 'wt' | 'egg' | 'bname' | 'detail' | 'image'>,
  random: () => number,
): CartLine {
  const id = Array.from({ length: 8 }, () =>
    idLetters.charAt(Math.floor(random() * idLetters.length)),
  ).join('')
  return {
    id,
    cakeid: id,
    name: customCakeName,
    category: customCakeName,
    flavour: request.flavour,
    wt: request.wt,
    egg: request.egg,
    amount: 1,
    bname: request.bname,
    customize: true,
    detail: request.detail,
    isConfirmed: 'processing',
    image: request.image,
    price: 0,
    stock: customCakeStock,
    max: customCakeStock,
  }
}
