import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { saveDayEndpoint } from '../delivery.endpoints.ts'
import { Section } from '../delivery-page.tsx'
import type { DayPlan } from '../delivery-plan.ts'

interface CloseDayProps {
  plan: DayPlan
  title: string
  /** The day's orders: they are read again, and shown, before it is closed. */
  children: ReactNode
}

export function CloseDay({ plan, title, children }: CloseDayProps) {
  const [reason, setReason] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { busy, run } = useReloadingAction()
  const { revalidate, state } = useRevalidator()

  const save = (closedReason: string | null) =>
    run(() =>
      call<typeof saveDayEndpoint>('POST /delivery/day', { body: { day: plan.day, closedReason } }),
    )

  async function confirm() {
    await revalidate()
    setIsOpen(true)
  }

  async function close() {
    const problem = await save(reason)
    setIsOpen(false)
    if (!problem) setReason('')
  }

  if (plan.closedReason !== null) {
    return (
      <Section
        id="closed"
        title="Closed"
        intro="No new orders are taken. Those that are placed stay."
      >
        <p className="wrap-anywhere">{plan.closedReason}</p>
        <Button className="justify-self-start" busy={busy} onClick={() => void save(null)}>
          Open the day again
        </Button>
      </Section>
    )
  }
  return (
    <Section
      id="closed"
      title="Close the day"
      intro="A closed day takes no new orders, and none for the next day whose cakes are baked on it. You see its orders first: nothing is cancelled."
    >
      <form
        className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <TextField
          label="Reason"
          hint="Customers read it: “We are closed: Diwali.”"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={100}
          required
        />
        <Button type="submit" variant="secondary" busy={state === 'loading'} className="sm:mt-7">
          Close the day
        </Button>
      </form>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => void close()}
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
