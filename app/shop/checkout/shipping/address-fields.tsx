import { type DeliveryAddress, tidyPincode } from '#shop/values/india-address.ts'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'

interface AddressFieldsProps {
  /** A field's name and error, as the form has it. */
  field: (name: keyof DeliveryAddress) => { name: string; error?: string }
  saved: DeliveryAddress
  isForOther: boolean
  onPincode: (typed: string) => void
}

/** Where to. Of somebody else only the phone may be known. */
export function AddressFields({ field, saved, isForOther, onPincode }: AddressFieldsProps) {
  return (
    <>
      <TextAreaField
        {...field('address')}
        label="Address"
        rows={2}
        autoComplete={isForOther ? 'off' : 'street-address'}
        hint={
          isForOther
            ? 'House or flat, street and area. Don’t know the address? Leave this empty and send them the link from your order’s tracking page. The cake cannot leave without it.'
            : 'House or flat, street and area'
        }
        defaultValue={saved.address}
        required={!isForOther}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('pincode')}
          label="Pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={saved.pincode}
          onChange={({ target }) => onPincode(tidyPincode(target.value))}
          required
        />
        <TextField
          {...field('city')}
          label="City"
          autoComplete="address-level2"
          defaultValue={saved.city}
          required
        />
      </div>
    </>
  )
}
