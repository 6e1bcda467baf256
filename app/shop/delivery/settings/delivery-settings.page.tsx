import { Form, Link, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { closesAtHour, opensAtHour } from '#shop/values/delivery-slot.ts'
import { formatDay, kolkataDay, minuteText } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { listUnserved, type UnservedPincode } from '../delivery.store.server.ts'
import { usualTerms } from '../delivery-fees.ts'
import { DeliveryPage } from '../delivery-page.tsx'
import { type DayPlan, isUsual } from '../delivery-plan.ts'
import type { Route } from './+types/delivery-settings.page.ts'
import { type Room, rooms, SettingsForm } from './settings-form.tsx'

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
