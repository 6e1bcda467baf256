import type { Api } from '#platform/http/api.server.ts'
import {
  deliverySettingsEndpoint,
  saveDayEndpoint,
  saveDeliverySettingsEndpoint,
} from './delivery.endpoints.ts'
import {
  type SaveDeliveryDeps,
  saveDeliveryDay,
  saveDeliverySettings,
} from './save-delivery.server.ts'

/** The calls by which staff change where and when the shop delivers. */
export function serveDelivery(api: Api, deps: SaveDeliveryDeps) {
  api.serve(deliverySettingsEndpoint, async () => deps.deliveryPlan.current())

  api.serve(saveDeliverySettingsEndpoint, async ({ body }, { caller }) => ({
    version: await saveDeliverySettings(deps, { ...body, caller }),
  }))

  api.serve(saveDayEndpoint, async ({ body }, { caller }) => {
    await saveDeliveryDay(deps, { ...body, caller })
    return { message: body.closedReason ? 'The day is closed.' : 'The day is saved.' }
  })
}
