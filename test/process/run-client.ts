import { randomBytes } from 'node:crypto'
import { createTokenSigner } from '#platform/secrets.server.ts'
import { createDeliveryCodes } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { trackingUrlOf } from '#shop/orders/links/tracking-link.server.ts'
import { ask } from './shop-client.ts'
import type { TwoShops } from './two-shops.ts'

/** Of the shops: links and codes are made from it. */
export const secret = randomBytes(32).toString('base64url')

const code = createDeliveryCodes(secret)
const trackingTokens = createTokenSigner({ purpose: 'tracking', secret })

/** The token of the link by which its sender follows an order. */
export function senderToken(orderId: string): string {
  const link = { orderId, audience: 'sender', version: 1 } as const
  return (
    trackingUrlOf({ shop: { publicUrl: '' }, trackingTokens }, link)
      .split('/')
      .at(-1) ?? ''
  )
}

/** An order in a run. */
export interface Carried {
  orderId: string
  /** Of the run's link. */
  rider: string
}

/** Has the kitchen prepare every item of an order. Gives their ids. */
export async function prepareAll({ urls: [url], select, asOwner }: TwoShops, order: string) {
  const items = await select(
    `select id::text as name from order_items where order_id = '${order}' order by position`,
  )
  for (const suborder of items) {
    await asOwner(url, '/orders/confirmOrder', { order, suborder, data: '' })
  }
  return items
}

/** Gives an order that is ready to a rider. */
export async function makeRun({ urls: [url], asOwner }: TwoShops, orderId: string) {
  const run = { riderName: 'Ravi', riderMobile: '9876500000', orders: [orderId] }
  const { body } = await asOwner<{ id: string; link: string }>(url, '/runs/make', run)
  return { run: body.id, rider: body.link.split('/run/')[1] ?? '' }
}

/** What the rider says; the same id is the same move. */
export function say({ orderId, rider }: Carried, url: string, details: object) {
  const id = crypto.randomUUID()
  return ask(url, '/runs/move', { body: { token: rider, order: orderId, id, ...details } })
}

export const dispatch = (url: string, order: Carried) => say(order, url, { move: 'dispatch' })

/** That it was handed over, for its code. */
export const handOver = ({ orderId: id }: Carried) => ({
  move: 'deliver',
  receiver: 'recipient',
  code: code({ id }),
})
