import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { type StaffOrder, toStaffOrder } from '#shop/admin-orders/list/list-orders.server.ts'
import { OrderRow } from '#shop/admin-orders/list/order-row.tsx'
import { findExceptionalDay } from '#shop/handling/handling.store.server.ts'
import type { DeclareExceptional } from '#shop/handling/late/decide-late.server.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { statusesToMake } from '#shop/orders/item-status.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { dayTitle, kolkataDay, parseDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { useBusy } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { dayLoad } from '../day-load.ts'
import { readAskedRows, readLoadRows } from '../delivery.store.server.ts'
import { DeliveryPage } from '../delivery-page.tsx'
import { type DayPlan, hasZones, usualDay } from '../delivery-plan.ts'
import type { SaveDay } from '../save-delivery.server.ts'
import type { Route } from './+types/delivery-day.page.ts'
import { DayLimits } from './day-limits.tsx'

/** Of a day: more than any kitchen makes. */
const maxOrders = 500

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-delivery')
  const now = app.clock.now()
  const day = parseDay(url.searchParams.get('day'), now)
  const plan = app.deliveryPlan.current()
  const work = { workOf: day, has: statusesToMake }
  const orders = await listOrders({ db: app.db, now }, work, maxOrders)
  return {
    day,
    isOver: day < kolkataDay(now),
    plan: plan.days.get(day) ?? usualDay(day),
    usualMinutes: plan.usual.kitchenMinutes,
    load: dayLoad(
      plan,
      day,
      await readLoadRows(app.db, day, day),
      await readAskedRows(app.db, day, day),
    ),
    orders: orders.map((order) => toStaffOrder(order)),
    now: now.toISOString(),
    exceptional: (await findExceptionalDay(app.db, day))?.reason ?? null,
    promises: app.shop.lateScale.length > 0 && hasZones(plan),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'A day of delivery')

export default function DeliveryDayPage({ loaderData }: Route.ComponentProps) {
  const { day, isOver, plan, usualMinutes, load, orders, now, exceptional, promises } = loaderData
  const title = dayTitle(day)
  const { run } = useReloadingAction()
  return (
    <DeliveryPage title={title}>
      <Section id="orders" title="Orders" intro="Delivered, picked up or made on this day.">
        {orders.length === 0 && <p>No orders.</p>}
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} now={new Date(now)} />
        ))}
        <TextLink to={`/admin/kitchen?day=${day}`} className="justify-self-start">
          The kitchen’s day
        </TextLink>
      </Section>
      {isOver ? (
        <p>This day is over. Nothing of it can be changed.</p>
      ) : (
        <>
          <CloseDay key={day} plan={plan} title={title}>
            {orders.length === 0 ? (
              <p>No orders for this day.</p>
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
              intro="For heavy rain or a strike: turn late refunds off for this day. Slots that have begun keep theirs."
            >
              <ReasonSwitch
                key={day}
                reason={exceptional}
                label="Reason, shown at checkout"
                hint="Such as: heavy rain"
                on="Turn late refunds off for this day"
                off="Turn late refunds on again"
                onPress={(reason) =>
                  run(() =>
                    call<DeclareExceptional>('POST /delivery/exceptional-day', {
                      body: { day, reason },
                    }),
                  )
                }
              />
            </Section>
          )}
          <DayLimits key={day} plan={plan} load={load} usualMinutes={usualMinutes} />
        </>
      )}
    </DeliveryPage>
  )
}

interface CloseDayProps {
  plan: DayPlan
  title: string
  /** The day's orders, reloaded and shown before the day is closed. */
  children: ReactNode
}

function CloseDay({ plan, title, children }: CloseDayProps) {
  /** What was typed, while its question is shown. */
  const [asked, setAsked] = useState<string | null>(null)
  const { busy, run } = useReloadingAction()
  const { revalidate } = useRevalidator()

  const saveReason = (closedReason: string | null) =>
    call<SaveDay>('POST /delivery/day', { body: { day: plan.day, closedReason } })

  const save = (closedReason: string | null) =>
    run(
      () => saveReason(closedReason),
      () => saveReason(plan.closedReason),
    )

  const isClosed = plan.closedReason !== null
  return (
    <Section
      id="closed"
      title={isClosed ? 'Closed' : 'Close the day'}
      intro={
        isClosed
          ? 'No new orders are taken. Those that are placed stay.'
          : 'A closed day takes no new orders, and none for the next day whose cakes are baked on it. You see its orders first: nothing is cancelled.'
      }
    >
      <ReasonSwitch
        reason={plan.closedReason}
        label="Reason"
        hint="Customers read it: “We are closed: Diwali.”"
        on="Close the day"
        off="Open the day again"
        onPress={async (reason) => {
          if (reason === null) await save(null)
          else {
            await revalidate()
            setAsked(reason)
          }
        }}
      />
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void save(asked).then(() => setAsked(null))}
        title={`Close ${title}?`}
        confirmLabel="Close the day"
        danger
        busy={busy}
      >
        <div className="grid gap-3">{children}</div>
      </ConfirmDialog>
    </Section>
  )
}

/** In short, for a question: what is still to be made, without the delivery's price. */
function DayOrders({ orders }: { orders: readonly StaffOrder[] }) {
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => {
        const made = order.items.filter(({ status }) => statusesToMake.includes(status))
        const cakes = made.reduce((sum, { amount }) => sum + amount, 0)
        const paise = made.reduce((sum, { amount, unitPaise }) => sum + amount * unitPaise, 0)
        return (
          <li key={order.id} className="flex flex-wrap items-center gap-x-4">
            <TextLink to={`/admin/orders/${order.number}`}>{`Order ${order.number}`}</TextLink>
            <span>{deliveryText(order)}</span>
            <span className="ml-auto tabular-nums">
              <span>{cakes === 1 ? '1 cake' : `${cakes} cakes`}</span>,{' '}
              <span>{formatInr(paise)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface ReasonSwitchProps {
  /** Why it is on; null while it is off. */
  reason: string | null
  label: string
  hint: string
  /** What the buttons say that turn it on and off. */
  on: string
  off: string
  /** With the reason to turn it on, or null to turn it off. */
  onPress: (reason: string | null) => Promise<unknown>
}

/** What holds for a day for a reason that customers read. */
function ReasonSwitch({ reason, label, hint, on, off, onPress }: ReasonSwitchProps) {
  const { busy, whileBusy } = useBusy()
  if (reason !== null) {
    return (
      <>
        <p className="wrap-anywhere">{reason}</p>
        <Button
          className="justify-self-start"
          busy={busy}
          onClick={() => void whileBusy(() => onPress(null))}
        >
          {off}
        </Button>
      </>
    )
  }
  return (
    <form
      className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('reason')
        void whileBusy(() => onPress(String(typed)))
      }}
    >
      <TextField label={label} hint={hint} name="reason" required />
      <Button type="submit" variant="secondary" busy={busy} className="sm:mt-7">
        {on}
      </Button>
    </form>
  )
}
