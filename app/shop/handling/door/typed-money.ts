import { type DoorMethod, upiReferencePattern } from '#shop/orders/money/door-money.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { noAmount, typedRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'

/** Amounts in rupees. */
export interface SentMoney {
  method: DoorMethod
  amount: number
  reference?: string
  reason?: string
}

/** Unchecked. */
export interface TypedMoney {
  method: DoorMethod
  amount: string
  reference: string
  reason: string
}

export type MoneyErrors = Partial<Record<'amount' | 'reference' | 'reason', string>>

/** @param due in rupees */
export function sentMoney(typed: TypedMoney, due: number): SentMoney {
  const { method, amount } = typed
  const reference = method === 'upi' ? tidyEntry(typed.reference) : ''
  return {
    method,
    amount: typedRupees(amount),
    ...(reference !== '' && { reference }),
    ...(isLess(amount, due) && { reason: typed.reason.trim() }),
  }
}

/** What is wrong with money of the door: for the shop, and for a rider's phone without a network. */
export function moneyErrors(
  { method, amount, reference = '', reason = '' }: SentMoney,
  due: number,
): MoneyErrors {
  if (Number.isNaN(amount)) return { amount: noAmount }
  if (amount > due) return { amount: `Only ${formatInr(toPaise(due))} is due.` }
  return {
    ...(amount < due && reason === '' && { reason: 'Please say why it is less.' }),
    ...(method === 'upi' &&
      amount !== 0 &&
      !upiReferencePattern.test(reference) && { reference: 'The reference has 12 digits.' }),
  }
}

/** In rupees. A smaller amount requires a reason. */
export function isLess(amount: string, due: number): boolean {
  return typedRupees(amount) < due
}
