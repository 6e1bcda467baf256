import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import type { ChangeWhereTo } from '#shop/changes/change-where-to.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, mayCorrectAddress } from '#shop/orders/order-rules.ts'
import { useAddressQuestion } from '#shop/values/address-fields.tsx'
import { splitAddress } from '#shop/values/india-address.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'

interface ChangeAddressProps {
  order: Pick<Order, 'id' | 'address' | 'isPickup'> & Parameters<typeof mayCorrectAddress>[0]
}

/** Staff complete an address, or correct it after a call: open where it is missing, or the rider did not find it. */
export function ChangeAddress({ order }: ChangeAddressProps) {
  const mayEdit = useMay('edit-orders')
  if (!mayEdit || !mayCorrectAddress(order)) return null
  if (isAddressMissing(order)) {
    return (
      <div className="grid gap-3 rounded-field border-2 border-chilli bg-paper p-4">
        <p>
          <strong className="font-semibold text-chilli">Address missing.</strong> The order cannot
          leave until it has an address.
        </p>
        <AddressForm order={order} />
      </div>
    )
  }
  return (
    <details open={order.fulfilment === 'failed'} className="print:hidden">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-semibold text-berry">
        Correct the address
      </summary>
      <AddressForm order={order} />
    </details>
  )
}

function AddressForm({ order }: ChangeAddressProps) {
  const parts = splitAddress(order.address)
  const [address, setAddress] = useState(parts?.address ?? '')
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()

  const { asks, question } = useAddressQuestion()

  async function save() {
    if (asks({ address, pincode: parts?.pincode ?? '' })) return
    const problem = await run(() =>
      call<ChangeWhereTo>('POST /orders/whereTo', {
        body: { order: order.id, address },
      }),
    )
    setError(problem?.errors?.address)
  }

  return (
    <form
      className="grid max-w-xl justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <div className="w-full">
        <TextAreaField
          label="Address"
          rows={2}
          value={address}
          error={error}
          hint={parts ? `In ${parts.pincode}, ${parts.city}.` : undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
      </div>
      {question}
      <Button type="submit" size="small" variant="secondary" busy={busy}>
        Save address
      </Button>
    </form>
  )
}
