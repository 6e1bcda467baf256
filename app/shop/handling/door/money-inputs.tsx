import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { drawQr, QrCode } from '#ui/qr-code.tsx'

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
export function UpiCode({ link }: { link: string }) {
  const qr = useMemo(() => drawQr(link), [link])
  return <QrCode {...qr} label={upiCodeLabel} />
}
