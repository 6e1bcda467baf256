import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import type { RenewLink as RenewCall } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'

/** A link as the staff sees it. */
export interface StaffLink {
  audience: Audience
  /** Null for staff who may not have it. */
  url: string | null
}

interface TrackingLinksProps {
  orderId: string
  links: readonly StaffLink[]
}

/** The tracking links of an order: to copy, or to revoke and renew. */
export function TrackingLinks({ orderId, links }: TrackingLinksProps) {
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
              <CopyLink url={url}>
                Copy<span className="sr-only"> {names[audience].toLowerCase()}</span>
              </CopyLink>
            )}
            <RenewLink orderId={orderId} audience={audience} />
          </div>
        </li>
      ))}
    </ul>
  )
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
