import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import { dayMs } from '#platform/clock.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { requireSession } from '#platform/http/api-guards.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '../api/order.schema.ts'
import type { Audience, Order } from '../order.ts'
import { noSuchOrderText } from '../order-rules.ts'
import { customerActor, lockPlacedOrder } from '../orders.store.server.ts'
import { findLinkedOrder, linkVersions, raiseLinkVersion } from './tracking-links.store.server.ts'

interface TrackingToken {
  orderId: string
  audience: Audience
  /** Only the newest version works: see `tracking_links`. */
  version: number
}

const letters = { sender: 's', recipient: 'r' } as const satisfies Record<Audience, string>
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([sr])(\d{1,9})$/

/** Null for a token that we did not sign. */
function readTrackingToken(tokens: TokenSigner, token: string): TrackingToken | null {
  const [, orderId, letter, version] = tokenPattern.exec(tokens.read(token) ?? '') ?? []
  if (!orderId) return null
  return { orderId, audience: letter === 's' ? 'sender' : 'recipient', version: Number(version) }
}

export function trackingUrlOf(
  shop: { trackingTokens: TokenSigner; shop: { publicUrl: string } },
  { orderId, audience, version }: TrackingToken,
): string {
  const token = shop.trackingTokens.sign(`${orderId}-${letters[audience]}${version}`)
  return `${shop.shop.publicUrl}/track/${token}`
}

/** Whoever has this link may see and do all that its audience may. */
export async function trackingUrl(
  shop: AppContext,
  orderId: string,
  audience: Audience,
): Promise<string> {
  const urls = await trackingUrls(shop, [orderId], audience)
  return urls.get(orderId) ?? ''
}

/** {@link trackingUrl} of several orders, by their ids. */
export async function trackingUrls(
  shop: AppContext,
  orderIds: readonly string[],
  audience: Audience,
): Promise<Map<string, string>> {
  const versions = await linkVersions(shop.db, orderIds, audience)
  return new Map(
    [...versions].map(([orderId, version]) => [
      orderId,
      trackingUrlOf(shop, { orderId, audience, version }),
    ]),
  )
}

/** How long a link works after the delivery, or after the time of one that was never made. */
const linkWorksMs = 30 * dayMs

export function isLinkOver(
  { arrivedAt, deliveryAt }: Pick<Order, 'arrivedAt' | 'deliveryAt'>,
  now: Date,
): boolean {
  return now.getTime() > (arrivedAt ?? deliveryAt).getTime() + linkWorksMs
}

/** The order of a link that works. */
export interface Tracked {
  order: Order
  audience: Audience
  /** The sender has no account. */
  isGuests: boolean
}

/** Of a link in any state of its order; null for a token that we did not sign, an old or revoked one, or one for no recipient. */
export async function findLinked(
  { db, clock, trackingTokens }: AppContext,
  token: string,
): Promise<Tracked | null> {
  const link = readTrackingToken(trackingTokens, token)
  const found = link && (await findLinkedOrder(db, link.orderId, link.audience))
  if (!found || found.version !== link.version) return null
  const { order, isGuests } = found
  const { audience } = link
  if (audience === 'recipient' && order.recipientName === null) return null
  return isLinkOver(order, clock.now()) ? null : { order, audience, isGuests }
}

/** As `findLinked`, of a placed order. */
export async function findTracked(shop: AppContext, token: string): Promise<Tracked | null> {
  const linked = await findLinked(shop, token)
  return linked?.order.state === 'placed' ? linked : null
}

/**
 * As `findTracked`, if the link is for this audience.
 *
 * @throws AppError not_found, the same for every link that does not work or is for somebody else
 */
export async function requireTracked(
  shop: AppContext,
  token: string,
  audience?: Audience,
): Promise<Tracked> {
  const found = await findTracked(shop, token)
  if (found && (!audience || found.audience === audience)) return found
  const sentence = 'This link does not work. Please open it again from our email, or call us.'
  throw new AppError('not_found', sentence)
}

/** The page that pays a quote, or an order or a change of it, by its id. Who has the link can pay, and nothing else. */
export function payPath({ payTokens }: AppContext, id: string): string {
  return `/pay/${payTokens.sign(id)}`
}

export const tokenSchema = z.string().min(1).max(200).describe('The last part of the link')

/** Names the order of a call: by its id with a session, or by the `token` of a link in place of both. */
export const orderOrLink = {
  orderId: orderIdSchema.optional().describe('With a session'),
  token: tokenSchema
    .optional()
    .describe('The last part of its sender’s link, in place of a session'),
}

/**
 * Who acts on an order: by its sender's link its customer, with a session the caller, whose right to this order is for
 * the call to check.
 *
 * @throws AppError not_found for every link that does not work or is the recipient's; not_signed_in without a link and a
 *   session; invalid without a link and an id
 */
export async function requireActor(
  shop: AppContext,
  caller: Caller | null,
  { orderId, token }: { orderId?: string; token?: string },
): Promise<{ caller: Caller; orderId: string; isByLink: boolean }> {
  if (token !== undefined) {
    const { order } = await requireTracked(shop, token, 'sender')
    return { caller: customerActor(order), orderId: order.id, isByLink: true }
  }
  const signedIn = requireSession(caller)
  if (orderId === undefined) throw fieldError('invalid', 'orderId', noSuchOrderText)
  return { caller: signedIn, orderId, isByLink: false }
}

const renewLinkEndpoint = endpoint({
  method: 'POST',
  path: '/orders/renewLink',
  tag: 'Tracking',
  summary: 'Revoke an order’s tracking link and make a new one',
  description: 'Links that were given out before answer 404 from now on.',
  access: 'edit-orders',
  body: z.object({ order: orderIdSchema, audience: z.enum(['sender', 'recipient']) }),
  response: messageSchema,
  problems: [404],
})

export type RenewLink = typeof renewLinkEndpoint

export function serveLinkRenewal(api: Api, { db, clock }: AppContext) {
  api.serve(renewLinkEndpoint, async ({ body: { order: orderId, audience } }, { caller }) => {
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
    return { message: 'The former link no longer works. Copy the new one.' }
  })
}
