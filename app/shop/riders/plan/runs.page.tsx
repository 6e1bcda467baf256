import { Fragment, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { ApiError, call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { DaysNav } from '#shop/admin-orders/days-nav.tsx'
import { fulfilmentLabels } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { dayTitle } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref, withCountryCode } from '#shop/values/shop-details.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/runs.page.ts'
import { DoorMoneyList } from './door-money-list.tsx'
import {
  type LeaveRun,
  loadRuns,
  type MakeRun,
  type RevokeRun,
  type RunOrder,
  type RunSlot,
  type ShownRun,
} from './plan-runs.server.ts'

const sendIcon =
  'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM21.854 2.147l-10.94 10.939'

const bikeIcon =
  'M15 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M14 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M12 17.5V14l-3-3 4-3 2 3h2'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-orders')
  return loadRuns(app, url.searchParams.get('day'))
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Runs')

/** A day's orders by slot, from which staff make runs; below it those that begin with one of them, with their links. */
export default function RunsPage({ loaderData }: Route.ComponentProps) {
  const { day, today, slots, runs, money } = loaderData
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-3xl">Runs</h1>
        <p className="mt-1 text-lg">{`${day === today ? 'Today, ' : ''}${dayTitle(day)}`}</p>
      </header>
      <DaysNav path="/admin/runs" day={day} today={today} />
      {slots.length === 0 && (
        <EmptyState
          picture={<Icon path={bikeIcon} size={56} className="stroke-[1.25]" />}
          title="Nothing to deliver"
        >
          No deliveries on this day.
        </EmptyState>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          {slots.map((slot) => (
            <Fragment key={`${day} ${slot.hours}`}>
              <SlotOrders slot={slot} others={canGoBeside(slot, slots)} />
              {runs
                .filter(({ orders: [first] }) => slot.orders.some(({ id }) => id === first?.id))
                .map((run) => (
                  <RunCard key={run.id} run={run} />
                ))}
            </Fragment>
          ))}
        </div>
        <DoorMoneyList money={money} />
      </div>
    </div>
  )
}

/** The orders of other slots that can go along. */
function canGoBeside(slot: RunSlot, slots: readonly RunSlot[]): RunOrder[] {
  return slots.flatMap((other) => (other === slot ? [] : other.orders.filter(({ canGo }) => canGo)))
}

const loadSchema = async () => (await import('../run.schema.ts')).newRunSchema

interface SlotOrdersProps {
  slot: RunSlot
  /** Those of other slots that can go along. */
  others: readonly RunOrder[]
}

/** The orders of a slot; staff choose from those that can go out, with some of other slots, and make a run. */
function SlotOrders({ slot, others }: SlotOrdersProps) {
  const { hours, orders, packing } = slot
  const id = useId()
  /** An order of this slot is chosen unless it is in it, one of another slot if it is. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const chosen = [
    ...orders.filter((order) => order.canGo && !toggled.has(order.id)),
    ...others.filter((order) => toggled.has(order.id)),
  ]
  function toggle(order: RunOrder) {
    const next = new Set(toggled)
    if (!next.delete(order.id)) next.add(order.id)
    setToggled(next)
  }
  const lineOf = (order: RunOrder) => (
    <li key={order.id} className="flex flex-wrap items-center gap-x-4 py-1">
      {order.canGo ? (
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={chosen.includes(order)}
            onChange={() => toggle(order)}
            className="size-5 shrink-0 accent-berry"
          />
          <span>{`Order ${order.number}${order.hours === hours ? '' : `, ${order.hours}`}`}</span>
        </label>
      ) : (
        <TextLink to={`/admin/orders/${order.number}`}>{`Order ${order.number}`}</TextLink>
      )}
      <UserText>{order.who}</UserText>
      <span className="ml-auto text-sm font-semibold">{fulfilmentLabels[order.status]}</span>
      {order.canGo && (
        <TextLink to={`/admin/orders/${order.number}`} className="text-sm">
          By courier<span className="sr-only">{` for order ${order.number}`}</span>
        </TextLink>
      )}
      <p className="w-full text-sm wrap-anywhere text-cocoa-soft">
        <UserText>{order.address}</UserText>
      </p>
    </li>
  )
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4 md:p-6">
      <h2 id={id} className="text-xl">
        {hours}
      </h2>
      <ul className="divide-y divide-line">{orders.map(lineOf)}</ul>
      {orders.some(({ canGo }) => canGo) && (
        <>
          {others.length > 0 && (
            <details>
              <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-berry">
                Take orders of another time along
              </summary>
              <ul className="divide-y divide-line">{others.map(lineOf)}</ul>
            </details>
          )}
          <RunForm orders={chosen} slot={slot} />
        </>
      )}
      <TextLink to={packing} className="text-sm">{`Packing slips, ${hours}`}</TextLink>
    </section>
  )
}

function RunForm({ orders, slot }: { orders: readonly RunOrder[]; slot: RunSlot }) {
  const [failure, setFailure] = useState('')
  const { revalidate } = useRevalidator()
  const form = useSchemaForm(loadSchema, async (rider) => {
    setFailure('')
    try {
      const body = { ...rider, orders: orders.map(({ id }) => id) }
      const { message } = await call<MakeRun>('POST /runs/make', { body })
      form.reset()
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.problem.detail)
    }
    await revalidate()
  })
  return (
    <form
      {...form.props}
      aria-label={`Make a run for ${slot.hours}`}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      <div className="flex flex-wrap gap-2 empty:hidden sm:col-span-2">
        {slot.riders.map(({ riderName, riderMobile }) => (
          <Button
            key={riderMobile}
            variant="secondary"
            size="small"
            onClick={() => {
              void form.fill('riderName', riderName)
              void form.fill('riderMobile', riderMobile)
            }}
          >
            <UserText>{`${riderName}, ${riderMobile}`}</UserText>
          </Button>
        ))}
      </div>
      <TextField {...form.field('riderName')} label="Rider’s name" required />
      <TextField
        {...form.field('riderMobile')}
        label="Rider’s mobile"
        inputMode="tel"
        autoComplete="off"
        required
      />
      <p role="alert" className="text-sm font-medium text-chilli empty:hidden sm:col-span-2">
        {failure}
      </p>
      <Button
        type="submit"
        busy={form.busy}
        disabled={orders.length === 0}
        className="justify-self-start sm:col-span-2"
      >
        {`Make a run of ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`}
      </Button>
    </form>
  )
}

/** A run with its rider, its link and the status of its orders. */
function RunCard({ run }: { run: ShownRun }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4 md:p-6">
      <header>
        <h2 id={id} className="text-xl">
          <UserText>{run.riderName}</UserText>
        </h2>
        <p className="text-sm">
          <a href={phoneHref(run.riderMobile)} className="font-semibold text-berry underline">
            {run.riderMobile}
          </a>
          , <LinkState run={run} />
        </p>
      </header>
      <ol className="divide-y divide-line">
        {run.orders.map((order) => (
          <RunStopRow key={order.id} order={order} run={run} />
        ))}
      </ol>
      {run.state === 'works' && <RunLink run={run} />}
    </section>
  )
}

function LinkState({ run: { state, linkEndsAt } }: { run: ShownRun }) {
  if (state === 'revoked') return <span>the link was revoked</span>
  return (
    <span>
      the link <span>{state === 'works' ? 'works until' : 'ended'}</span> <Moment at={linkEndsAt} />
    </span>
  )
}

function RunStopRow({ order, run }: { order: RunOrder; run: ShownRun }) {
  const { busy, run: act } = useReloadingAction()
  const canLeave = run.state === 'works' && (order.status === 'ready' || order.status === 'failed')
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 py-1">
      <span>{`Order ${order.number}, ${order.pincode},`}</span> <UserText>{order.who}</UserText>
      <span className="ml-auto text-sm font-semibold">{fulfilmentLabels[order.status]}</span>
      {canLeave && (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          onClick={() =>
            void act(() =>
              call<LeaveRun>('POST /runs/leave', {
                body: { run: run.id, order: order.id },
              }),
            )
          }
        >
          Remove from run<span className="sr-only">{` order ${order.number}`}</span>
        </Button>
      )}
    </li>
  )
}

/** The link to the rider's page: to copy, send, scan or revoke. */
function RunLink({ run }: { run: ShownRun }) {
  const number = withCountryCode(run.riderMobile)
  const text = encodeURIComponent(`Your deliveries: ${run.link}`)
  const small = buttonLook({ variant: 'secondary', size: 'small' })

  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <CopyLink url={run.link} message="Your deliveries" phone={number}>
          Copy link
        </CopyLink>
        <a href={`sms:${number}?body=${text}`} className={small}>
          <Icon path={sendIcon} size={18} />
          SMS
        </a>
        <AskButton
          variant="quiet"
          label="Revoke link"
          title="Revoke this link?"
          confirmLabel="Revoke"
          danger
          send={() => call<RevokeRun>('POST /runs/revoke', { body: { run: run.id } })}
        >
          <p>Its page stops working at once. The orders can go into another run.</p>
        </AskButton>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-berry">
          QR code to scan
        </summary>
        <QrCode {...run.qr} label={`QR code of the link for ${run.riderName}`} />
      </details>
    </div>
  )
}
