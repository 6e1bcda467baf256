import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import type { Route } from './+types/delivery-settings.page.ts'
import { ClosedDays } from './closed-days.tsx'
import { NumberField } from './number-field.tsx'
import { SlotFields } from './slot-fields.tsx'
import { type SavedSettings, useSettingsForm } from './use-settings-form.ts'
import { ZoneFields } from './zone-fields.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'edit-delivery')
  const { days, ...settings } = app.deliveryPlan.current()
  const today = kolkataDay(app.clock.now())
  return { settings, today, days: [...days.values()].filter(({ day }) => day >= today) }
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
          Without a zone the shop delivers everywhere, between 9 am and 9 pm, for ₹50. With zones,
          customers choose a slot. What you save holds for orders from then on.
        </p>
      </header>
      <SettingsForm saved={settings} />
      <ClosedDays days={days} today={today} />
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
      <section aria-labelledby="zones" className="card grid gap-4 p-4 md:p-6">
        <h2 id="zones" className="text-lg">
          Zones
        </h2>
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
      </section>
      <section aria-labelledby="slots" className="card grid gap-4 p-4 md:p-6">
        <h2 id="slots" className="text-lg">
          Slots
        </h2>
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
      </section>
      <section aria-labelledby="usual" className="card grid gap-4 p-4 md:p-6">
        <h2 id="usual" className="text-lg">
          Every day
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label="Hold a place for (minutes)"
            value={usual.holdMinutes}
            onChange={(holdMinutes) => setUsual({ ...usual, holdMinutes: holdMinutes ?? 0 })}
            hint="How long an order may wait for its payment: 10 to 60"
            error={errors['usual.holdMinutes']}
          />
          <NumberField
            label="Take orders for (days ahead)"
            value={usual.daysAhead}
            onChange={(daysAhead) => setUsual({ ...usual, daysAhead: daysAhead ?? 0 })}
            error={errors['usual.daysAhead']}
          />
        </div>
      </section>
      <Button type="submit" size="large" busy={form.busy} className="justify-self-start">
        Save delivery settings
      </Button>
    </form>
  )
}
