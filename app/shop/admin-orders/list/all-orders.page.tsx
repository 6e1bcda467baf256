import { useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ExportButton } from '#shop/admin/export-button.tsx'
import type { ExportOrders } from '#shop/admin/export-lists.server.ts'
import { useLiveOrders, useReloadSoon } from '#shop/order-pages/use-live-orders.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon, searchXIcon } from '#ui/icon.tsx'
import { EmptyState, FilterChips } from '#ui/lists/list-parts.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import { findOrderByNumber } from '../admin-orders.store.server.ts'
import {
  activeOrderFilters,
  allOrders,
  isByDue,
  isFromToday,
  type OrderSearch,
  orderQuery,
  orderSearchParams,
  ordersPerPage,
  parseOrderSearch,
  savedFilters,
  searchedText,
  wordsOf,
} from '../order-search.ts'
import type { Route } from './+types/all-orders.page.ts'
import { loadOrders } from './list-orders.server.ts'
import { useSteadyOrders } from './open-item.tsx'
import { OrderRow } from './order-row.tsx'
import { OrderSearchForm } from './order-search-form.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-orders')
  const search = parseOrderSearch(url.searchParams)
  const read = { db: app.db, now: app.clock.now() }
  const { orders, next } = await loadOrders(read, search, ordersPerPage)
  const isToPay = search.todo === 'unpaid' || search.todo === 'upi'
  const listed = orders.map((order) => ({
    ...order,
    payUrl: isToPay ? `${app.shop.publicUrl}${payPath(app, order.id)}` : null,
  }))
  const number = wordsOf(search.q)?.number
  const named = number ? await findOrderByNumber(app.db, number) : null
  const unplaced = named && named.state !== 'placed' ? named.number : null
  return { search, next, orders: listed, unplaced, now: read.now.toISOString() }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'All orders')

export default function OrderListPage({ loaderData }: Route.ComponentProps) {
  const mayExport = useMay('export-orders')
  const { search, orders, unplaced, next } = loaderData
  const found = useRef<HTMLParagraphElement>(null)
  const busy = useNavigation().location?.pathname.toLowerCase() === '/admin/orders'
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl">All orders</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin/orders/new" variant="secondary" size="small">
            New order
          </ButtonLink>
          {mayExport && <ExportButton address={exportAddress(search)} what="orders" />}
        </div>
      </header>
      <SavedFilters search={search} />
      <OrderSearchForm search={search} />
      <div className="grid gap-3">
        <FilterChips
          filters={activeOrderFilters(search).map((filter) => ({
            ...filter,
            without: orderQuery({ ...search, [filter.key]: allOrders[filter.key], before: null }),
          }))}
          withoutAll=""
          onTakeOff={() => found.current?.focus()}
        />
        <div className="flex flex-wrap items-center gap-x-4">
          <p ref={found} tabIndex={-1} role="status" className="text-sm text-cocoa-soft">
            {foundText(orders, search)}
          </p>
          <SortLink search={search} />
        </div>
      </div>
      <div aria-busy={busy} className={`transition-opacity ${busy ? 'opacity-60' : ''}`}>
        {unplaced !== null && (
          <p className="card mb-3 p-4">
            <Link to={`/admin/orders/${unplaced}`} className="font-semibold underline">
              {`Order ${unplaced} was not placed: it is not paid`}
            </Link>
          </p>
        )}
        {orders.length === 0 && unplaced === null && <NothingFound search={search} />}
        <Rows key={orderQuery(search)} {...loaderData} />
      </div>
      <Paging search={search} next={next} />
    </div>
  )
}

