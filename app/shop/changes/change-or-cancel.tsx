import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import { forgetPlacedOrder } from '#shop/orders/placed/placed-order.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr, formatRs } from '#shop/values/money.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/forms/confirm-button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { toast } from '#ui/toast.tsx'
import type { CancelOrder as CancelCall } from './cancel-order.server.ts'
import type { ChangeOrder as ChangeCall } from './change-order.server.ts'
import { type ChoicesOfCakes, changeableParts, namedBy } from './changeable-parts.ts'

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

/** Nothing if no part can be changed. The address of its page with `#change-1042` opens it. */
export function ChangeOrder(props: ChangeOrderProps) {
  const { order, now, byShop } = props
  const [isOpen, setIsOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const { hash } = useLocation()
  const isCalled = hash === `#change-${order.number}`
  function open() {
    setOpenings(openings + 1)
    setIsOpen(true)
  }
  const openIfCalled = useEffectEvent(() => isCalled && open())
  useEffect(() => {
    openIfCalled()
  }, [])
  const parts = changeableParts(order, now, byShop ? 'shop' : 'customer')
  if (parts.length === 0) return null
  return (
    <>
      <Button variant="secondary" size="small" onClick={open}>
        Change<span className="sr-only">{` order ${order.number}`}</span>
      </Button>
      {openings > 0 && (
        <ChangeDialog
          key={openings}
          {...props}
          parts={parts}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

// Loaded only if something is to be changed.
const ChangeDialog = lazyPart(async () => (await import('./change-dialog.tsx')).ChangeDialog, {
  isNeeded: true,
})

interface UnpaidChangeProps {
  order: Pick<ShownOrder, 'id' | 'number' | 'unpaidChange'>
  /** Where the customer pays it; left out for staff. */
  payUrl?: string
  /** Of the customer's link, in place of a session. */
  token?: string
  /** Called once it is dropped; left out for who may not drop it. */
  onDone?: () => void
  /** For staff: a button with the link that pays. */
  children?: ReactNode
}

/** A change that waits for its payment; nothing without one. */
export function UnpaidChange({ order, payUrl, token, onDone, children }: UnpaidChangeProps) {
  const { number, unpaidChange } = order
  if (!unpaidChange) return null
  const { id, what } = unpaidChange
  const amount = formatInr(unpaidChange.paise)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-blush px-4 py-3">
      <p>
        <span>{payUrl ? 'Your change of this order' : 'This order'}</span>
        <span>{what && ` (${what})`}</span>
        <span>{` waits for ${amount}, to be paid by `}</span>
        <Moment at={unpaidChange.until} />
        <span>.</span>
      </p>
      {children}
      {id && onDone && (
        <div className="noscript:hidden">
          <AskButton
            variant="quiet"
            label="Drop the change"
            about={` of order ${number}`}
            title="Drop the change that is not paid?"
            confirmLabel="Drop it"
            send={() =>
              call<ChangeCall>('POST /orders/changeOrder', {
                body: { ...namedBy(order, token), drop: id },
              })
            }
            onDone={onDone}
          >
            <p>{`The order stays as it is: ${what} for ${amount} is forgotten.`}</p>
          </AskButton>
        </div>
      )}
      {payUrl && (
        <ButtonLink to={payUrl} reloadDocument size="small">
          <span>{`Pay ${amount}`}</span>
          <span className="sr-only">{` for the change of order ${number}`}</span>
        </ButtonLink>
      )}
    </div>
  )
}

interface CancelOrderProps {
  order: ShownOrder
  /** Of the account that ordered; left out with a link. */
  email?: string
  /** Of the customer's link, in place of a session. */
  token?: string
  /** Called after the reload; this button may be gone while it had the focus. */
  onDone: () => void
  /** Set if the shop cancels: the dialog then requests a reason. */
  byShop?: true
}

/** The order is read again after any response. */
export function CancelOrder({ order, email, token, onDone, byShop }: CancelOrderProps) {
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string>()
  const { run } = useAction()
  const { revalidate } = useRevalidator()

  async function cancel() {
    const problem = await run(async () => {
      const { message } = await call<CancelCall>('POST /orders/cancelOrders', {
        body: { ...namedBy(order, token), email, reason },
      })
      toast.success(message)
      forgetPlacedOrder(order.number)
    })
    setReasonError(problem?.errors?.reason)
    return problem?.errors?.reason
  }

  return (
    <ConfirmButton
      label="Cancel Order"
      about={` ${order.number}`}
      title={`Cancel order ${order.number}?`}
      confirmLabel="Cancel Order"
      cancelLabel="Keep order"
      danger
      onConfirm={cancel}
      onDone={() => revalidate().then(onDone)}
    >
      <div className="grid gap-4">
        <p>{whatHappens(order, byShop ? 'the customer' : 'you')}</p>
        {byShop && (
          <ReasonField
            hint="The customer reads it. It is needed once the order is locked or ready."
            value={reason}
            error={reasonError}
            onChange={setReason}
          />
        )}
      </div>
    </ConfirmButton>
  )
}

function whatHappens(
  { paidOnlinePaise, refundedPaise, takenPaise, givenBackPaise }: ShownOrder,
  to: Parameters<typeof refundArrives>[0],
) {
  const leftPaise = paidOnlinePaise - refundedPaise
  const takenLeftPaise = takenPaise - givenBackPaise
  const sentences = [
    'This cancels the whole order.',
    leftPaise > 0 && `${formatRs(leftPaise)} will be refunded. ${refundArrives(to)}`,
    takenLeftPaise > 0 && `${formatRs(takenLeftPaise)} is given back in person.`,
    'This cannot be undone.',
  ]
  return sentences.filter(Boolean).join(' ')
}
