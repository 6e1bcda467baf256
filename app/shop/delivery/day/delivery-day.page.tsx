import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { DayOrders } from '#shop/admin-orders/day/day-orders.tsx'
import { ordersOfDay } from '#shop/admin-orders/day/orders-of-day.store.server.ts'
import { parseDay } from '#shop/kitchen/kitchen-day.ts'
import { ExceptionalDay } from '#shop/orders/late/exceptional-day.tsx'
import { findExceptionalDay } from '#shop/orders/late/late.store.server.ts'
import { dayTitle, kolkataDay } from '#shop/values/kolkata-time.ts'
import { dayLoad, usualDay } from '../day-load.ts'
import { readLoadRows } from '../delivery.store.server.ts'
import { DeliveryPage, Section } from '../delivery-page.tsx'
import { hasZones } from '../delivery-plan.ts'
import type { Route } from './+types/delivery-day.page.ts'
import { CloseDay } from './close-day.tsx'
import { DayLimits } from './day-limits.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'edit-delivery')
  const now = app.clock.now()
  const day = parseDay(new URL(request.url).searchParams.get('day'), now)
  const plan = app.deliveryPlan.current()
  return {
    day,
    isOver: day < kolkataDay(now),
    plan: plan.days.get(day) ?? usualDay(day),
    usualMinutes: plan.usual.kitchenMinutes,
    load: dayLoad(plan, day, await readLoadRows(app.db, day, day)),
    orders: await ordersOfDay(app.db, day),
    exceptional: (await findExceptionalDay(app.db, day))?.reason ?? null,
    promises: app.lateScale.length > 0 && hasZones(plan),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'A day of delivery | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function DeliveryDayPage({ loaderData }: Route.ComponentProps) {
  const { day, isOver, plan, usualMinutes, load, orders, exceptional, promises } = loaderData
  const title = dayTitle(day)
  return (
    <DeliveryPage title={title}>
      <Section id="orders" title="Orders" intro="Delivered, picked up or made on this day.">
        {orders.length === 0 ? <p>No orders.</p> : <DayOrders orders={orders} />}
        <Link
          to={`/admin/kitchen?day=${day}`}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-berry underline underline-offset-3"
        >
          The kitchen’s day
        </Link>
      </Section>
      {isOver ? (
        <p>This day is over. Nothing of it can be changed.</p>
      ) : (
        <>
          <CloseDay plan={plan} title={title}>
            {orders.length === 0 ? (
              <p>Nobody has ordered for it.</p>
            ) : (
              <>
                <p>Nothing is cancelled. These orders stay, and are still to be made:</p>
                <DayOrders orders={orders} />
              </>
            )}
          </CloseDay>
          {promises && (
            <Section
              id="exceptional"
              title="Exceptional"
              intro="There are no refunds for late deliveries in slots that begin after you turned them off."
            >
              <ExceptionalDay key={day} day={day} reason={exceptional} />
            </Section>
          )}
          <DayLimits key={day} plan={plan} load={load} usualMinutes={usualMinutes} />
        </>
      )}
    </DeliveryPage>
  )
}
