import type { Cake } from '#shop/cakes/cake.schema.ts'
import { anyDay } from '#shop/cakes/cake-days.ts'
import type { PublishedCake } from '#shop/cakes/cakes.store.server.ts'
import { nothingSaid } from '#shop/cakes/food/food-facts.ts'
import { type CartLine, lineId } from '#shop/cart/cart-line.ts'

/** A published cake at ₹900 a kilo, of whose ingredients nothing is said. */
export function aCake({ id = 'mango', ...more }: Partial<Cake> = {}): Cake {
  return {
    _id: id,
    id,
    name: 'Mango Cake',
    image: [],
    price: 900,
    category: 'Fruit',
    flavours: ['Mango'],
    weight: ['0.5', '1'],
    egg: 'Eggless',
    choices: [],
    featured: false,
    stock: 5,
    description: 'Soft.',
    stars: 0,
    reviews: [],
    earlierPrice: null,
    leadHours: 3,
    workMinutes: 20,
    minutesPerKg: 15,
    occasions: [],
    ...anyDay,
    ...nothingSaid,
    pictures: [],
    ...more,
  }
}

/** Cakes as they are read from the catalogue, all added at one time and never sold. */
export function asPublished(...cakes: Cake[]): (PublishedCake & { sold: number })[] {
  const at = new Date('2026-11-01T06:30:00Z')
  return cakes.map((cake) => ({ cake, createdAt: at, updatedAt: at, sold: 0 }))
}

/** A line of the cart: one Truffle Cake of half a kilo at ₹425. */
export function aCartLine(more: Partial<CartLine> = {}): CartLine {
  const line: CartLine = {
    id: '',
    cakeid: 'truffle',
    name: 'Truffle Cake',
    category: 'Chocolate',
    flavour: 'Cocoa',
    wt: '0.5',
    egg: 'Egg',
    chosen: [],
    amount: 1,
    bname: '',
    customize: false,
    detail: '',
    isConfirmed: 'processing',
    image: ['/truffle.webp'],
    price: 850,
    stock: 5,
    max: 5,
    ...more,
  }
  return { ...line, id: more.id ?? lineId(line) }
}
