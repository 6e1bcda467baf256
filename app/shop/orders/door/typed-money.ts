import { formatInr, toPaise } from '#shop/values/money.ts'
import { type DoorMethod, upiReferencePattern } from './door-money.ts'

/** What is taken at a door, as it is sent; amounts in rupees. */
export interface SentMoney {
  method: DoorMethod
  amount: number
  reference?: string
  reason?: string
}

/** The fields' texts, before they are checked. */
export interface TypedMoney {
  method: DoorMethod
  amount: string
  reference: string
  reason: string
}

export type MoneyErrors = Partial<Record<'amount' | 'reference' | 'reason', string>>

/** In rupees: what the rider requested, and what of it is due now. */
interface Sums {
  requested: number
  due: number
}

/** What was typed, as it is sent: null when something is wrong with it. */
export function readMoney(
  typed: TypedMoney,
  sums: Sums,
): { errors: MoneyErrors; money: SentMoney | null } {
  const errors = moneyErrors(typed, sums)
  return { errors, money: Object.keys(errors).length > 0 ? null : sentMoney(typed, sums) }
}

function moneyErrors(typed: TypedMoney, { requested, due }: Sums): MoneyErrors {
  const { method, amount, reference, reason } = typed
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(amount.trim())
  if (!isAmount) return { amount: 'Please enter the amount as a number, like 450.' }
  if (Number(amount) > requested) return { amount: `Only ${formatInr(toPaise(requested))} is due.` }
  return {
    ...(method === 'upi' &&
      !upiReferencePattern.test(reference.trim()) && { reference: 'The reference has 12 digits.' }),
    ...(isLess(amount, due) && reason.trim() === '' && { reason: 'Please say why it is less.' }),
  }
}

function sentMoney({ method, amount, reference, reason }: TypedMoney, { due }: Sums): SentMoney {
  return {
    method,
    amount: Number(amount),
    ...(method === 'upi' && { reference: reference.trim() }),
    ...(isLess(amount, due) && { reason: reason.trim() }),
  }
}

/** Whether what was typed is less than what is due, in rupees: then a reason is required. */
export function isLess(amount: string, due: number): boolean {
  return Number(amount) < due
}
