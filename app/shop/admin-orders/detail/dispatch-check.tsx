import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import type { ReleaseOrder } from '#shop/handling/photos/hold-order.server.ts'
import { OrderPhotos, PhotoButton } from '#shop/handling/photos/order-photos.tsx'
import type { Courier } from '#shop/orders/courier.schema.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { recipientMessage } from '#shop/orders/links/link-messages.ts'
import type { RenewLink as RenewCall } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { isStillToLeave } from '#shop/orders/order-rules.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { withCountryCode } from '#shop/values/shop-details.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { FieldsOf } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { SayCourier } from '../moves/move-by-staff.server.ts'
import type { DispatchCheck, OrderDetail } from './load-order-detail.server.ts'

/** What staff have to do before an order leaves: photograph it, look at a reported photo. */
export function DispatchNotices({
  order,
  isHeld,
  photos,
}: Pick<OrderDetail, 'order' | 'isHeld'> & Pick<DispatchCheck, 'photos'>) {
  const isToLeave = isStillToLeave(order)
  return (
    <div className="grid gap-5">
      {isToLeave && isHeld && <Held orderId={order.id} />}
      <OrderPhotos orderId={order.id} photos={photos} />
      {isToLeave && <PhotoButton order={order} isAnother={photos.leaving !== undefined} />}
    </div>
  )
}

function Held({ orderId }: { orderId: string }) {
  const { busy, run } = useReloadingAction()
  return (
    <div className="grid justify-items-start gap-3 rounded-field border-2 border-chilli bg-paper p-4">
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

/** The tracking links of an order: to copy, or to revoke and renew. */
export function TrackingLinks({
  order,
  links,
}: Pick<OrderDetail, 'order'> & Pick<DispatchCheck, 'links'>) {
  return (
    <ul className="grid gap-4">
      {links.map(({ audience, url }) => (
        <li key={audience} className="grid gap-2">
          <p className="font-semibold">{names[audience]}</p>
          {url === null && (
            <p className="text-sm text-cocoa-soft">Only the owner can copy it: it can cancel.</p>
          )}
          <div className="flex flex-wrap gap-2">
            {url && (
              <CopyLink url={url} {...whomToWrite(order, audience)}>
                Copy<span className="sr-only"> {names[audience].toLowerCase()}</span>
              </CopyLink>
            )}
            <RenewLink orderId={order.id} audience={audience} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Nobody writes to the recipient of a surprise before it leaves. */
function whomToWrite(order: OrderDetail['order'], audience: Audience) {
  if (audience === 'sender') {
    const phone = withCountryCode(order.customerMobile)
    return { message: `Your order ${order.number}`, phone }
  }
  const isSecret = order.isSurprise && !hasLeft(order.fulfilment)
  const message = isSecret ? null : recipientMessage
  return { message, phone: withCountryCode(order.recipientMobile) }
}

const names: Record<Audience, string> = {
  sender: 'The customer’s link',
  recipient: 'The recipient’s link',
}

function RenewLink({ orderId, audience }: { orderId: string; audience: Audience }) {
  const { busy, run } = useReloadingAction()
  const mayRenew = useMay('edit-orders')
  if (!mayRenew) return null
  return (
    <Button
      size="small"
      variant="quiet"
      busy={busy}
      onClick={() =>
        void run(() =>
          call<RenewCall>('POST /orders/renewLink', {
            body: { order: orderId, audience },
          }),
        )
      }
    >
      Revoke and renew<span className="sr-only"> {names[audience].toLowerCase()}</span>
    </Button>
  )
}

const loadSchema = async () => (await import('#shop/orders/courier.schema.ts')).courierSchema

const fields = {
  name: { label: 'Courier', placeholder: 'Porter', hint: 'The customer sees the name.' },
  link: {
    label: 'Tracking link',
    type: 'url',
    inputMode: 'url',
    hint: 'The customer follows it there. Empty: no link.',
  },
  note: { label: 'Fare, or another note', hint: 'Only staff see it.' },
} as const

interface CourierFormProps {
  orderId: string
  courier: Courier | null
  duePaise: Paise
}

/** Who carries an order in place of a rider. */
export function CourierForm({ orderId, courier, duePaise }: CourierFormProps) {
  const { busy, run } = useReloadingAction()
  const save = (said: Courier | null) =>
    run(() => call<SayCourier>('POST /orders/courier', { body: { order: orderId, courier: said } }))
  const form = useSchemaForm(loadSchema, save)
  return (
    <form {...form.props} className="grid gap-4">
      {duePaise > 0 && (
        <p className="rounded-field border-2 border-chilli bg-paper p-4">
          {`${formatInr(duePaise)} is due at the door, and a courier takes no money. Ask the customer to pay you first; record it when you press Delivered.`}
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FieldsOf
          form={form}
          fields={fields}
          values={courier ?? { name: '', link: '', note: '' }}
        />
      </div>
      <p className="text-sm text-cocoa-soft">
        Save it before you press Out for delivery: that email names the courier and the link. Nobody
        asks for the delivery code.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" busy={form.busy}>
          Save courier
        </Button>
        {courier && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void save(null)}>
            No courier
          </Button>
        )}
      </div>
    </form>
  )
}
