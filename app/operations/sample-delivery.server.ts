import { newId } from '#platform/new-id.server.ts'
import { usualTerms } from '#shop/delivery/delivery-fees.ts'
import type { DeliverySettings, Slot, Zone } from '#shop/delivery/delivery-plan.schema.ts'
import { emptyPlan } from '#shop/delivery/delivery-plan.ts'
import { closesAtHour, opensAtHour } from '#shop/values/delivery-slot.ts'

const everyWeekday = [0, 1, 2, 3, 4, 5, 6]
const slotHours = 2

/**
 * Where and when the sample shop delivers: in Bengaluru, every day in slots of two hours and once more before midnight.
 * Only that last slot is limited.
 */
export function sampleDelivery(): DeliverySettings {
  return {
    usual: emptyPlan.usual,
    zones: [city, outskirts, countryside].map((zone) => ({
      id: newId(),
      active: true,
      takesCash: false,
      ...zone,
    })),
    slots: everyWeekday.flatMap(slotsOf),
  }
}

type SampleZone = Omit<Zone, 'id' | 'active' | 'takesCash'>

/** 560001 to 560103, at the fee of a shop without zones. */
const city: SampleZone = {
  name: 'Bengaluru',
  pincodes: ['5600', '560100', '560101', '560102', '560103'],
  feePaise: usualTerms.feePaise,
  freeFromPaise: null,
  minimumPaise: 0,
  travelMinutes: 45,
}

const outskirts: SampleZone = {
  name: 'Outer Bengaluru',
  pincodes: ['5601'],
  feePaise: 8000,
  freeFromPaise: 200_000,
  minimumPaise: 0,
  travelMinutes: 75,
}

/** From Devanahalli to Anekal. */
const countryside: SampleZone = {
  name: 'Bengaluru Rural',
  pincodes: ['562'],
  feePaise: 15_000,
  freeFromPaise: 400_000,
  minimumPaise: 100_000,
  travelMinutes: 120,
}

function slotsOf(weekday: number): Slot[] {
  const count = (closesAtHour - opensAtHour) / slotHours
  const standard = Array.from({ length: count }, (_, n) => {
    const startHour = opensAtHour + n * slotHours
    return newSlot(weekday, startHour, startHour + slotHours)
  })
  const midnight = newSlot(weekday, 23, 24, {
    kind: 'midnight',
    surchargePaise: 19_900,
    cutOffMinutes: null,
    cutOffDayBefore: 20 * 60,
    places: 10,
  })
  return [...standard, midnight]
}

function newSlot(
  weekday: number,
  startHour: number,
  endHour: number,
  more: Partial<Slot> = {},
): Slot {
  return {
    id: newId(),
    weekday,
    startMinute: startHour * 60,
    endMinute: endHour * 60,
    kind: 'standard',
    surchargePaise: 0,
    // The cakes' own hours end the orders.
    cutOffMinutes: 0,
    cutOffDayBefore: null,
    places: null,
    bakesDayBefore: false,
    ...more,
  }
}
