import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { ChangeOrder as ChangeCall } from './change-order.server.ts'
import { type ChoicesOfCakes, changeableParts, namedBy } from './order-change.ts'

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
        {what && <span>{` (${what})`}</span>} waits for <span>{amount}</span>, to be paid by{' '}
        <Moment at={unpaidChange.until} />.
      </p>
      {children}
      {id && onDone && (
        <div className="noscript:hidden">
          <AskButton
            variant="quiet"
            label="Drop it"
            about={`: the change of order ${number}`}
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
