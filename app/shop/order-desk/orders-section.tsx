import { CakeSlice } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { Collapsible } from '#ui/collapsible.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { gatherCalls } from './gather-calls.ts'
import { OrdersToolbar } from './orders-toolbar.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useDecisions } from './use-decisions.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useLiveOrders } from './use-live-orders.ts'
import { useNow } from './use-now.ts'
import { stillWaiting, type WaitingOrder } from './waiting-order.ts'
import { WaitingOrderCard } from './waiting-order-card.tsx'

/** How long to wait for more to happen before the list is read anew, ms. */
const gatherMs = 200

interface OrdersSectionProps {
  orders: WaitingOrder[]
  /** Whether more orders wait than these. */
  more: boolean
  /** When they were read, ISO 8601. */
  now: string
}

/** The panel's orders: what is still to be decided, newest order first, kept up to date while the page is open. */
export function OrdersSection({ orders, more, now: readAt }: OrdersSectionProps) {
  const refresh = useRefresh()
  const line = useLiveOrders(refresh)
  const arrived = useArrivals(orders)
  const { decided, decide } = useDecisions(refresh)
  const now = useNow(readAt)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => stillWaiting(orders, decided), [orders, decided])
  const items = useMemo(() => shown.flatMap((order) => order.items.map(({ id }) => id)), [shown])
  const keptFocus = useKeptFocus(list, items)

  return (
    <Collapsible title="Orders" id="orders" open aside={waitingText(shown.length, more)}>
      <OrdersToolbar orders={shown} line={line} now={now} />
      <div ref={list} tabIndex={-1} {...keptFocus} className="mt-4 grid gap-4">
        {shown.map((order) => (
          <WaitingOrderCard
            key={order.id}
            order={order}
            isNew={arrived.has(order.id)}
            now={now}
            decide={decide}
          />
        ))}
        {shown.length === 0 && <NothingWaits />}
      </div>
      {more && <MoreOrders shown={orders.length} />}
    </Collapsible>
  )
}

/** Reads the panel anew, once for a burst of calls. */
function useRefresh(): () => void {
  const { revalidate } = useRevalidator()
  const gathered = useMemo(() => gatherCalls(revalidate, gatherMs), [revalidate])
  useEffect(() => gathered.stop, [gathered])
  return gathered.call
}

function waitingText(count: number, more: boolean): string {
  if (count === 0) return 'None waiting'
  return `${count}${more ? ' and more' : ''} waiting`
}

function NothingWaits() {
  return (
    <EmptyState
      title="No orders are waiting"
      picture={<CakeSlice size={40} strokeWidth={1.5} aria-hidden="true" />}
    >
      A new order shows up here by itself.
    </EmptyState>
  )
}

function MoreOrders({ shown }: { shown: number }) {
  return (
    <p className="mt-4 text-sm">
      These are the newest {shown}.{' '}
      <Link to="/admin/orders?state=processing" className="font-semibold text-berry underline">
        See all orders that wait
      </Link>
    </p>
  )
}
