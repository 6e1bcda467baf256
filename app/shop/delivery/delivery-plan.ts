import type { DeliverySettings, Zone } from './delivery.schema.ts'

export interface DayPlan {
  /** 'YYYY-MM-DD' in Kolkata. */
  day: string
  /** Null if the shop is open. */
  closedReason: string | null
  /** Null: as usual. */
  kitchenMinutes: number | null
  /** Changed numbers of places, by the slot's id. */
  places: Readonly<Record<string, number>>
}

/** Fields that are left out stay as they are. */
export interface DayChanges {
  closedReason?: string | null
  kitchenMinutes?: number | null
  /** By slots' ids; null: as usual. */
  places?: Readonly<Record<string, number | null>>
}

export interface DeliveryPlan extends DeliverySettings {
  /** Number of saves of the settings. */
  version: number
  /** Changed days from yesterday on. */
  days: ReadonlyMap<string, DayPlan>
}

/** Before the first save. */
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

/** Pickup needs a slot. A shop without zones has no slots. */
export function hasPickup(plan: Pick<DeliveryPlan, 'zones' | 'slots'>): boolean {
  return hasZones(plan) && plan.slots.some(({ kind }) => kind === 'pickup')
}

/** All pincodes but those of the army, which begin with 9. */
const anyPincode = /^[1-8]/

/** Includes inactive zones; the longest matching prefix wins, and '*' stands for all pincodes that no other has. */
export function zoneOf<Part extends Pick<Zone, 'pincodes'>>(
  { zones }: { zones: readonly Part[] },
  pincode: string,
): Part | null {
  let found: Part | null = null
  let maxLength = 0
  for (const zone of zones) {
    for (const prefix of zone.pincodes) {
      const matches = prefix === '*' ? anyPincode.test(pincode) : pincode.startsWith(prefix)
      if (matches && prefix.length > maxLength) {
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

/** The zone of an order, which keeps its own, whatever its name and pincodes are by now; null if it is not served any more. */
export function findOrderZone(
  { zones }: DeliveryPlan,
  order: { zoneId: string | null },
): Zone | null {
  return zones.find(({ id, active }) => id === order.zoneId && active) ?? null
}

export function isServed(plan: Pick<DeliveryPlan, 'zones'>, pincode: string): boolean {
  return !hasZones(plan) || findZone(plan, pincode) !== null
}
