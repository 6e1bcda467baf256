import { type Reads, readBench } from '../reads/compare-reads.ts'

export const ordersADay = 1000

/** The slots of a week in a busy shop, for carts of one and of three cakes. */
export const delivery = readBench('the delivery times of a week, at 1,000 orders a day', {
  title: `Delivery, ${ordersADay} orders a day`,
  sizes: [1000],
  clients: 8,
  ordersADay,
  readsOf: (ids) => [1, 3].map((cakes) => deliveryOptions(ids, cakes)),
})

export const deliveryOptions = (ids: string[], cakes: number): Reads => ({
  name: `a week's slots for ${cakes === 1 ? 'a cake' : `${cakes} cakes`}`,
  paths: ids.map((_, at) => weekOf(560_001 + (at % 103), ids.slice(at, at + cakes))),
})

function weekOf(pincode: number, ids: string[]): string {
  const lines = ids.map((id) => `${id}:0.5:1`).join(',')
  return `/api/v1/delivery/options?pincode=${pincode}&lines=${lines}&days=7`
}
