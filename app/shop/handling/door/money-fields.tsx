import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import type { Problem } from '#platform/http/endpoint.ts'
import type { DoorMethod } from '#shop/orders/money/door-money.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { drawQr, QrCode } from '#ui/qr-code.tsx'
import { isLess, type MoneyErrors, sentMoney, type TypedMoney } from './typed-money.ts'

/** Amounts in rupees; the call checks them. */
export function useMoney(due: number) {
  // Without an amount until one is typed, because the amount due may change.
  const [changed, setChanged] = useState<Partial<TypedMoney>>({})
  const typed: TypedMoney = {
    method: 'cash',
    amount: String(due),
    reference: '',
    reason: '',
    ...changed,
  }
  const [errors, setErrors] = useState<MoneyErrors>({})
  return {
    typed,
    sent: sentMoney(typed, due),
    errors,
    change: (part: Partial<TypedMoney>) => setChanged((before) => ({ ...before, ...part })),
    /** Shows each error beside its field; `at` is the prefix of the fields in the request. */
    showErrors(problems: Problem['errors'], at = 'money.') {
      const error = (field: keyof MoneyErrors) => problems?.[`${at}${field}`]
      setErrors({
        amount: error('amount'),
        reference: error('reference'),
        reason: error('reason'),
      })
    },
  }
}

interface PaidByFieldsProps {
  money: ReturnType<typeof useMoney>
  /** Left out where the shop pays. */
  upiLink?: string
}

export function PaidByFields({ money: { typed, errors, change }, upiLink }: PaidByFieldsProps) {
  return (
    <>
      <MethodSelect
        value={typed.method}
        onChange={({ target }) => change({ method: target.value as DoorMethod })}
      />
      {typed.method === 'upi' && (
        <>
          {upiLink && <UpiCode link={upiLink} />}
          <ReferenceInput
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

export function MoneyFields({ money, due, upiLink }: MoneyFieldsProps) {
  const { typed, errors, change } = money
  return (
    <>
      <AmountInput
        value={typed.amount}
        error={errors.amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      {isLess(typed.amount, due) && (
        <LessReasonInput
          value={typed.reason}
          error={errors.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      <PaidByFields money={money} upiLink={upiLink} />
    </>
  )
}

/** Where riders read Hindi too, the label is given. */
type InputProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: ReactNode }
type SelectProps = Omit<ComponentProps<typeof SelectField>, 'label'> & { label?: ReactNode }

export function AmountInput(props: InputProps) {
  return (
    <TextField label="Amount collected (₹)" inputMode="decimal" autoComplete="off" {...props} />
  )
}

export function LessReasonInput(props: InputProps) {
  return <TextField label="Reason for the smaller amount" {...props} />
}

export function MethodSelect(props: SelectProps) {
  return (
    <SelectField label="How it was paid" {...props}>
      <option value="cash">Cash</option>
      <option value="upi">UPI</option>
    </SelectField>
  )
}

export function ReferenceInput(props: InputProps) {
  return (
    <TextField
      label="UPI reference number (UTR)"
      hint="12 digits, on the phone after paying"
      inputMode="numeric"
      autoComplete="off"
      {...props}
    />
  )
}

export const upiCodeLabel = 'QR code to pay by UPI'

/** A QR code for any UPI app. Drawn on the phone, so it works offline. */
function UpiCode({ link }: { link: string }) {
  const qr = useMemo(() => drawQr(link), [link])
  return <QrCode {...qr} label={upiCodeLabel} />
}
