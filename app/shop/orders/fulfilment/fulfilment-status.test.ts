import { describe, expect, it } from 'vitest'
import {
  type FulfilmentStatus,
  failReasons,
  fulfilmentAfter,
  fulfilmentStatuses,
  isRecipientUnreachable,
  orderMoves,
} from './fulfilment-status.ts'

const delivery = { isPickup: false }
const pickup = { isPickup: true }

/** All moves that are possible, as 'from move to'. */
function allMoves(kind: { isPickup: boolean }) {
  return fulfilmentStatuses.flatMap((from) =>
    orderMoves.flatMap((move) => {
      const to = fulfilmentAfter(from, move, kind)
      return to ? [`${from} ${move} ${to}`] : []
    }),
  )
}

describe('the way of an order', () => {
  it('to a door leads by these moves and no others', () => {
    expect(allMoves(delivery)).toEqual([
      'placed bake baking',
      'placed prepare ready',
      'baking prepare ready',
      'ready undoPrepare baking',
      'ready dispatch out_for_delivery',
      'out_for_delivery deliver delivered',
      'out_for_delivery fail failed',
      'failed dispatch out_for_delivery',
      'failed close closed',
    ])
  })

  it('of a pickup ends at the counter', () => {
    expect(allMoves(pickup)).toEqual([
      'placed bake baking',
      'placed prepare ready',
      'baking prepare ready',
      'ready undoPrepare baking',
      'ready collect collected',
    ])
  })

  it.each(['delivered', 'collected', 'closed'] satisfies FulfilmentStatus[])(
    'ends when it is %s',
    (status) => {
      for (const kind of [delivery, pickup]) {
        expect(orderMoves.map((move) => fulfilmentAfter(status, move, kind))).toEqual(
          orderMoves.map(() => null),
        )
      }
    },
  )
})

it('only what was damaged on the way is not for its recipient to answer for', () => {
  expect(failReasons.filter(isRecipientUnreachable)).toEqual([
    'nobody-in',
    'wrong-address',
    'refused',
  ])
})

it('a failure of which no reason was noted is the shop’s', () => {
  expect(isRecipientUnreachable(null)).toBe(false)
})
