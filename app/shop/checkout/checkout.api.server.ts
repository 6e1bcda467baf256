import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { confirmPaymentEndpoint, processPaymentEndpoint } from './checkout.endpoints.ts'
import { confirmCheckout, startCheckout } from './start/start-checkout.server.ts'

export function serveCheckout(api: Api, shop: AppContext) {
  api.serve(processPaymentEndpoint, ({ body }, { caller, address }) =>
    startCheckout(shop, { caller, address, input: body }),
  )

  api.serve(confirmPaymentEndpoint, ({ body }, { caller, address }) =>
    confirmCheckout(shop, { caller, address, ...body }),
  )
}
