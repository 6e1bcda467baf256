import { type DoorMethod, upiReferencePattern } from '#shop/orders/money/door-money.ts'
import { formatInr, toPaise, toRupees } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
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

/** @param due in rupees. @returns null for the money if a field is invalid */
export function readMoney(
  typed: TypedMoney,
  due: number,
): { errors: MoneyErrors; money: SentMoney | null } {
  const errors = moneyErrors(typed, due)
  return { errors, money: Object.keys(errors).length > 0 ? null : sentMoney(typed, due) }
}

function moneyErrors(typed: TypedMoney, due: number): MoneyErrors {
  const { method, amount, reference, reason } = typed
  const paise = parseRupees(amount)
  if (paise === null) return { amount: 'Please enter the amount as a number, like 450.' }
  if (paise > toPaise(due)) return { amount: `Only ${formatInr(toPaise(due))} is due.` }
  return {
    ...(method === 'upi' &&
      !upiReferencePattern.test(tidyEntry(reference)) && {
        reference: 'The reference has 12 digits.',
      }),
    ...(isLess(amount, due) && reason.trim() === '' && { reason: 'Please say why it is less.' }),
  }
}

function sentMoney({ method, amount, reference, reason }: TypedMoney, due: number): SentMoney {
  return {
    method,
    amount: toRupees(parseRupees(amount) ?? 0),
    ...(method === 'upi' && { reference: tidyEntry(reference) }),
    ...(isLess(amount, due) && { reason: reason.trim() }),
  }
}

/** In rupees. A smaller amount requires a reason. */
export function isLess(amount: string, due: number): boolean {
  const paise = parseRupees(amount)
  return paise !== null && paise < toPaise(due)
}
