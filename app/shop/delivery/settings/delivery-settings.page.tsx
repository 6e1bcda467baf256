import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { closesAtHour, opensAtHour } from '#shop/values/delivery-slot.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { usualTerms } from '../delivery-charge.ts'
import { minuteText } from '../minute-text.ts'
import type { Route } from './+types/delivery-settings.page.ts'
import { ClosedDays } from './closed-days.tsx'
import { NumberField } from './number-field.tsx'
import { Section } from './section.tsx'
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
          Without a zone the shop delivers everywhere, between {minuteText(opensAtHour * 60)} and{' '}
          {minuteText(closesAtHour * 60)}, for {formatInr(usualTerms.feePaise)}. With zones,
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
      <Section id="zones" title="Zones">
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
      <Section id="slots" title="Slots">
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
      <Section id="usual" title="Every day">
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
      </Section>
      <Button type="submit" size="large" busy={form.busy} className="justify-self-start">
        Save delivery settings
      </Button>
    </form>
  )
}
