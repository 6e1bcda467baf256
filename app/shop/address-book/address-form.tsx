import { call } from '#platform/http/api-client.ts'
import { FieldsWithButton, useAccountForm } from '#shop/accounts/account-form.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import type { changeAddressEndpoint, saveAddressEndpoint } from './address-book.endpoints.ts'
import type { SavedAddress } from './saved-address.schema.ts'

const loadSchema = async () => (await import('./saved-address.schema.ts')).addressEntrySchema

interface AddressFormProps {
  /** What is changed; null for a new one. */
  saved: SavedAddress | null
  /** Whether a checkout begins with a new one. */
  isFirst: boolean
  onSaved: () => Promise<void>
}

/** A new address, or a changed one. */
export function AddressForm({ saved, isFirst, onSaved }: AddressFormProps) {
  const form = useAccountForm(loadSchema, async (entry) => {
    if (saved) {
      const { id, isDefault } = saved
      await call<typeof changeAddressEndpoint>('POST /account/addresses/change', {
        body: { ...entry, id, isDefault },
      })
    } else {
      await call<typeof saveAddressEndpoint>('POST /account/addresses', {
        body: { ...entry, isDefault: isFirst },
      })
    }
    await onSaved()
  })
  return (
    <FieldsWithButton form={form} submit="Save">
      <TextField
        {...form.field('label')}
        label="Name this address"
        placeholder="Home"
        autoComplete="off"
        maxLength={40}
        defaultValue={saved?.label}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('name')}
          label="Name (if it is not yours)"
          autoComplete="off"
          maxLength={60}
          defaultValue={saved?.name}
        />
        <TextField
          {...form.field('mobile')}
          label="Their mobile (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          defaultValue={saved?.mobile}
        />
      </div>
      <TextAreaField
        {...form.field('address')}
        label="Address"
        rows={2}
        autoComplete="off"
        hint="House or flat, street and area"
        defaultValue={saved?.address}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('pincode')}
          label="Pincode"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={saved?.pincode}
          required
        />
        <TextField
          {...form.field('city')}
          label="City"
          autoComplete="off"
          defaultValue={saved?.city}
          required
        />
      </div>
    </FieldsWithButton>
  )
}
