import { useState } from 'react'
import type { Problem } from '#platform/http/endpoint.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { type DoorMethod, longestMoneyReason, upiReferencePattern } from './door-money.ts'
import { UpiCode } from './upi-code.tsx'

/** What is taken at a door, as it is sent; amounts in rupees. */
export interface SentMoney {
  method: DoorMethod
  amount: number
  reference?: string
  reason?: string
}

/** The fields' texts, before they are checked. */
interface TypedMoney {
  method: DoorMethod
  /** Null while it is all that was asked for. */
  amount: string | null
  reference: string
  reason: string
}

type MoneyErrors = Partial<Record<'amount' | 'reference' | 'reason', string>>

/**
 * What is typed of the money that was asked for, in rupees; read it with `readMoney`.
 *
 * @param due what of it is due by now
 */
export function useMoney(asked: number, due = asked) {
  const [typed, setTyped] = useState<TypedMoney>({
    method: 'cash',
    amount: null,
    reference: '',
    reason: '',
  })
  const [errors, setErrors] = useState<MoneyErrors>({})
  const texts = { ...typed, amount: typed.amount ?? String(asked) }
  return {
    typed: texts,
    errors,
    change: (part: Partial<TypedMoney>) => setTyped((before) => ({ ...before, ...part })),
    /** @returns null when something is wrong, which is said beside its field */
    read(): SentMoney | null {
      const found = moneyErrors(texts, { asked, due })
      setErrors(found)
      return Object.keys(found).length > 0 ? null : sentMoney(texts, due)
    },
    /** Says beside its field what the shop refused; `at` is where the fields are in what was sent. */
    refuse(refused: Problem['errors'], at = 'money.') {
      const error = (field: keyof MoneyErrors) => refused?.[`${at}${field}`]
      setErrors({
        amount: error('amount'),
        reference: error('reference'),
        reason: error('reason'),
      })
    },
  }
}

export type Money = ReturnType<typeof useMoney>

/** What is wrong with what was typed. What is due may have become less since it was asked for. */
export function moneyErrors(
  typed: Money['typed'],
  { asked, due }: { asked: number; due: number },
): MoneyErrors {
  const { method, amount, reference, reason } = typed
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(amount.trim())
  if (!isAmount) return { amount: 'Please enter the amount as a number, like 450.' }
  if (Number(amount) > asked) return { amount: `Only ${formatInr(toPaise(asked))} is due.` }
  return {
    ...(method === 'upi' &&
      !upiReferencePattern.test(reference.trim()) && { reference: 'The reference has 12 digits.' }),
    ...(Number(amount) < due && reason.trim() === '' && { reason: 'Please say why it is less.' }),
  }
}

function sentMoney({ method, amount, reference, reason }: Money['typed'], due: number): SentMoney {
  return {
    method,
    amount: Number(amount),
    ...(method === 'upi' && { reference: reference.trim() }),
    ...(Number(amount) < due && { reason: reason.trim() }),
  }
}

interface PaidByFieldsProps {
  money: Money
  /** What a UPI app opens; left out where the shop pays. */
  upiLink?: string
}

/** Asks how it was paid. */
export function PaidByFields({ money: { typed, errors, change }, upiLink }: PaidByFieldsProps) {
  return (
    <>
      <SelectField
        label="How it was paid"
        value={typed.method}
        onChange={({ target }) => change({ method: target.value as DoorMethod })}
      >
        <option value="cash">Cash</option>
        <option value="upi">UPI</option>
      </SelectField>
      {typed.method === 'upi' && (
        <>
          {upiLink && <UpiCode link={upiLink} />}
          <TextField
            label="UPI reference number (UTR)"
            hint="12 digits, on the phone after paying"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={typed.reference}
            error={errors.reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
        </>
      )}
    </>
  )
}

interface MoneyFieldsProps extends PaidByFieldsProps {
  due: number
}

/** Asks how much was taken, and how. */
export function MoneyFields({ money, due, upiLink }: MoneyFieldsProps) {
  const { typed, errors, change } = money
  return (
    <>
      <TextField
        label="Amount collected (₹)"
        inputMode="decimal"
        autoComplete="off"
        value={typed.amount}
        error={errors.amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      {Number(typed.amount) < due && (
        <TextField
          label="Reason for the smaller amount"
          maxLength={longestMoneyReason}
          value={typed.reason}
          error={errors.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      <PaidByFields money={money} upiLink={upiLink} />
    </>
  )
}
