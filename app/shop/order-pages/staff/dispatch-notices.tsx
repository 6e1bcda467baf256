import { call } from '#platform/http/api-client.ts'
import type { ReleaseOrder } from '#shop/handling/photos/hold-order.server.ts'
import { OrderPhotos, PhotoButton } from '#shop/handling/photos/order-photos.tsx'
import type { Order } from '#shop/orders/order.ts'
import type { PhotosTaken } from '#shop/orders/order-photo.ts'
import { isStillToLeave } from '#shop/orders/order-rules.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import type { StaffLink } from './tracking-links.tsx'

/** What the shop has to know of an order before it leaves. */
export interface DispatchCheck {
  photos: PhotosTaken
  links: StaffLink[]
}

interface DispatchNoticesProps {
  order: Pick<Order, 'id' | 'number'> & Parameters<typeof isStillToLeave>[0]
  /** Its sender reports that something is wrong with the photo. */
  isHeld: boolean
  photos: PhotosTaken
}

/** What staff have to do before an order leaves: photograph it, look at a reported photo. */
export function DispatchNotices({ order, isHeld, photos }: DispatchNoticesProps) {
  const isToLeave = isStillToLeave(order)
  return (
    <div className="grid gap-5">
      {isToLeave && isHeld && <Held orderId={order.id} />}
      <OrderPhotos orderId={order.id} photos={photos} />
      {isToLeave && <PhotoButton order={order} isAnother={photos.leaving !== undefined} />}
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
          void run(() => call<ReleaseOrder>('POST /orders/release', { body: { order: orderId } }))
        }
      >
        Release the order
      </Button>
    </div>
  )
}
