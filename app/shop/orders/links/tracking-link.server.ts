import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { Order } from '../order.ts'
import { lockPlacedOrder } from '../orders.store.server.ts'
import type { Audience } from './audience.ts'
import { linkVersions, raiseLinkVersion } from './tracking-links.store.server.ts'

export interface TrackingToken {
  orderId: string
  audience: Audience
  /** Only the newest version works: see `tracking_links`. */
  version: number
}

const letters = { sender: 's', recipient: 'r' } as const satisfies Record<Audience, string>
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([sr])(\d{1,9})$/

/** Null for a token that we did not sign. */
export function readTrackingToken(tokens: TokenSigner, token: string): TrackingToken | null {
  const [, orderId, letter, version] = tokenPattern.exec(tokens.read(token) ?? '') ?? []
  if (!orderId) return null
  return { orderId, audience: letter === 's' ? 'sender' : 'recipient', version: Number(version) }
}

export function trackingUrlOf(
  {
    trackingTokens,
    shop: { publicUrl },
  }: Pick<AppContext, 'trackingTokens'> & { shop: { publicUrl: string } },
  { orderId, audience, version }: TrackingToken,
): string {
  return `${publicUrl}/track/${trackingTokens.sign(`${orderId}-${letters[audience]}${version}`)}`
}

/** Whoever has this link may see and do all that its audience may. */
export async function trackingUrl(
  deps: Pick<AppContext, 'db' | 'shop' | 'trackingTokens'>,
  orderId: string,
  audience: Audience,
): Promise<string> {
  const urls = await trackingUrls(deps, [orderId], audience)
  return urls.get(orderId) ?? ''
}

/** {@link trackingUrl} of several orders, by their ids. */
export async function trackingUrls(
  deps: Pick<AppContext, 'db' | 'shop' | 'trackingTokens'>,
  orderIds: readonly string[],
  audience: Audience,
): Promise<Map<string, string>> {
  const versions = await linkVersions(deps.db, orderIds, audience)
  return new Map(
    [...versions].map(([orderId, version]) => [
      orderId,
      trackingUrlOf(deps, { orderId, audience, version }),
    ]),
  )
}

/** How long a link works after the delivery, or after the time of one that was never made. */
const linkWorksMs = 30 * dayMs

export function isLinkOver({ arrivedAt, deliveryAt }: LinkedTime, now: Date): boolean {
  return now.getTime() > (arrivedAt ?? deliveryAt).getTime() + linkWorksMs
}

type LinkedTime = Pick<Order, 'arrivedAt' | 'deliveryAt'>

/** Revokes the links of one audience. A new one works from now on. @throws AppError not_found */
export async function renewLink(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { caller, orderId, audience }: { caller: Caller; orderId: string; audience: Audience },
) {
  await db.transaction(async (tx) => {
    await lockPlacedOrder(tx, orderId)
    await raiseLinkVersion(tx, orderId, audience)
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'renew-tracking-link',
      orderId,
      after: { audience },
    })
  })
}
