import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { minuteMs } from '#platform/clock.ts'
import { apiBase, saveFile } from '#platform/http/api-client.ts'
import { useSteadyOrders } from '#shop/admin-orders/list/open-item.tsx'
import { OrderRow } from '#shop/admin-orders/list/order-row.tsx'
import { allOrders, orderQuery } from '#shop/admin-orders/order-search.ts'
import {
  type ConnectionState,
  useLiveOrders,
  useReloadSoon,
} from '#shop/order-pages/use-live-orders.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Collapsible } from '#ui/forms/plain-form.tsx'
import { cakeSliceIcon, Icon } from '#ui/icon.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { fileTextIcon } from '#ui/more-icons.ts'
import { toast } from '#ui/toast.tsx'
import type { loadDeliverySection, loadOrdersSection } from './dashboard.store.server.ts'
import { problemText, quoteAnswerText, useNewOrderAlert } from './new-order-alert.ts'

type OrdersSectionProps = Awaited<ReturnType<typeof loadOrdersSection>>

/** Orders with an item to answer, newest first or first due first, updated while the page is open. */
export function OrdersSection(props: OrdersSectionProps) {
  const { orders, byDue, more, customCounts, now: readAt } = props
  const refresh = useReloadSoon()
  const newOrderAlert = useNewOrderAlert(orders)
  const connection = useLiveOrders((change) => {
    if (change) {
      const answer = quoteAnswerText(change)
      if (answer) toast.info(answer)
      const problem = problemText(change)
      if (problem) toast.error(problem)
      newOrderAlert.add(change)
    }
    refresh()
  })
  const now = useNow(readAt)
  const list = useSteadyOrders(orders, { byDue, refresh })

  return (
    <Collapsible title="Orders" id="orders" open aside={waitingText(list.waiting, more === null)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Connection connection={connection} />
        <ButtonLink
          to={`/admin?ordersBy=${byDue ? 'newest' : 'due'}#orders`}
          variant="secondary"
          size="small"
        >
          {byDue ? 'Newest first' : 'First due first'}
        </ButtonLink>
        <GenerateInvoice />
        <p className="w-full text-xs text-cocoa-soft">
          Generate Invoice saves the invoices of all waiting orders as one PDF.
        </p>
      </div>
      <CustomCountsLine counts={customCounts} />
      <div ref={list.ref} className="mt-4 grid gap-4">
        {list.orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isNew={newOrderAlert.newNumbers.has(order.number)}
            now={now}
            list={list}
          />
        ))}
        {list.orders.length === 0 && (
          <EmptyState
            title="No orders are waiting"
            picture={<Icon path={cakeSliceIcon} size={40} className="stroke-[1.5]" />}
          >
            New orders appear here automatically.
          </EmptyState>
        )}
      </div>
      {more !== null && (
        <ButtonLink
          to={`/admin/orders${more}`}
          variant="secondary"
          size="small"
          className="mt-4 ml-auto"
        >
          {byDue ? 'Due later' : 'Older orders'}
        </ButtonLink>
      )}
    </Collapsible>
  )
}

const connectionTexts = { connecting: 'Connecting…', live: 'Live', reconnecting: 'Reconnecting…' }

function Connection({ connection }: { connection: ConnectionState }) {
  return (
    <span className="mr-auto inline-flex items-center gap-2 px-1 text-sm max-sm:w-full">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-pill ${connection === 'live' ? 'bg-pistachio' : 'border-2 border-stroke'}`}
      />
      <span>{connectionTexts[connection]}</span>
    </span>
  )
}

/** The invoices of the pending orders, as one PDF. */
function GenerateInvoice() {
  const { busy, run } = useAction()
  const save = () => run(() => saveFile(`${apiBase}/orders/generatepdf`, 'invoice.pdf'))

  return (
    <Button variant="secondary" size="small" busy={busy} onClick={() => void save()}>
      {!busy && <Icon path={fileTextIcon} size={18} />}
      <span>Generate Invoice</span>
    </Button>
  )
}

function waitingText(count: number, areAll: boolean): string {
  if (!areAll) return `${count} and more waiting`
  return count === 0 ? 'None waiting' : `${count} waiting`
}

/** Customised cakes that do not wait for the baker, with links to their lists; nothing if there are none. */
function CustomCountsLine({ counts }: { counts: OrdersSectionProps['customCounts'] }) {
  if (counts.length === 0) return null
  return (
    <nav
      aria-label="Customised cakes with a quote"
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
          {`${count} ${countWords.get(status) ?? status}`}
        </Link>
      ))}
    </nav>
  )
}

const countWords = new Map<ItemStatus, string>([
  ['quoted', 'waiting for the customer'],
  ['expired', 'not answered in time'],
])

/** The current minute; at first the time of the page's data, so that server and browser render the same. */
function useNow(readAt: string): Date {
  const [now, setNow] = useState(() => new Date(readAt))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What is to be delivered: late, today and soon. Other days are filters of all orders. */
export function DeliverySection({
  orders,
  dueToday,
  now,
}: Awaited<ReturnType<typeof loadDeliverySection>>) {
  return (
    <Collapsible
      id="delivery"
      title="Delivery"
      aside={<span className="tabular-nums">{`${dueToday} today`}</span>}
    >
      <section aria-label="Deliveries" className="grid min-w-0 gap-3">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} now={new Date(now)} />
        ))}
        {orders.length === 0 && (
          <ListTable label="Deliveries" columns={deliveryColumns} rows={[]}>
            No deliveries in the next 7 days. New orders appear here automatically.
          </ListTable>
        )}
        <TextLink to="/admin/orders" className="justify-self-start">
          All deliveries, or those of a day
        </TextLink>
      </section>
    </Collapsible>
  )
}

/** The specification has an empty table like that of the users. */
const deliveryColumns: readonly ListColumn<never>[] = [
  'Name',
  'Contact Details',
  'Address',
  'Time',
  'Items',
].map((heading) => [heading, () => null])
