import type { Order } from '../order.schema.ts'

/** The flavours of cakes, by the cake's id. */
export type Flavours = Readonly<Record<string, readonly string[]>>

/** The flavours of the cakes of orders that can be changed. */
export function flavoursOf(
  orders: readonly Pick<Order, 'fulfilment' | 'order'>[],
  cakes: ReadonlyMap<string, { flavours: readonly string[] }>,
): Flavours {
  const ids = orders
    .filter(({ fulfilment }) => fulfilment === 'placed')
    .flatMap(({ order }) => order.flatMap(({ cakeid }) => cakeid ?? []))
  return Object.fromEntries(ids.map((id) => [id, cakes.get(id)?.flavours ?? []]))
}
