import { type ReactNode, useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { closesAtHour, opensAtHour } from '#shop/values/delivery-slot.ts'
import { pincodesOfRange } from '#shop/values/india-address.ts'
import { formatDay, kolkataDay, minuteText } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { PlainForm, Section } from '#ui/forms/plain-form.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { toast } from '#ui/toast.tsx'
import type { DeliverySettings, Zone } from '../delivery.schema.ts'
import { listUnserved, type UnservedPincode } from '../delivery.store.server.ts'
import { usualTerms } from '../delivery-fees.ts'
import {
  AddButton,
  DeliveryPage,
  NumberField,
  numberFieldsOf,
  RupeesField,
} from '../delivery-page.tsx'
import { type DayPlan, isUsual } from '../delivery-plan.ts'
import type { SaveDeliverySettings } from '../save-delivery.server.ts'
import type { Route } from './+types/delivery-settings.page.ts'
import { SlotTable } from './slot-table.tsx'
import { toRows, toSlots, ZoneFields } from './zone-and-slot-fields.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-delivery')
  const { days, ...settings } = app.deliveryPlan.current()
  const today = kolkataDay(app.clock.now())
  return {
    settings,
    today,
    days: [...days.values()]
      .filter(({ day }) => day >= today)
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    unserved: await listUnserved(app.db, 20),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Delivery settings')

const intro = `Without a zone the shop delivers everywhere, between ${minuteText(opensAtHour * 60)} and ${minuteText(closesAtHour * 60)}, for ${formatInr(usualTerms.feePaise)}. With zones, customers choose a slot. What you save holds for orders from then on.`

/** The rooms of the settings, each shown by itself; what is typed in one stays while another is shown. */
const rooms = { zones: 'Zones', slots: 'Slots', days: 'Days', cash: 'Cash' } as const
type Room = keyof typeof rooms

const isRoom = (name: string | null): name is Room => name !== null && name in rooms

export default function DeliverySettingsPage({ loaderData }: Route.ComponentProps) {
  const { settings, days, today, unserved } = loaderData
  const [search, setSearch] = useSearchParams()
  const named = search.get('room')
  const room = isRoom(named) ? named : 'zones'
  const onRoom = (room: Room) => setSearch({ room })
  return (
    <DeliveryPage title="Delivery settings" intro={intro}>
      <Rooms current={room} />
      <SettingsForm saved={settings} room={room} onRoom={onRoom} />
      {room === 'zones' && <UnservedPincodes pincodes={unserved} />}
      {room === 'days' && <DifferentDays days={days} today={today} />}
    </DeliveryPage>
  )
}

function Rooms({ current }: { current: Room }) {
  return (
    <nav aria-label="Parts of the settings" className="flex flex-wrap gap-2">
      {Object.entries(rooms).map(([room, label]) => (
        <Link
          key={room}
          to={`?room=${room}`}
          preventScrollReset
          aria-current={room === current ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-4 font-semibold text-berry aria-[current=page]:border-berry aria-[current=page]:bg-berry aria-[current=page]:text-paper"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

type SavedSettings = DeliverySettings & { version: number }

interface SettingsFormProps {
  saved: SavedSettings
  room: Room
  /** Leads to the room of a wrong entry. */
  onRoom: (room: Room) => void
}

function SettingsForm({ saved, room, onRoom }: SettingsFormProps) {
  const form = useSettingsForm(saved, onRoom)
  const Fields = fieldsOf[room]
  return (
    <PlainForm onSave={form.save}>
      <Fields form={form} />
      <Button type="submit" size="large" busy={form.busy} className="justify-self-start">
        Save delivery settings
      </Button>
    </PlainForm>
  )
}

const fieldsOf: Record<Room, (props: { form: ReturnType<typeof useSettingsForm> }) => ReactNode> = {
  zones: ({ form }) => (
    <Section
      id="zones"
      title="Zones"
      intro="A zone is an area you deliver to, by pincode. Without zones you deliver everywhere; with them, only to their pincodes."
    >
      {form.zones.map((zone, index) => (
        <ZoneFields
          key={zone.id}
          zone={zone}
          errors={form.zoneErrors(index)}
          onChange={(changed) => form.changeZone(index, changed)}
          onRemove={() => form.removeZone(index)}
        />
      ))}
      <AddButton onClick={form.addZone}>Add a zone</AddButton>
    </Section>
  ),
  slots: ({ form }) => (
    <Section
      id="slots"
      title="Slots"
      intro="Customers choose one of these. A slot is offered until its orders end, while it has places, and when the cakes can be ready in time."
    >
      <SlotTable rows={form.rows} errorsOf={form.rowErrors} onChange={form.setRows} />
    </Section>
  ),
  days: ({ form: { number } }) => (
    <Section id="days" title="Every day" intro="Unless a day has its own limits.">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <NumberField
          label="Kitchen minutes of a day"
          placeholder="No limit"
          hint="When the cakes of a day need more, its slots are full. Empty: no limit"
          {...number('kitchenMinutes', null)}
        />
        <NumberField
          label="Hold an unpaid slot for (minutes)"
          hint="How long an order keeps its place before it is paid: 10 to 60"
          {...number('holdMinutes', 0)}
        />
        <NumberField
          label="Take orders for (days ahead)"
          hint="Later days cannot be chosen yet"
          {...number('daysAhead', 0)}
        />
      </div>
    </Section>
  ),
  cash: ({ form: { number, zones, changeZone } }) => (
    <Section
      id="cash"
      title="Cash on delivery"
      intro="For ready-made cakes, from customers with an account. Not at midnight, and not for gifts."
    >
      <div className="sm:max-w-80">
        <RupeesField
          label="Cash on delivery up to (₹)"
          placeholder="No cash"
          hint="The cakes and their delivery together. Empty: online only"
          {...number('cashLimitPaise', null)}
        />
      </div>
      <fieldset className="grid gap-1">
        <legend className="font-semibold">Zones that take cash</legend>
        {zones.map((zone, index) => (
          <CheckboxField
            key={zone.id}
            label={zone.name || 'New zone'}
            checked={zone.takesCash}
            onChange={({ target }) => changeZone(index, { ...zone, takesCash: target.checked })}
          />
        ))}
        <p className="text-sm text-cocoa-soft">Pickup takes cash too.</p>
      </fieldset>
    </Section>
  ),
}

/** By the field's name. */
type RowErrors = Readonly<Record<string, string>>

const newId = () => crypto.randomUUID()

function useSettingsForm(saved: SavedSettings, onRoom: (room: Room) => void) {
  const [version, setVersion] = useState(saved.version)
  const [usual, setUsual] = useState(saved.usual)
  const [zones, setZones] = useState(saved.zones)
  const [rows, setRows] = useState(() => toRows(saved.slots))
  const [errors, setErrors] = useState<RowErrors>({})
  const { busy, run } = useAction()

  async function save() {
    const slots = toSlots(rows).map(({ slot }) => slot)
    const body = { usual, zones: zones.map(withEachPincode), slots, version }
    const problem = await run(async () => {
      const saved = await call<SaveDeliverySettings>('POST /delivery/settings', {
        body,
      })
      setVersion(saved.version)
      toast.success('The delivery settings are saved.')
    })
    const wrong = problem?.errors ?? {}
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) onRoom(roomOf(first))
  }

  return {
    zones,
    rows,
    busy,
    save,
    number: numberFieldsOf(usual, errorsUnder(errors, 'usual'), setUsual),
    addZone: () => setZones([...zones, newZone()]),
    changeZone: (index: number, zone: Zone) => setZones(zones.with(index, zone)),
    removeZone: (index: number) => setZones(zones.toSpliced(index, 1)),
    setRows,
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

/** Where the field of a path such as 'zones.0.name' or 'usual.holdMinutes' is. */
function roomOf(path: string): Room {
  if (path.startsWith('usual.')) return path === 'usual.cashLimitPaise' ? 'cash' : 'days'
  return path.startsWith('slots') ? 'slots' : 'zones'
}

/** A trailing comma is no pincode, and a range is all of its own. */
function withEachPincode(zone: Zone): Zone {
  return { ...zone, pincodes: zone.pincodes.filter(Boolean).flatMap(pincodesOfRange) }
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
    isFar: false,
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

function UnservedPincodes({ pincodes }: { pincodes: readonly UnservedPincode[] }) {
  if (pincodes.length === 0) return null
  return (
    <Section
      id="unserved"
      title="Looked up, not delivered to"
      intro="How often customers looked up a pincode outside your zones. We don’t store who they were."
    >
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {pincodes.map(({ pincode, lookups, lastDay }) => (
          <li
            key={pincode}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 text-sm"
          >
            <span className="font-semibold tabular-nums">{pincode}</span>
            <span className="text-cocoa-soft">
              <span>{lookups === 1 ? 'Looked up once' : `Looked up ${lookups} times`}</span>, last
              on <span>{formatDay(lastDay)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Closed days and days with their own limits, from today on, and a form that opens any other day. */
function DifferentDays({ days, today }: { days: readonly DayPlan[]; today: string }) {
  const different = days.filter((plan) => !isUsual(plan))
  return (
    <Section
      id="different-days"
      title="Holidays and special days"
      intro="Close a day, or change its kitchen minutes and places. You see its orders first; nothing is cancelled."
    >
      {different.length > 0 && (
        <ul className="grid gap-1">
          {different.map((plan) => (
            <li key={plan.day} className="flex flex-wrap items-center gap-x-3">
              <TextLink to={`/admin/delivery/day?day=${plan.day}`}>{formatDay(plan.day)}</TextLink>
              <span className="min-w-0 wrap-anywhere">
                {plan.closedReason === null ? 'Own limits' : `Closed: ${plan.closedReason}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form action="/admin/delivery/day" className="flex flex-wrap items-end gap-4">
        <TextField label="Day" name="day" type="date" min={today} defaultValue={today} required />
        <Button type="submit" early variant="secondary" className="mb-1.5">
          Show the day
        </Button>
      </Form>
    </Section>
  )
}
