import { formatRs, type Paise } from '#shop/values/money.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { addressLine, type ShippingDetails } from './shipping-details.ts'

export function AddressToRead({ shipping }: { shipping: ShippingDetails }) {
  return <TextAreaField label="Address" readOnly rows={2} value={addressLine(shipping)} />
}

export function AmountToRead({ paise, hint }: { paise: Paise; hint?: string }) {
  return (
    <TextField
      label="Amount"
      readOnly
      value={formatRs(paise)}
      hint={hint}
      className="font-semibold tabular-nums"
    />
  )
}
