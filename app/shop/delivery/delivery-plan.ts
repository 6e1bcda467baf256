import type { DeliverySettings, Zone } from './delivery-plan.schema.ts'

export interface DayPlan {
  /** 'YYYY-MM-DD' in Kolkata. */
  day: string
  /** Why the shop is closed; null when it is open. */
  closedReason: string | null
  /** Null: as on every day. */
  kitchenMinutes: number | null
  /** Places of slots, by their id, where they are not as usual. */
  places: Readonly<Record<string, number>>
}

/** What is left out stays as it is. */
export interface DayChanges {
  closedReason?: string | null
  kitchenMinutes?: number | null
  /** By slots' ids; null: as usual. */
  places?: Readonly<Record<string, number | null>>
}

export interface DeliveryPlan extends DeliverySettings {
  /** How often the settings were saved. */
  version: number
  /** Days that differ, from yesterday on. */
  days: ReadonlyMap<string, DayPlan>
}

/** Of a shop that has saved none. */
export const emptyPlan: DeliveryPlan = {
  version: 0,
  usual: { kitchenMinutes: null, holdMinutes: 15, daysAhead: 60, cashLimitPaise: null },
  zones: [],
  slots: [],
  days: new Map(),
}

export function usualDay(day: string): DayPlan {
  return { day, closedReason: null, kitchenMinutes: null, places: {} }
}

export function changeDay(plan: DayPlan, changes: DayChanges): DayPlan {
  const { closedReason = plan.closedReason, kitchenMinutes = plan.kitchenMinutes } = changes
  const places = Object.entries({ ...plan.places, ...changes.places })
  return {
    day: plan.day,
    closedReason,
    kitchenMinutes,
    places: Object.fromEntries(
      places.flatMap(([slotId, number]) => (number === null ? [] : [[slotId, number]])),
    ),
  }
}

export function isUsual({ closedReason, kitchenMinutes, places }: DayPlan): boolean {
  return closedReason === null && kitchenMinutes === null && Object.keys(places).length === 0
}

/** Without zones the shop delivers everywhere, at any time of its opening hours. */
export function hasZones({ zones }: Pick<DeliveryPlan, 'zones'>): boolean {
  return zones.length > 0
}

/** Whether orders can be picked up: with a slot for it. A shop without zones has no slots. */
export function hasPickup(plan: Pick<DeliveryPlan, 'zones' | 'slots'>): boolean {
  return hasZones(plan) && plan.slots.some(({ kind }) => kind === 'pickup')
}

/** The zone of a pincode, active or not: of all that match, the one with the longest match. */
export function zoneOf<Part extends Pick<Zone, 'pincodes'>>(
  { zones }: { zones: readonly Part[] },
  pincode: string,
): Part | null {
  let found: Part | null = null
  let maxLength = 0
  for (const zone of zones) {
    for (const prefix of zone.pincodes) {
      if (prefix.length > maxLength && pincode.startsWith(prefix)) {
        found = zone
        maxLength = prefix.length
      }
    }
  }
  return found
}

export function findZone<Part extends Pick<Zone, 'pincodes' | 'active'>>(
  plan: { zones: readonly Part[] },
  pincode: string,
): Part | null {
  const zone = zoneOf(plan, pincode)
  return zone?.active ? zone : null
}

export function isServed(plan: Pick<DeliveryPlan, 'zones'>, pincode: string): boolean {
  return !hasZones(plan) || findZone(plan, pincode) !== null
}
