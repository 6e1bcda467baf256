import type { Api } from '#platform/http/api.server.ts'
import { earliestEndpoint } from './deliver-to/earliest.endpoints.ts'
import { findEarliest } from './deliver-to/find-earliest.server.ts'
import {
  deliverySettingsEndpoint,
  saveDayEndpoint,
  saveDeliverySettingsEndpoint,
} from './delivery.endpoints.ts'
import {
  deliveryOptionsEndpoint,
  deliverySimulationEndpoint,
} from './options/delivery-options.endpoints.ts'
import { deliveryOptions } from './options/delivery-options.server.ts'
import type { NextOpenDeps } from './options/next-open-slots.server.ts'
import {
  type SaveDeliveryDeps,
  saveDeliveryDay,
  saveDeliverySettings,
} from './save-delivery.server.ts'

/** When a delivery can come, and the calls by which staff change where and when the shop delivers. */
export function serveDelivery(api: Api, deps: SaveDeliveryDeps & NextOpenDeps) {
  api.serve(earliestEndpoint, ({ query }) => findEarliest(deps, query))

  api.serve(deliveryOptionsEndpoint, ({ query }) => deliveryOptions(deps, query))

  api.serve(deliverySimulationEndpoint, ({ query: { now = deps.clock.now(), ...request } }) =>
    deliveryOptions({ ...deps, clock: { now: () => now } }, request),
  )

  api.serve(deliverySettingsEndpoint, async () => deps.deliveryPlan.current())

  api.serve(saveDeliverySettingsEndpoint, async ({ body }, { caller }) => ({
    version: await saveDeliverySettings(deps, { ...body, caller }),
  }))

  api.serve(saveDayEndpoint, async ({ body }, { caller }) => {
    await saveDeliveryDay(deps, { ...body, caller })
    return { message: body.closedReason ? 'The day is closed.' : 'The day is saved.' }
  })
}
