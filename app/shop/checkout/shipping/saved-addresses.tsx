import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { saveAddressEndpoint } from '#shop/address-book/change-address-book.server.ts'
import type { SavedAddress } from '#shop/address-book/saved-address.schema.ts'
import { maxLabel } from '#shop/address-book/saved-address.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { DeliveryAddress } from '#shop/values/india-address.ts'
import { showProblem } from '#shop/values/use-action.ts'

interface SavedAddressesProps {
  addresses: readonly SavedAddress[]
  onChoose: (saved: SavedAddress) => void
}

/** Nothing if the address book is empty. */
export function SavedAddresses({ addresses, onChoose }: SavedAddressesProps) {
  const [chosen, setChosen] = useState('')
  if (addresses.length === 0) return null
  return (
    <ChoiceChips
      legend="Saved addresses"
      name="savedAddress"
      choices={addresses.map(({ id, label, pincode }) => ({ value: id, label, note: pincode }))}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        const saved = addresses.find((each) => each.id === id)
        if (saved) onChoose(saved)
      }}
    />
  )
}

/** The browser's last delivery address, or the customer's default. */
export function startingAddress(
  known: DeliveryAddress,
  addresses: readonly SavedAddress[],
): DeliveryAddress {
  const own = addresses.find(({ isDefault, name }) => isDefault && name === '')
  const isKnown = known.address !== '' || (known.pincode !== '' && known.pincode !== own?.pincode)
  return isKnown ? known : (own ?? known)
}

type Recipient = Pick<SavedAddress, 'name' | 'mobile'>

/**
 * Saves the address and its recipient, unless they are saved already. A failure is shown and does not block the order.
 */
export async function saveForNextOrder(
  { address, pincode, city }: DeliveryAddress,
  { recipient, addresses }: { recipient: Recipient | null; addresses: readonly SavedAddress[] },
) {
  const isSaved = addresses.some((saved) => saved.address === address && saved.pincode === pincode)
  if (isSaved || address === '') return
  const { name = '', mobile = '' } = recipient ?? {}
  const label = name.slice(0, maxLabel) || 'Home'
  const isDefault = addresses.length === 0 && name === ''
  await call<typeof saveAddressEndpoint>('POST /account/addresses', {
    body: { label, name, mobile, address, pincode, city, isDefault },
  }).catch(showProblem)
}
