import { type ComponentProps, type ReactNode, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { useAddressQuestion } from '#shop/values/address-fields.tsx'
import { IndiaTime, Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { withPincode } from '#shop/values/pincode-city.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useFocusOnError } from '#ui/forms/use-focus-on-error.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { ChangeOrder as ChangeCall } from './change-order.server.ts'
import { changeableParts, namedBy } from './order-change.ts'
import {
  type ChoicesOfCakes,
  changesOf,
  type Draft,
  differenceText,
  draftOf,
  type Edit,
} from './order-draft.ts'

interface ChangeOrderProps {
  order: ShownOrder
  now: Date
  choices: ChoicesOfCakes
  /** Of the customer's link, in place of a session. */
  token?: string
  /** Called after the reload; this button may be gone. */
  onDone: () => void
  /** Set if staff change it for the customer. */
  byShop?: true
}

/** Nothing if no part can be changed. */
export function ChangeOrder({ order, now, choices, token, onDone, byShop }: ChangeOrderProps) {
  const [edit, setEdit] = useState<Edit | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = useFocusOnError<HTMLDivElement>(errors)
  const { busy, run } = useReloadingAction()
  const [reason, setReason] = useState('')
  const change = (part: Partial<Draft>) =>
    setEdit((last) => last && { ...last, draft: { ...last.draft, ...part } })
  const { asks, question } = useAddressQuestion(
    (pincode) => edit && change({ place: withPincode(edit.draft.place, pincode) }),
  )
  const parts = changeableParts(order, now, byShop ? 'shop' : 'customer')
  if (parts.length === 0) return null

  async function save() {
    if (!edit) return
    const { place } = edit.draft
    if (place !== edit.before.place && asks(place)) return
    const problem = await run(() =>
      call<ChangeCall>('POST /orders/changeOrder', {
        body: { ...namedBy(order, token), ...changesOf(edit, parts), ...(reason && { reason }) },
      }),
    )
    setErrors(problem?.errors ?? {})
    if (problem?.errors) return
    setEdit(null)
    onDone()
  }

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        onClick={() => {
          setErrors({})
          const before = draftOf(order)
          setEdit({ before, draft: before })
        }}
      >
        Change<span className="sr-only">{` order ${order.number}`}</span>
      </Button>
      <ConfirmDialog
        open={edit !== null}
        onClose={() => setEdit(null)}
        onConfirm={() => void save()}
        title={`Change order ${order.number}`}
        confirmLabel="Save changes"
        busy={busy}
      >
        {edit && (
          <>
            <div ref={fields} className="grid gap-4">
              <ChangeFields
                parts={parts}
                errors={errors}
                choices={choices}
                draft={edit.draft}
                cakes={order.items}
                time={
                  <Time
                    order={order}
                    token={token}
                    draft={edit.draft}
                    change={change}
                    error={errors.time}
                  />
                }
                question={question}
                change={change}
              />
              {byShop && (
                <ReasonField
                  hint="The customer reads it. It is needed once the order is locked."
                  value={reason}
                  error={errors.reason}
                  onChange={setReason}
                />
              )}
            </div>
            <p role="status" className="mt-3 font-semibold empty:hidden">
              {differenceText(order, edit.draft.morePaise)}
            </p>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

// Loaded only if something is to be changed.
const ChangeFields = lazyPart(async () => (await import('./change-fields.tsx')).ChangeFields, {
  isNeeded: true,
  loading: <Skeleton className="h-46" />,
})

// Loaded only if the customer wants another time.
const TimeFields = lazyPart(async () => (await import('./time-fields.tsx')).TimeFields, {
  isNeeded: true,
})

function Time(props: ComponentProps<typeof TimeFields>) {
  const { order } = props
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <div className="border-b border-line pb-4">
        <TimeFields {...props} />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-4">
      <div>
        <p className="text-sm font-semibold">{`${deliveryWords(order).what} time`}</p>
        <p>
          <span>{deliveryText(order)}</span>
          <IndiaTime />
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Choose another time
      </Button>
    </div>
  )
}

interface UnpaidChangeProps {
  order: Pick<ShownOrder, 'number' | 'unpaidChange'>
  /** Where the customer pays it; left out for staff. */
  payUrl?: string
  /** For staff: a button with the link that pays. */
  children?: ReactNode
}

/** A change that waits for its payment; nothing without one. */
export function UnpaidChange({
  order: { number, unpaidChange },
  payUrl,
  children,
}: UnpaidChangeProps) {
  if (!unpaidChange) return null
  const amount = formatInr(unpaidChange.paise)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-blush px-4 py-3">
      <p>
        <span>{payUrl ? 'Your change of this order' : 'This order'}</span> waits for{' '}
        <span>{amount}</span>, to be paid by <Moment at={unpaidChange.until} />.
      </p>
      {children}
      {payUrl && (
        <ButtonLink to={payUrl} reloadDocument size="small">
          <span>{`Pay ${amount}`}</span>
          <span className="sr-only">{` for the change of order ${number}`}</span>
        </ButtonLink>
      )}
    </div>
  )
}
