import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { recipientMessage } from '#shop/orders/links/link-messages.ts'
import type { RenewLink as RenewCall } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { withCountryCode } from '#shop/values/shop-details.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'

/** A link as the staff sees it. */
export interface StaffLink {
  audience: Audience
  /** Null for staff who may not have it. */
  url: string | null
}

type LinkedOrder = Pick<
  ShownOrder,
  'id' | 'number' | 'customerMobile' | 'recipientMobile' | 'isSurprise' | 'fulfilment'
>

interface TrackingLinksProps {
  order: LinkedOrder
  links: readonly StaffLink[]
}

/** The tracking links of an order: to copy, or to revoke and renew. */
export function TrackingLinks({ order, links }: TrackingLinksProps) {
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
function whomToWrite(order: LinkedOrder, audience: Audience) {
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
