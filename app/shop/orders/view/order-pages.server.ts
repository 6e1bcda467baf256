import type { AppContext } from '#app/context.server.ts'
import { codeToAsk } from '../fulfilment/delivery-code.server.ts'
import { isLinkOver, trackingUrls } from '../links/tracking-link.server.ts'
import { awaitsAddress } from '../order-rules.ts'
import type { ShownOrder } from '../shown-order.ts'
import type { OrderPage } from './order-card.tsx'

/** By the order's id; left out once the page does not open any more. */
export async function loadOrderPages(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'trackingTokens' | 'deliveryCodeOf'>,
  orders: readonly ShownOrder[],
): Promise<Record<string, OrderPage>> {
  const open = orders.filter((order) => !isLinkOver(order, deps.clock.now()))
  const ids = open.map(({ id }) => id)
  const urls = await trackingUrls(deps, ids, 'sender')
  const asking = open.filter(awaitsAddress).map(({ id }) => id)
  const askUrls = await trackingUrls(deps, asking, 'recipient')
  return Object.fromEntries(
    open.map((order): [string, OrderPage] => [
      order.id,
      {
        url: urls.get(order.id) ?? '',
        code: codeToAsk(deps, order),
        askUrl: askUrls.get(order.id) ?? null,
      },
    ]),
  )
}
