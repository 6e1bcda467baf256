import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { dayTitle, rangeText, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { Section } from '#ui/forms/plain-form.tsx'
import type { DeliveryOptions, ListedDay } from '../delivery.endpoints.ts'
import { fromPublicZone, minimumError } from '../delivery-fees.ts'
import { DeliveryPage } from '../delivery-page.tsx'
import { priceNote, slotError, unservedText } from '../slot-text.ts'
import type { Route } from './+types/simulator.page.ts'
import {
  customCake,
  type SimulatedCake,
  type Simulation,
  SimulatorForm,
  useSimulator,
} from './simulator-form.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-delivery')
  const published = app.publishedCakes.current().ordered['a-z']
  return {
    now: toKolkataInput(app.clock.now()),
    cakes: published.map(
      ({ cake: { id, name, weight } }): SimulatedCake => ({ id, name, weights: weight }),
    ),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Delivery simulator | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function SimulatorPage({ loaderData }: Route.ComponentProps) {
  const cakes = [...loaderData.cakes, customCake]
  const simulator = useSimulator({ now: loaderData.now, cakes })
  return (
    <DeliveryPage
      title="Delivery simulator"
      intro="What a customer would be offered now, and why a slot is not. Checkout decides by the same rules."
    >
      <SimulatorForm simulator={simulator} cakes={cakes} />
      {simulator.simulation && <SimulatedDays simulation={simulator.simulation} />}
    </DeliveryPage>
  )
}

function SimulatedDays({ simulation }: { simulation: Simulation }) {
  const { options, isPickup, pincode } = simulation
  const { hasZones, zone, days } = options
  const missing = missingText(simulation)
  const slots = days.flatMap((day) => day.slots)
  const open = slots.filter(({ state }) => state === 'open').length
  return (
    <Section id="simulation" title="What the customer sees">
      <div role="status" className="grid gap-1">
        {!hasZones ? (
          <p>The shop has no zones: customers choose any time of its hours.</p>
        ) : !isPickup && !zone ? (
          <p>{unservedText(pincode)}</p>
        ) : (
          <p className="font-semibold">{`${open} of ${slots.length} slots are open.`}</p>
        )}
        {zone && <p>{zoneText(zone)}</p>}
        {missing && <p>{missing}</p>}
      </div>
      {days.map((day) => (
        <SimulatedDay key={day.day} day={day} />
      ))}
    </Section>
  )
}

function SimulatedDay({ day: { day, closedReason, slots } }: { day: ListedDay }) {
  return (
    <div>
      <h3 className="font-text text-base font-semibold tracking-normal">{dayTitle(day)}</h3>
      {closedReason && <p className="text-sm wrap-anywhere">{`Closed: ${closedReason}`}</p>}
      {slots.length === 0 && <p className="text-sm text-cocoa-soft">No slots on this weekday.</p>}
      <ul className="divide-y divide-line">
        {slots.map((slot) => {
          const [startsAt, endsAt] = [new Date(slot.start), new Date(slot.end)]
          const option = { startsAt, endsAt, orderBy: new Date(slot.orderBy), state: slot.state }
          const error = slotError(option, closedReason)
          return (
            <li key={slot.id} className="grid gap-x-4 py-2 sm:grid-cols-[10rem_1fr]">
              <span className="font-semibold">{rangeText(startsAt, endsAt)}</span>
              {error === null ? (
                <span>
                  <span className="font-semibold text-pistachio">Open</span>
                  <span>{`, ${priceNote(slot)}`}</span>
                </span>
              ) : (
                <span className="text-cocoa-soft">{error}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The cart's text below the zone's minimum; null if the minimum is reached. */
function missingText({ options: { zone, days }, hasCustom }: Simulation): string | null {
  const slot = days.flatMap(({ slots }) => slots)[0]
  if (!zone || !slot) return null
  const subtotal = toPaise(slot.total - slot.fee - slot.surcharge)
  return minimumError(fromPublicZone(zone), { subtotal, hasCustom })
}

/** 'Central Bengaluru: ₹60, free from ₹1,500, cakes for at least ₹500.' */
function zoneText({ name, fee, freeFrom, minimum }: NonNullable<DeliveryOptions['zone']>): string {
  const parts = [
    formatInr(toPaise(fee)),
    ...(freeFrom === null ? [] : [`free from ${formatInr(toPaise(freeFrom))}`]),
    ...(minimum === 0 ? [] : [`cakes for at least ${formatInr(toPaise(minimum))}`]),
  ]
  return `${name}: ${parts.join(', ')}.`
}
