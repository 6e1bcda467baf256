import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useAction } from '#shop/values/use-action.ts'
import { toast } from '#ui/toast.tsx'
import type { saveDeliverySettingsEndpoint } from '../delivery.endpoints.ts'
import type { DeliverySettings, Zone } from '../delivery-plan.schema.ts'
import { usualTerms } from '../fees/delivery-terms.ts'
import { newRow, type SlotRow, toRows, toSlots } from './slot-rows.ts'

export type SavedSettings = DeliverySettings & { version: number }

/** Messages of a row, by the name of a field. */
type RowErrors = Readonly<Record<string, string>>

const newId = () => crypto.randomUUID()

/** The settings as they are edited; nothing counts before they are saved. */
export function useSettingsForm(saved: SavedSettings) {
  const [usual, setUsual] = useState(saved.usual)
  const [zones, setZones] = useState(saved.zones)
  const [rows, setRows] = useState(() => toRows(saved.slots))
  const [errors, setErrors] = useState<RowErrors>({})
  const { busy, run } = useAction()
  const { revalidate } = useRevalidator()

  async function save() {
    const slots = toSlots(rows).map(({ slot }) => slot)
    const body = { usual, zones: zones.map(withoutEmpty), slots, version: saved.version }
    const problem = await run(async () => {
      await call<typeof saveDeliverySettingsEndpoint>('POST /delivery/settings', { body })
      toast.success('The delivery settings are saved.')
      await revalidate()
    })
    setErrors(problem?.errors ?? {})
  }

  return {
    usual,
    setUsual,
    zones,
    rows,
    busy,
    save,
    errors,
    addZone: () => setZones([...zones, newZone()]),
    changeZone: (index: number, zone: Zone) => setZones(zones.with(index, zone)),
    removeZone: (index: number) => setZones(zones.toSpliced(index, 1)),
    addRow: () => setRows([...rows, newRow(newId)]),
    changeRow: (index: number, row: SlotRow) => setRows(rows.with(index, row)),
    removeRow: (index: number) => setRows(rows.toSpliced(index, 1)),
    zoneErrors: (index: number) => errorsUnder(errors, `zones.${index}`),
    rowErrors: (index: number) =>
      Object.assign(
        {},
        ...toSlots(rows).map(({ row }, slot) =>
          row === index ? errorsUnder(errors, `slots.${slot}`) : {},
        ),
      ) as RowErrors,
  }
}

/** A comma at the end is no pincode. */
function withoutEmpty(zone: Zone): Zone {
  return { ...zone, pincodes: zone.pincodes.filter(Boolean) }
}

function newZone(): Zone {
  const { feePaise, freeFromPaise } = usualTerms
  return {
    id: newId(),
    name: '',
    pincodes: [],
    feePaise,
    freeFromPaise,
    minimumPaise: 0,
    travelMinutes: 30,
    takesCash: false,
    active: true,
  }
}

/** 'zones.0.pincodes.2' is under 'zones.0' as 'pincodes'. */
function errorsUnder(errors: RowErrors, prefix: string): RowErrors {
  const own = Object.entries(errors).filter(([path]) => path.startsWith(`${prefix}.`))
  return Object.fromEntries(
    own.map(([path, message]) => [path.slice(prefix.length + 1).split('.')[0] ?? '', message]),
  )
}
