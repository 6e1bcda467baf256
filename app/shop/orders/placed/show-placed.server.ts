import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { addressText } from '#shop/values/india-address.ts'
import { deliveryText } from '../delivery/delivery-text.ts'
import { codeToAsk } from '../fulfilment/delivery-code.server.ts'
import { hasEnded } from '../fulfilment/fulfilment-status.ts'
import { isAnyMade } from '../order-rules.ts'
import { placedOrdersOf } from '../orders.store.server.ts'

const placedEndpoint = endpoint({
  method: 'GET',
  path: '/orders/placed',
  tag: 'Orders',
  summary: 'What is to come of an order that was placed in this browser',
  description:
    "One's own order by its number; null once it has arrived or is cancelled, and where there is none.",
  access: 'guest',
  query: z.object({ number: z.coerce.number().int().positive().max(2_147_483_646) }),
  response: z
    .object({
      items: z.array(
        z.object({
          name: z.string(),
          amount: z.number(),
          bname: z.string(),
          image: z.array(z.string()),
        }),
      ),
      when: z.string().describe('Sun 22 Nov, 6 to 8 pm'),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime().nullable().describe('null without a slot'),
      address: z.string(),
      code: z.string().nullable().describe('Four digits for the rider; null if nobody asks'),
    })
    .nullable(),
})

export type ShowPlaced = typeof placedEndpoint

/** Read in one statement, for the home page of who has just ordered. */
export function serveShowPlaced(api: Api, shop: AppContext) {
  api.serve(placedEndpoint, async ({ query: { number } }, { caller }) => {
    const whose = { userId: caller.id }
    const [order] = await placedOrdersOf(shop.db, whose, { before: number + 1, limit: 1 })
    if (order?.number !== number || !isAnyMade(order) || hasEnded(order.fulfilment)) return null
    return {
      items: order.items
        .filter((item) => isAnyMade({ items: [item] }))
        .map(({ name, amount, bname, image }) => ({ name, amount, bname, image: [...image] })),
      when: deliveryText(order),
      startsAt: (order.slotStartsAt ?? order.deliveryAt).toISOString(),
      endsAt: order.slotEndsAt?.toISOString() ?? null,
      address: addressText(order.address),
      code: codeToAsk(shop, order),
    }
  })
}
