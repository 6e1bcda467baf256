import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import {
  AccountSection,
  FieldsWithButton,
  SectionButton,
  useAccountForm,
} from '#shop/accounts/account-form.tsx'
import { AddressFields, useAddressQuestion, useFilledCity } from '#shop/values/address-fields.tsx'
import { AskButton } from '#shop/values/ask-button.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Sheet } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type {
  changeAddressEndpoint,
  deleteAddressEndpoint,
  saveAddressEndpoint,
} from './change-address-book.server.ts'
import type { SavedAddress } from './saved-address.schema.ts'
import { maxAddresses, savedAddressText } from './saved-address.ts'

export function AddressBookSection({ addresses }: { addresses: SavedAddress[] }) {
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<SavedAddress | 'new' | null>(null)

  async function finish() {
    setEditing(null)
    toast.success('The address is saved.')
    await revalidate()
  }

  return (
    <AccountSection title="Saved addresses" intro="Choose one at checkout instead of typing it.">
      {addresses.length > 0 && (
        <ul className="grid gap-2">
          {addresses.map((saved) => (
            <AddressRow key={saved.id} saved={saved} onEdit={() => setEditing(saved)} />
          ))}
        </ul>
      )}
      {addresses.length < maxAddresses && (
        <SectionButton onClick={() => setEditing('new')}>Add an address</SectionButton>
      )}
      <Sheet
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? 'Add an address' : 'Change the address'}
      >
        {editing && (
          <AddressForm
            saved={editing === 'new' ? null : editing}
            isFirst={addresses.length === 0}
            onSaved={finish}
          />
        )}
      </Sheet>
    </AccountSection>
  )
}

function AddressRow({ saved, onEdit }: { saved: SavedAddress; onEdit: () => void }) {
  const { label, isDefault } = saved
  const { busy, run } = useReloadingAction()

  const makeDefault = () =>
    run(async () => {
      await call<typeof changeAddressEndpoint>('POST /account/addresses/change', {
        body: { ...saved, isDefault: true },
      })
      return { message: `${label} is now your default address.` }
    })

  const remove = () =>
    call<typeof deleteAddressEndpoint>('POST /account/addresses/delete', { body: { id: saved.id } })

  const named = <span className="sr-only" translate="no">{` ${label}`}</span>
  return (
    <li className="grid gap-1 rounded-field bg-cream px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 font-semibold wrap-anywhere">
        <UserText>{label}</UserText>
        {isDefault && <span className="rounded-pill bg-blush px-3 py-1 text-xs">Default</span>}
      </p>
      <p className="text-sm">
        <UserText>{savedAddressText(saved)}</UserText>
      </p>
      <div className="-ml-4 flex flex-wrap gap-x-1">
        <Button variant="quiet" size="small" onClick={onEdit}>
          Edit{named}
        </Button>
        {!isDefault && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void makeDefault()}>
            Make default{named}
          </Button>
        )}
        <AskButton
          variant="quiet"
          label="Delete"
          about={` ${label}`}
          title="Delete this address?"
          confirmLabel="Delete"
          danger
          send={remove}
        >
          Orders that you have placed keep it.
        </AskButton>
      </div>
    </li>
  )
}

const loadSchema = async () => (await import('./saved-address.schema.ts')).addressEntrySchema

interface AddressFormProps {
  saved: SavedAddress | null
  /** Whether a checkout begins with a new one. */
  isFirst: boolean
  onSaved: () => Promise<void>
}

function AddressForm({ saved, isFirst, onSaved }: AddressFormProps) {
  const { asks, question } = useAddressQuestion((said) => {
    fillCity(said)
    void form.fill('pincode', said)
  })
  const form = useAccountForm(loadSchema, async (entry) => {
    if (asks(entry)) return
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
  const { fillCity } = useFilledCity(form, saved?.pincode ?? '')
  return (
    <FieldsWithButton form={form} submit="Save">
      <TextField
        {...form.field('label')}
        label="Name this address"
        placeholder="Home"
        autoComplete="off"
        defaultValue={saved?.label}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('name')}
          label="Name (if it is not yours)"
          autoComplete="off"
          defaultValue={saved?.name}
        />
        <TextField
          {...form.field('mobile')}
          label="Their mobile (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          defaultValue={saved?.mobile}
        />
      </div>
      <AddressFields
        field={(name) => ({
          ...form.field(name),
          autoComplete: 'off',
          defaultValue: saved?.[name],
          onChange: name === 'pincode' ? ({ target }) => fillCity(target.value) : undefined,
          required: true,
        })}
        question={question}
      />
    </FieldsWithButton>
  )
}
