import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Order } from '#shop/orders/order.ts'
import { isStillToLeave } from '#shop/orders/order-rules.ts'
import type { PhotosTaken } from '#shop/orders/photos/order-photo.ts'
import { OrderPhotos } from '#shop/orders/photos/order-photos.tsx'
import { PhotoButton } from '#shop/orders/photos/photo-button.tsx'
import type { releaseOrderEndpoint } from '#shop/orders/photos/photos.endpoints.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import type { changeWhereToEndpoint } from '../tracking.endpoints.ts'
import type { StaffLink } from './tracking-links.tsx'

/** What the shop has to know before an order leaves; instants in ISO 8601. */
export interface DispatchCheck {
  photos: PhotosTaken
  /** Its sender reports that something is wrong with the photo. */
  isHeld: boolean
  isAddressMissing: boolean
  links: StaffLink[]
}

interface DispatchNoticesProps {
  order: Pick<Order, 'id' | 'number' | 'address'> & Parameters<typeof isStillToLeave>[0]
  check: DispatchCheck
}

/** What staff have to do before an order leaves: photograph it, complete its address, look at a reported photo. */
export function DispatchNotices({ order, check }: DispatchNoticesProps) {
  const isToLeave = isStillToLeave(order)
  return (
    <div className="grid gap-5">
      {isToLeave && check.isHeld && <Held orderId={order.id} />}
      {isToLeave && check.isAddressMissing && <MissingAddress order={order} />}
      <OrderPhotos orderId={order.id} photos={check.photos} />
      {isToLeave && <PhotoButton order={order} isAnother={check.photos.leaving !== undefined} />}
    </div>
  )
}

const notice = 'grid justify-items-start gap-3 rounded-field border-2 border-chilli bg-paper p-4'

function Held({ orderId }: { orderId: string }) {
  const { busy, run } = useReloadingAction()
  return (
    <div className={notice}>
      <p>
        <strong className="font-semibold text-chilli">Held.</strong> The customer says that
        something is wrong with the photo. Call them, put it right, take a new photo.
      </p>
      <Button
        size="small"
        variant="secondary"
        busy={busy}
        onClick={() =>
          void run(() =>
            call<typeof releaseOrderEndpoint>('POST /orders/release', { body: { order: orderId } }),
          )
        }
      >
        Release the order
      </Button>
    </div>
  )
}

function MissingAddress({ order }: Pick<DispatchNoticesProps, 'order'>) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const parts = splitAddress(order.address)

  async function save() {
    const problem = await run(() =>
      call<typeof changeWhereToEndpoint>('POST /orders/whereTo', {
        body: { order: order.id, address },
      }),
    )
    setError(problem?.errors?.address)
  }

  return (
    <form
      className={notice}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <p>
        <strong className="font-semibold text-chilli">Address missing.</strong> The order cannot
        leave until it has an address.
      </p>
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
      <Button type="submit" size="small" variant="secondary" busy={busy}>
        Save address
      </Button>
    </form>
  )
}
