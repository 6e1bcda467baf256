import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { closesAtHour, opensAtHour } from '#shop/values/delivery-slot.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { DeliveryNav } from '../delivery-nav.tsx'
import { usualTerms } from '../fees/delivery-terms.ts'
import { minuteText } from '../minute-text.ts'
import { NumberField, RupeesField } from '../number-field.tsx'
import { Section } from '../section.tsx'
import { listUnserved } from '../unserved/unserved.store.server.ts'
import { UnservedList } from '../unserved/unserved-list.tsx'
import type { Route } from './+types/delivery-settings.page.ts'
import { DifferentDays } from './different-days.tsx'
import { SlotFields } from './slot-fields.tsx'
import { type SavedSettings, useSettingsForm } from './use-settings-form.ts'
import { ZoneFields } from './zone-fields.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'edit-delivery')
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

export const meta: Route.MetaFunction = () => [
  { title: 'Delivery settings | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function DeliverySettingsPage({ loaderData }: Route.ComponentProps) {
  const { settings, days, today } = loaderData
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Delivery settings</h1>
        <p className="mt-1 text-cocoa-soft">
          Without a zone the shop delivers everywhere, between {minuteText(opensAtHour * 60)} and{' '}
          {minuteText(closesAtHour * 60)}, for {formatInr(usualTerms.feePaise)}. With zones,
          customers choose a slot. What you save holds for orders from then on.
        </p>
        <DeliveryNav />
      </header>
      <SettingsForm saved={settings} />
      <UnservedList pincodes={loaderData.unserved} />
      <DifferentDays days={days} today={today} />
    </div>
  )
}

function SettingsForm({ saved }: { saved: SavedSettings }) {
  const form = useSettingsForm(saved)
  const { usual, setUsual, zones, rows, errors } = form
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <Section
        id="zones"
        title="Zones"
        intro="A zone is where you deliver, by pincode. Without any you deliver everywhere; with zones nobody can order for a pincode outside of them."
      >
        {zones.map((zone, index) => (
          <ZoneFields
            key={zone.id}
            zone={zone}
            errors={form.zoneErrors(index)}
            onChange={(changed) => form.changeZone(index, changed)}
            onRemove={() => form.removeZone(index)}
          />
        ))}
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={form.addZone}
        >
          Add a zone
        </Button>
      </Section>
      <Section
        id="slots"
        title="Slots"
        intro="Customers choose one of these. It can be had until its orders end, while it has a place, and if the cakes are made and on the way in time for its start."
      >
        {rows.map((row, index) => (
          <SlotFields
            key={Object.values(row.ids)[0] ?? index}
            row={row}
            errors={form.rowErrors(index)}
            onChange={(changed) => form.changeRow(index, changed)}
            onRemove={() => form.removeRow(index)}
          />
        ))}
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={form.addRow}
        >
          Add a slot
        </Button>
      </Section>
      <Section
        id="usual"
        title="Every day"
        intro="What holds for all days, unless a day has limits of its own."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <NumberField
            label="Kitchen minutes of a day"
            value={usual.kitchenMinutes}
            onChange={(kitchenMinutes) => setUsual({ ...usual, kitchenMinutes })}
            placeholder="No limit"
            hint="When the cakes of a day need more, its slots are full. Empty: no limit"
            error={errors['usual.kitchenMinutes']}
          />
          <NumberField
            label="Hold a place for (minutes)"
            value={usual.holdMinutes}
            onChange={(holdMinutes) => setUsual({ ...usual, holdMinutes: holdMinutes ?? 0 })}
            hint="How long an order keeps its place before it is paid: 10 to 60"
            error={errors['usual.holdMinutes']}
          />
          <NumberField
            label="Take orders for (days ahead)"
            value={usual.daysAhead}
            onChange={(daysAhead) => setUsual({ ...usual, daysAhead: daysAhead ?? 0 })}
            hint="Later days cannot be chosen yet"
            error={errors['usual.daysAhead']}
          />
          <RupeesField
            label="Cash on delivery up to (₹)"
            value={usual.cashLimitPaise}
            onChange={(cashLimitPaise) => setUsual({ ...usual, cashLimitPaise })}
            placeholder="No cash"
            hint="For ready-made cakes with their delivery: in zones that take cash and at pickup, not at midnight, not for gifts, for customers with an account. Empty: by card or UPI only"
            error={errors['usual.cashLimitPaise']}
          />
        </div>
      </Section>
      <Button type="submit" size="large" busy={form.busy} className="justify-self-start">
        Save delivery settings
      </Button>
    </form>
  )
}
