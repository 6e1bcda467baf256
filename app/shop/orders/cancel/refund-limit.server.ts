import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/roles.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

export interface RefundLimit {
  /** The most that a manager may refund of one order. */
  managerRefundLimitPaise: Paise
}

/**
 * Whether the caller may refund so much of one order, with all that was refunded of it before.
 *
 * @throws AppError forbidden
 */
export function checkRefundLimit(
  { managerRefundLimitPaise }: RefundLimit,
  { role }: Caller,
  totalPaise: Paise,
) {
  if (may(role, 'refund-any-amount') || totalPaise <= managerRefundLimitPaise) return
  const limit = formatInr(managerRefundLimitPaise)
  throw new AppError(
    'forbidden',
    `A manager can refund at most ${limit} of an order. Please ask the owner.`,
  )
}
