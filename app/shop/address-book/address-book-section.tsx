import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { AccountSection } from '#shop/accounts/account/account-section.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { ConfirmDialog, Sheet } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { changeAddressEndpoint, deleteAddressEndpoint } from './address-book.endpoints.ts'
import { AddressForm } from './address-form.tsx'
import { savedAddressText } from './address-text.ts'
import { mostAddresses } from './most-addresses.ts'
import type { SavedAddress } from './saved-address.schema.ts'

/** The addresses that a checkout offers: added, changed, deleted, and the one that it begins with. */
export function AddressBookSection({ addresses }: { addresses: SavedAddress[] }) {
  const ready = useHydrated()
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
      {addresses.length < mostAddresses && (
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={!ready}
          onClick={() => setEditing('new')}
        >
          Add an address
        </Button>
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
  const [isAsking, setIsAsking] = useState(false)
  const { busy, run } = useReloadingAction()

  const makeDefault = () =>
    run(async () => {
      await call<typeof changeAddressEndpoint>('POST /account/addresses/change', {
        body: { ...saved, isDefault: true },
      })
      return { message: `${label} is now your default address.` }
    })

  const remove = () =>
    run(() =>
      call<typeof deleteAddressEndpoint>('POST /account/addresses/delete', {
        body: { id: saved.id },
      }),
    )

  const named = <span className="sr-only"> {label}</span>
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
        <Button variant="quiet" size="small" onClick={() => setIsAsking(true)}>
          Delete{named}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove()}
        title="Delete this address?"
        confirmLabel="Delete"
        busy={busy}
        danger
      >
        Orders that you have placed keep it.
      </ConfirmDialog>
    </li>
  )
}
