import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { toKolkataInput } from '#shop/values/kolkata-time.ts'
import { DeliveryNav } from '../delivery-nav.tsx'
import type { Route } from './+types/simulator.page.ts'
import { SimulatedDays } from './simulated-days.tsx'
import { SimulatorForm } from './simulator-form.tsx'
import { customCake, type SimulatedCake, useSimulator } from './use-simulator.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'edit-delivery')
  const published = app.publishedCakes.current().ordered.name
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
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Delivery simulator</h1>
        <p className="mt-1 text-cocoa-soft">
          What a customer would be offered, by the saved settings and the orders taken until now,
          and why a slot is shut. The shop decides by the same rule.
        </p>
        <DeliveryNav />
      </header>
      <SimulatorForm simulator={simulator} cakes={cakes} />
      {simulator.simulation && <SimulatedDays simulation={simulator.simulation} />}
    </div>
  )
}
