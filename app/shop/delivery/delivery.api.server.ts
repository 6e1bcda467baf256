import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import {
  deliveryOptionsEndpoint,
  deliverySettingsEndpoint,
  earliestEndpoint,
  saveDayEndpoint,
  saveDeliverySettingsEndpoint,
} from './delivery.endpoints.ts'
import { deliveryOptions, findEarliest } from './options/delivery-options.server.ts'
import { saveDeliveryDay, saveDeliverySettings } from './save-delivery.server.ts'

export function serveDelivery(api: Api, deps: AppContext) {
  api.serve(earliestEndpoint, ({ query }) => findEarliest(deps, query))

  api.serve(deliveryOptionsEndpoint, ({ query }) => deliveryOptions(deps, query))

  api.serve(deliverySettingsEndpoint, async () => deps.deliveryPlan.current())

  api.serve(saveDeliverySettingsEndpoint, async ({ body }, { caller }) => ({
    version: await saveDeliverySettings(deps, { ...body, caller }),
  }))

  api.serve(saveDayEndpoint, async ({ body }, { caller }) => {
    await saveDeliveryDay(deps, { ...body, caller })
    return { message: body.closedReason ? 'The day is closed.' : 'The day is saved.' }
  })
}
