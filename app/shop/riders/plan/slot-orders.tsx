import { useId, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { fulfilmentLabels } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { Button, textLink } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { MakeRun, RunOrder, RunSlot } from './plan-runs.server.ts'

const loadSchema = async () => (await import('../run.schema.ts')).newRunSchema

interface SlotOrdersProps {
  slot: RunSlot
  /** Those of other slots that can go along. */
  others: readonly RunOrder[]
}

/** The orders of a slot; staff choose from those that can go out, with some of other slots, and make a run. */
export function SlotOrders({ slot, others }: SlotOrdersProps) {
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
      <Choice
        order={order}
        isOfOther={order.hours !== hours}
        isChosen={chosen.includes(order)}
        onToggle={() => toggle(order)}
      />
      <UserText>{order.who}</UserText>
      <span className="ml-auto text-sm font-semibold">{fulfilmentLabels[order.status]}</span>
      {order.canGo && (
        <Link to={`/admin/orders/${order.number}`} className={`${textLink} text-sm`}>
          By courier<span className="sr-only">{` for order ${order.number}`}</span>
        </Link>
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
      <Link to={packing} className="text-sm font-semibold text-berry underline underline-offset-3">
        {`Packing slips, ${hours}`}
      </Link>
    </section>
  )
}

function Choice({
  order: { number, hours, canGo },
  isOfOther,
  isChosen,
  onToggle,
}: {
  order: RunOrder
  isOfOther: boolean
  isChosen: boolean
  onToggle: () => void
}) {
  if (canGo) {
    return (
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          className="size-5 shrink-0 accent-berry"
        />
        <span>{`Order ${number}${isOfOther ? `, ${hours}` : ''}`}</span>
      </label>
    )
  }
  return (
    <Link to={`/admin/orders/${number}`} className={textLink}>
      {`Order ${number}`}
    </Link>
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
