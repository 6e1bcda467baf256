import { useId, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { fulfilmentLabels } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { MakeRun, RunOrder, RunSlot } from './plan-runs.server.ts'

const loadSchema = async () => (await import('../run.schema.ts')).newRunSchema

/** The orders of a slot; staff choose from those that can go out, and make a run. */
export function SlotOrders({ slot }: { slot: RunSlot }) {
  const { hours, orders, packing } = slot
  const id = useId()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = orders.filter((order) => order.canGo && !left.has(order.id))
  function toggle(order: RunOrder) {
    const next = new Set(left)
    if (!next.delete(order.id)) next.add(order.id)
    setLeft(next)
  }
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4 md:p-6">
      <h2 id={id} className="text-xl">
        {hours}
      </h2>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-4 py-1">
            <Choice
              order={order}
              isChosen={chosen.includes(order)}
              onToggle={() => toggle(order)}
            />
            <UserText>{order.who}</UserText>
            <span className="ml-auto text-sm font-semibold">{fulfilmentLabels[order.status]}</span>
            <p className="w-full text-sm wrap-anywhere text-cocoa-soft">
              <UserText>{order.address}</UserText>
            </p>
          </li>
        ))}
      </ul>
      {orders.some(({ canGo }) => canGo) && <RunForm orders={chosen} slot={slot} />}
      <Link to={packing} className="text-sm font-semibold text-berry underline underline-offset-3">
        {`Packing slips, ${hours}`}
      </Link>
    </section>
  )
}

function Choice({
  order: { number, canGo },
  isChosen,
  onToggle,
}: {
  order: RunOrder
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
        <span>{`Order ${number}`}</span>
      </label>
    )
  }
  return (
    <Link
      to={`/admin/orders/${number}`}
      className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
    >
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
