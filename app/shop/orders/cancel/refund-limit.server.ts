import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { formatInr } from '#shop/values/money.ts'
import { givenAwayPaise } from '../money/ledger.ts'
import type { Order } from '../order.ts'

/**
 * For what somebody of the staff has just given away of an order: by a refund, a waiver or cancelling. Counts all that was
 * given away of it before.
 *
 * @throws AppError forbidden: the transaction has to fail
 */
export function checkGivenAway(
  { shop: { managerRefundLimitPaise } }: Pick<AppContext, 'shop'>,
  { role }: Caller,
  { before, after }: { before: Order; after: Order },
) {
  const givenPaise = givenAwayPaise(after)
  if (givenPaise <= givenAwayPaise(before) || may(role, 'refund-any-amount')) return
  if (givenPaise <= managerRefundLimitPaise) return
  const limit = formatInr(managerRefundLimitPaise)
  throw new AppError(
    'forbidden',
    `A manager can refund at most ${limit} of an order. Please ask the owner.`,
  )
}
