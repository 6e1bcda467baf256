import { CakeSlice } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useLiveOrders } from '#shop/live-orders/use-live-orders.ts'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { toast } from '#ui/toast.tsx'
import { useBakerActions } from '../baker-actions/use-baker-actions.ts'
import { allOrders, orderQuery } from '../order-search.ts'
import { quoteAnswerText, useNewOrderAlert } from './new-order-alert.ts'
import { OrdersToolbar } from './orders-toolbar.tsx'
import { useItemFocus } from './use-item-focus.ts'
import {
  type CustomCount,
  customCountText,
  stillWaiting,
  type WaitingOrder,
} from './waiting-order.ts'
import { WaitingOrderCard } from './waiting-order-card.tsx'

/** How long to wait for more to happen before the list is read anew, ms. */
const gatherMs = 200

interface OrdersSectionProps {
  orders: WaitingOrder[]
  /** The number that they come before; null where they are the newest. */
  before: number | null
  /** The number that the next page's orders come before; null on the last. */
  next: number | null
  /** Customised cakes that stand elsewhere. */
  customCounts: readonly CustomCount[]
  /** When they were read, ISO 8601. */
  now: string
}

/** The panel's orders: what is still to be decided, newest order first, kept up to date while the page is open. */
export function OrdersSection(props: OrdersSectionProps) {
  const { orders, before, next, customCounts, now: readAt } = props
  const refresh = useRefresh()
  const connection = useLiveOrders((change) => {
    const text = change && quoteAnswerText(change)
    if (text) toast.info(text)
    refresh()
  })
  const newIds = useNewOrderAlert(orders)
  const { doneIds, runAction } = useBakerActions(refresh)
  const now = useNow(readAt)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => stillWaiting(orders, doneIds), [orders, doneIds])
  const items = useMemo(() => shown.flatMap((order) => order.items.map(({ id }) => id)), [shown])
  const focusHandlers = useItemFocus(list, items)
  const areAll = before === null && next === null

  return (
    <Collapsible title="Orders" id="orders" open aside={waitingText(shown.length, areAll)}>
      <OrdersToolbar orders={shown} areAll={areAll} connection={connection} now={now} />
      <CustomCountsLine counts={customCounts} />
      <div ref={list} tabIndex={-1} {...focusHandlers} className="mt-4 grid gap-4">
        {shown.map((order) => (
          <WaitingOrderCard
            key={order.id}
            order={order}
            isNew={newIds.has(order.id)}
            now={now}
            runAction={runAction}
          />
        ))}
        {shown.length === 0 && <NothingWaits areAll={areAll} />}
      </div>
      <div className="mt-4 empty:hidden">
        <Pages before={before} next={next} />
      </div>
    </Collapsible>
  )
}

/** Reads the panel anew, once for a burst of calls. */
function useRefresh(): () => void {
  const { revalidate } = useRevalidator()
  const gathered = useMemo(() => coalesceCalls(revalidate, gatherMs), [revalidate])
  useEffect(() => gathered.stop, [gathered])
  return gathered.call
}

function waitingText(count: number, areAll: boolean): string {
  if (!areAll) return `${count} and more waiting`
  return count === 0 ? 'None waiting' : `${count} waiting`
}

function NothingWaits({ areAll }: { areAll: boolean }) {
  return (
    <EmptyState
      title={areAll ? 'No orders are waiting' : 'No more of these are waiting'}
      picture={<CakeSlice size={40} strokeWidth={1.5} aria-hidden="true" />}
    >
      {areAll ? 'A new order shows up here by itself.' : 'Others are on the pages beside this one.'}
    </EmptyState>
  )
}

function Pages({ before, next }: Pick<OrdersSectionProps, 'before' | 'next'>) {
  return (
    <Pager
      label="Pages of waiting orders"
      back={before === null ? null : { to: '/admin#orders', text: 'Newest orders' }}
      on={next === null ? null : { to: `/admin?ordersBefore=${next}#orders`, text: 'Older orders' }}
    />
  )
}

/** Customised cakes that are not among the panel's orders, each count leading to its list; nothing where there are none. */
function CustomCountsLine({ counts }: { counts: readonly CustomCount[] }) {
  if (counts.length === 0) return null
  return (
    <nav
      aria-label="Customised cakes with a price"
      className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm"
    >
      <span aria-hidden="true" className="text-cocoa-soft">
        Customised cakes:
      </span>
      {counts.map(({ status, count }) => (
        <Link
          key={status}
          to={{
            pathname: '/admin/orders',
            search: orderQuery({ ...allOrders, state: status }),
          }}
          className="inline-flex min-h-11 items-center rounded-pill bg-blush px-4 font-semibold text-cocoa transition hover:text-berry"
        >
          {customCountText({ status, count })}
        </Link>
      ))}
    </nav>
  )
}

/**
 * Runs `work` for many calls at once: soon after the first one, and once more when another came while it ran.
 * `stop` forgets what is still to run.
 */
export function coalesceCalls(work: () => Promise<unknown>, withinMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false

  async function run() {
    timer = undefined
    running = true
    await work().finally(() => {
      running = false
    })
    if (again) call()
    again = false
  }

  function call() {
    if (running) again = true
    else timer ??= setTimeout(run, withinMs)
  }

  return { call, stop: () => clearTimeout(timer) }
}

const minuteMs = 60_000

/** The time, to the minute: at first when the page was read, so that server and browser write the same. */
function useNow(readAt: string): Date {
  const [now, setNow] = useState(() => new Date(readAt))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
