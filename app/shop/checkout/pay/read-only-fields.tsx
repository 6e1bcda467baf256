import { addressText } from '#shop/orders/address-text.ts'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { addressLine, type ShippingDetails } from '../shipping/shipping-details.ts'

export function AddressToRead({ shipping }: { shipping: ShippingDetails }) {
  return (
    <TextAreaField
      label="Address"
      readOnly
      rows={2}
      value={addressText(addressLine(shipping))}
      className="resize-none"
    />
  )
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
