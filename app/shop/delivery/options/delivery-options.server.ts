import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { pincodeSchema } from '#shop/values/india-address.schema.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import {
  type DeliveryOptions,
  earliestSchema,
  optionsSchema,
  requestedDaysShape,
} from '../delivery.schema.ts'
import { countUnserved } from '../delivery.store.server.ts'
import { deliveryTerms, shippingCost, toPublicZone } from '../delivery-fees.ts'
import { hasPickup, hasZones } from '../delivery-plan.ts'
import type { SlotOption } from '../slot-options.ts'
import {
  type DayOfSlots,
  listSlots,
  needOfLines,
  nextOpenSlots,
  servedZone,
  whyNotOnDays,
  whyNotToZone,
} from './choose-delivery.server.ts'

const lines = z
  .string()
  .max(4000)
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(
            /^[A-Za-z0-9_-]{1,64}:\d{1,2}(\.\d{1,3})?:\d{1,3}(:\d{1,8})?$/,
            'must be cake:weight:amount',
          )
          .transform((line) => {
            const [cakeid = '', wt = '', amount, more = 0] = line.split(':')
            const customize = cakeid === 'custom'
            return { cakeid, wt, amount: Number(amount), customize, optionsPaise: Number(more) }
          }),
      )
      .max(50),
  )
  .describe(
    '`cake:weight:amount`, joined by commas; cake `custom`: customised. Then `:paise`, if its options add to the price of each; the checkout counts them itself',
  )

const deliveryOptionsEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/options',
  tag: 'Delivery',
  summary: 'When a cart can be delivered',
  description: [
    'Each slot of the requested days and whether it can be had: `open`, or why not: `closed`, `cutoff` (orders have ended), `lead` (the cakes take longer), `soldout` (one of them cannot be had on that day), `full`.',
    '`placesLeft` is given when it is 3 or fewer. `zone` is null where the shop does not deliver.',
    'A shop without zones delivers everywhere at any time of its hours: then `hasZones` is false and there are no days.',
  ].join(' '),
  access: 'anyone',
  query: z.object({
    pincode: pincodeSchema.optional().describe('Where to; left out for pickup'),
    pickup: z.enum(['true', 'false']).default('false'),
    lines,
    ...requestedDaysShape,
  }),
  response: optionsSchema,
})

const earliestEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/earliest',
  tag: 'Delivery',
  summary: 'The earliest delivery to a pincode',
  description: [
    'What a delivery costs there, and the next slot that these lines can come in: one of the next days for which orders are taken, or null.',
    '`zone` is null where the shop does not deliver; without lines it is counted how often a pincode is looked up.',
    'A shop without zones delivers everywhere at any time of its hours: then `hasZones` is false.',
  ].join(' '),
  access: 'anyone',
  query: z.object({
    pincode: pincodeSchema,
    lines,
  }),
  response: earliestSchema,
})

export type ListDeliveryOptions = typeof deliveryOptionsEndpoint
export type FindEarliest = typeof earliestEndpoint

export function serveDeliveryOptions(api: Api, shop: AppContext) {
  api.serve(earliestEndpoint, async ({ query: { pincode, lines } }) => {
    const plan = shop.deliveryPlan.current()
    const zone = servedZone(shop, pincode)
    const possible = { hasZones: hasZones(plan), hasPickup: hasPickup(plan) }
    if (!zone) {
      // Every page sends this without lines; a request with lines is a repeat by the same customer.
      if (possible.hasZones && lines.length === 0) await countUnserved(shop, pincode)
      return { ...possible, zone: null, earliest: null }
    }
    const whyNot = whyNotToZone(shop, lines, zone)
    const served = { ...possible, zone: toPublicZone(zone) }
    if (whyNot) return { ...served, whyNot, earliest: null }
    const [first] = await nextOpenSlots(shop, { pincode, lines, count: 1 })
    return {
      ...served,
      earliest: first
        ? { start: first.startsAt.toISOString(), end: first.endsAt.toISOString() }
        : null,
    }
  })

  api.serve(deliveryOptionsEndpoint, async ({ query }) => {
    const { pincode, pickup, lines, from, days } = query
    const plan = shop.deliveryPlan.current()
    const zone = pincode ? servedZone(shop, pincode) : null
    const isPickup = pickup === 'true'
    const response = { hasZones: hasZones(plan), zone: zone && toPublicZone(zone), days: [] }
    if (!response.hasZones || !(zone || isPickup)) return response

    const zoneOrPickup = isPickup ? null : zone
    const whyNot = zoneOrPickup && whyNotToZone(shop, lines, zoneOrPickup)
    if (whyNot) return { ...response, whyNot }
    const need = needOfLines(shop, { lines, zone: zoneOrPickup, now: shop.clock.now() })
    const subtotal = priceLines(lines, shop.publishedCakes)
    const shippingOf = (surchargePaise: Paise) =>
      shippingCost(deliveryTerms(zoneOrPickup, surchargePaise), subtotal)
    const listed = await listSlots(shop, {
      ...need,
      whyNotOn: whyNotOnDays(shop, lines),
      from,
      days,
    })
    return { ...response, days: daysResponse(listed, { subtotal, shippingOf }) }
  })
}

interface Prices {
  subtotal: Paise
  /** Includes a slot's surcharge. */
  shippingOf: (surchargePaise: Paise) => Paise
}

export function daysResponse(
  days: Iterable<DayOfSlots>,
  { subtotal, shippingOf }: Prices,
): DeliveryOptions['days'] {
  return Array.from(days, (each) => ({
    ...each,
    slots: each.slots.map((option) =>
      slotResponse(option, shippingOf(option.slot.surchargePaise), subtotal),
    ),
  }))
}

/** Deleted cakes cost nothing here: the checkout rejects them. */
function priceLines(sent: z.output<typeof lines>, cakes: PublishedCakes) {
  const { byId } = cakes.current()
  return sent.reduce((sum, { cakeid, wt, amount, optionsPaise }) => {
    const cake = byId.get(cakeid)
    return cake?.weight.includes(wt) ? sum + (unitPrice(cake, wt) + optionsPaise) * amount : sum
  }, 0)
}

function slotResponse(
  { slot, startsAt, endsAt, orderBy, state, placesLeft, needsHours }: SlotOption,
  shipping: Paise,
  subtotal: Paise,
) {
  return {
    id: slot.id,
    kind: slot.kind,
    state,
    placesLeft,
    needsHours,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    orderBy: orderBy.toISOString(),
    fee: toRupees(shipping - slot.surchargePaise),
    surcharge: toRupees(slot.surchargePaise),
    total: toRupees(subtotal + shipping),
  }
}
