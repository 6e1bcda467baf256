import { useState } from 'react'
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
  amount: string
  reference: string
  reason: string
}

type MoneyErrors = Partial<Record<'amount' | 'reference' | 'reason', string>>

/** What is typed of the money that is due, in rupees; read it with `readMoney`. */
export function useMoney(due: number) {
  const [typed, setTyped] = useState<TypedMoney>({
    ...{ method: 'cash', amount: String(due), reference: '', reason: '' },
  })
  const [errors, setErrors] = useState<MoneyErrors>({})
  return {
    typed,
    errors,
    change: (part: Partial<TypedMoney>) => setTyped((before) => ({ ...before, ...part })),
    /** @returns null when something is wrong, which is said beside its field */
    read(): SentMoney | null {
      const found = moneyErrors(typed, due)
      setErrors(found)
      return Object.keys(found).length > 0 ? null : sentMoney(typed, due)
    },
  }
}

/** What is wrong with what was typed. */
function moneyErrors(typed: TypedMoney, due: number): MoneyErrors {
  const { method, amount, reference, reason } = typed
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(amount.trim())
  if (!isAmount) return { amount: 'Please enter the amount as a number, like 450.' }
  if (Number(amount) > due) return { amount: `Only ${formatInr(toPaise(due))} is due.` }
  return {
    ...(method === 'upi' &&
      !upiReferencePattern.test(reference.trim()) && { reference: 'The reference has 12 digits.' }),
    ...(Number(amount) < due && reason.trim() === '' && { reason: 'Please say why it is less.' }),
  }
}

function sentMoney({ method, amount, reference, reason }: TypedMoney, due: number): SentMoney {
  return {
    method,
    amount: Number(amount),
    ...(method === 'upi' && { reference: reference.trim() }),
    ...(Number(amount) < due && { reason: reason.trim() }),
  }
}

interface MoneyFieldsProps {
  money: ReturnType<typeof useMoney>
  due: number
  /** What a UPI app opens. */
  upiLink: string
}

/** Asks how much was taken, and how. */
export function MoneyFields({ money: { typed, errors, change }, due, upiLink }: MoneyFieldsProps) {
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
      <TextField
        label="Amount collected (₹)"
        inputMode="decimal"
        autoComplete="off"
        value={typed.amount}
        error={errors.amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      {typed.method === 'upi' && (
        <>
          <UpiCode link={upiLink} />
          <TextField
            label="UPI reference number (UTR)"
            hint="12 digits, on the customer’s phone after paying"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={typed.reference}
            error={errors.reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
        </>
      )}
      {Number(typed.amount) < due && (
        <TextField
          label="Reason for the smaller amount"
          maxLength={longestMoneyReason}
          value={typed.reason}
          error={errors.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
    </>
  )
}