/** The filters that staff use all day. */
function SavedFilters({ search }: { search: OrderSearch }) {
  const query = orderQuery({ ...search, before: null })
  return (
    <nav aria-label="Saved filters" className="flex flex-wrap gap-2">
      {savedFilters.map(({ label, search: saved }) => (
        <Link
          key={label}
          to={{ search: orderQuery(saved) }}
          aria-current={orderQuery(saved) === query ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-pill bg-blush px-4 text-sm font-semibold transition hover:text-berry aria-[current=page]:bg-berry aria-[current=page]:text-paper"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

type RowsProps = Pick<Route.ComponentProps['loaderData'], 'orders' | 'now' | 'search'>

function Rows({ orders, now, search }: RowsProps) {
  if (search.todo === 'answer') return <RowsToAnswer {...{ orders, now, search }} />
  return (
    <div className="grid gap-3">
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} now={new Date(now)} level={2} />
      ))}
    </div>
  )
}

/** Items have their buttons; others come while it is open, and rows stay in their places while somebody works in them. */
function RowsToAnswer({ orders, now, search }: RowsProps) {
  const refresh = useReloadSoon()
  useLiveOrders(refresh)
  const list = useSteadyOrders(orders, { byDue: isByDue(search), refresh })
  return (
    <div ref={list.ref} className="grid gap-3">
      {list.orders.map((order) => (
        <OrderRow key={order.id} order={order} now={new Date(now)} level={2} list={list} />
      ))}
    </div>
  )
}

/** The export has all pages of the search. */
function exportAddress(search: OrderSearch): string {
  const query = Object.fromEntries(
    orderSearchParams({ ...search, q: searchedText(search), sort: null, before: null }),
  )
  return fileUrl<ExportOrders>('/orders/export', { query })
}

function foundText(orders: readonly { number: number }[], search: OrderSearch): string {
  const [first] = orders
  const last = orders.at(-1)
  if (!first || !last) return 'No orders'
  if (orders.length === 1) return `1 order, ${first.number}`
  return isByDue(search)
    ? `${orders.length} orders${isFromToday(search) ? ', due from today on' : ''}, first due first`
    : `${orders.length} orders, ${first.number} to ${last.number}, newest first`
}

/** To the same orders newest first, without a filter to all of them, and back. */
function SortLink({ search }: { search: OrderSearch }) {
  const other = { ...search, sort: search.sort === null ? 'newest' : null, before: null } as const
  if (isByDue(search) === isByDue(other)) return null
  return (
    <TextLink to={{ search: orderQuery(other) }} className="text-sm">
      {sortText(search)}
    </TextLink>
  )
}

function sortText(search: OrderSearch): string {
  if (!isByDue(search)) return 'First due first'
  return isFromToday(search) ? 'All orders, newest first' : 'Newest first'
}

function NothingFound({ search }: { search: OrderSearch }) {
  const filtered = activeOrderFilters(search).length > 0
  const older = search.before !== null
  const isToday = isFromToday(search)
  return (
    <EmptyState
      picture={<Icon path={searchXIcon} size={48} className="stroke-[1.25]" />}
      title={isToday ? 'Nothing is due' : titleOf({ filtered, older })}
      action={
        (isToday || filtered || older) && (
          <ButtonLink to="/admin/orders?sort=newest">Show all orders</ButtonLink>
        )
      }
    >
      {filtered
        ? 'Remove a filter or try fewer letters.'
        : 'New orders appear here as soon as they are placed.'}
    </EmptyState>
  )
}

function titleOf({ filtered, older }: { filtered: boolean; older: boolean }): string {
  if (older) return 'No older orders'
  return filtered ? 'No orders found' : 'No orders yet'
}

function Paging({ search, next }: { search: OrderSearch; next: number | null }) {
  const [back, on] = isByDue(search)
    ? ['First due', 'Due later']
    : ['Newest orders', 'Older orders']
  return (
    <Pager
      label="More orders"
      back={
        search.before === null
          ? null
          : { to: { search: orderQuery({ ...search, before: null }) }, text: back }
      }
      on={
        next === null ? null : { to: { search: orderQuery({ ...search, before: next }) }, text: on }
      }
    />
  )
}
