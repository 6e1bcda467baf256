import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** Counts what was refunded of the order before. @throws AppError forbidden */
export function checkRefundLimit(
  { shop: { managerRefundLimitPaise } }: Pick<AppContext, 'shop'>,
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
