import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { moveOrder, type RequestedMove } from '#shop/handling/fulfilment/move-order.server.ts'
import { movesOf } from '#shop/handling/fulfilment/order-moves.store.server.ts'
import { findOrder, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { buy } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let orderId: string

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  const asha = await shop.customer()
  orderId = (await buy(shop, asha.token)).orderId
})
afterEach(() => shop.close())

const move = (requested: Omit<RequestedMove, 'by'> & { by?: Caller }) =>
  shop.context.db.transaction(async (tx) =>
    moveOrder(shop.context, tx, await lockPlacedOrder(tx, orderId), { by: 'shop', ...requested }),
  )

const moves = async () =>
  (await movesOf(shop.context.db, orderId)).map(({ from, to, by, detail }) => [
    from,
    to,
    by,
    detail,
  ])

describe('an order on its way', () => {
  it('is moved to the door, and each move is kept with who made it', async () => {
    await move({ move: 'bake' })
    await move({ move: 'prepare' })
    await move({ move: 'dispatch', role: 'rider' })
    expect(await move({ move: 'deliver', role: 'rider', detail: 'Neighbour' })).toBe('delivered')
    expect(await moves()).toEqual([
      ['placed', 'baking', 'shop', ''],
      ['baking', 'ready', 'shop', ''],
      ['ready', 'out_for_delivery', 'rider', ''],
      ['out_for_delivery', 'delivered', 'rider', 'Neighbour'],
    ])
    expect(await findOrder(shop.context.db, orderId)).toMatchObject({
      fulfilment: 'delivered',
      arrivedAt: shop.context.clock.now(),
    })
  })

  it('is moved once, however often the same move is sent', async () => {
    const id = newId()
    expect(await move({ id, move: 'bake' })).toBe('baking')
    expect(await move({ id, move: 'bake' })).toBe('baking')
    await expect(move({ id, move: 'prepare' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await moves()).toHaveLength(1)
  })

  it('is not moved out of order', async () => {
    await expect(move({ move: 'deliver' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await moves()).toEqual([])
  })
})
