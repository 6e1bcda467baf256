import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isExtra } from '#shop/cakes/cake-price.ts'
import { EggMark } from '#shop/cakes/food/egg-mark.tsx'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { undoLeftMs } from '#shop/orders/item-status.ts'
import { askText } from '#shop/storefront/inbox/conversation.ts'
import { formatRs } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { UserText } from '#ui/user-text.tsx'
import {
  type DoneItem,
  ItemActions,
  useBakerActions,
  useFocusWhenGone,
} from '../baker-actions/item-actions.tsx'
import type { StaffItem, StaffOrder } from './list-orders.server.ts'

interface OpenItemProps {
  item: StaffItem
  order: StaffOrder
  now: Date
  list: SteadyList
}

/** An item with the buttons to decide; afterwards the row shows the outcome in their place. */
export function OpenItem({ item, order, now, list }: OpenItemProps) {
  const done = list.done.get(item.id)
  const actions = useFocusWhenGone(done)
  return (
    <li data-item={item.id} className="relative flex items-start gap-x-4 py-3 lg:py-4">
      <ItemPicture image={item.image} bname={item.bname} size="small" />
      <ItemFacts item={item} />
      <div
        ref={actions}
        tabIndex={-1}
        className="flex justify-end gap-2 max-lg:absolute max-lg:right-0 max-lg:bottom-3 lg:w-56"
      >
        <ItemActions
          item={item}
          order={order}
          done={done}
          now={now}
          runAction={list.runAction}
          isInList
        />
      </div>
    </li>
  )
}

/** Under the headings of wide screens, otherwise in a few lines; the price shares the last one with the buttons. */
function ItemFacts({ item }: { item: StaffItem }) {
  return (
    <dl className="min-w-0 flex-1 gap-x-3 text-sm max-lg:flex max-lg:flex-wrap lg:grid lg:grid-cols-[2.5fr_1.5fr_3.5rem_4.5rem_2fr_5rem] lg:gap-y-2 max-lg:[&_dt]:sr-only">
      <Fact name="Name" className="max-lg:w-full">
        <span className="inline-flex items-center gap-2 pr-2 font-semibold">
          <span>{item.name}</span>
          {item.egg && <EggMark egg={item.egg} className="size-4" />}
        </span>
        {item.cakeId && !isExtra(item.category) && (
          <Link
            to={`/singleproduct/${item.cakeId}`}
            target="_blank"
            rel="noreferrer"
            discover="none"
            className="inline-flex min-h-6 items-center text-xs font-semibold text-berry underline"
          >
            <span>View cake</span>
            <span className="sr-only"> (opens in a new tab)</span>
          </Link>
        )}
        {item.customize && (
          <span className="inline-flex flex-wrap gap-x-3 text-xs">
            <DesignLinks image={item.image} />
          </span>
        )}
      </Fact>
      <Fact name="Flavour">{item.flavour && <UserText>{item.flavour}</UserText>}</Fact>
      <Fact name="Weight">{formatWeight(item.wt)}</Fact>
      <Fact name="Quantity" className="max-lg:[&>dd]:before:content-['×_']">
        {item.amount}
      </Fact>
      <Fact name="Name on Cake" className={item.bname ? quoted : 'max-lg:sr-only'}>
        {item.bname && <UserText>{item.bname}</UserText>}
      </Fact>
      {item.detail && (
        <Fact name="Details" className="max-lg:w-full lg:order-last lg:col-span-full">
          <UserText lines>{item.detail}</UserText>
        </Fact>
      )}
      <Fact
        name="Price"
        className={`${besideButtons} ${item.customize ? 'max-lg:pr-44' : 'max-lg:pr-28'}`}
      >
        {item.customize ? (
          <span className="text-cocoa-soft">{item.ask ? askText(item.ask) : 'To be set'}</span>
        ) : (
          <span className="font-semibold tabular-nums">
            {formatRs(item.unitPaise * item.amount)}
          </span>
        )}
      </Fact>
    </dl>
  )
}

const quoted =
  "font-semibold max-lg:w-full max-lg:[&>dd]:before:content-['“'] max-lg:[&>dd]:after:content-['”']"

// Starts below the picture, as high as the buttons on the same line.
const besideButtons =
  'max-lg:-ml-18 max-lg:flex max-lg:min-h-11 max-lg:w-[calc(100%+4.5rem)] max-lg:items-center'

/** On narrow screens a hidden name is for screen readers only. */
export function Fact({
  name,
  hideName,
  className,
  children,
}: {
  name: string
  hideName?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <dt className={hideName ? 'max-lg:sr-only' : undefined}>{name}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

/** A list of orders to answer, while somebody works in it. */
export type SteadyList = ReturnType<typeof useSteadyOrders>

const none: ReadonlySet<string> = new Set()

/**
 * The orders to show after a reload: nothing moves under a pointer or a finger. Items that were done here stay while
 * they can be undone. The row with the pointer or the focus stays too, at its position on the screen when others come
 * or go above it. Rows have the attribute `data-item`.
 */
export function useSteadyOrders(
  read: readonly StaffOrder[],
  { byDue, refresh }: { byDue: boolean; refresh: () => void },
) {
  const ref = useRef<HTMLDivElement>(null)
  const { done, runAction } = useBakerActions(refresh)
  const [shown, setShown] = useState({ read, orders: read, keptIds: none })
  const pointed = useRef<{ row: Element; top: number }>(null)

  const show = useEffectEvent((orders: readonly StaffOrder[]) => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const row = rows.find((one) => one.matches(':hover'))
    const inUse = rows.filter((one) => one.matches(':hover, :focus-within'))
    const undoable = [...done].flatMap(([id, one]) => (canBeUndone(one) ? id : []))
    const keptIds = new Set([...inUse.flatMap(({ dataset }) => dataset.item ?? []), ...undoable])
    pointed.current = row ? { row, top: row.getBoundingClientRect().top } : null
    setShown({ read: orders, orders: mergeOrders(shown.orders, orders, keptIds, byDue), keptIds })
  })

  useEffect(() => {
    if (shown.read !== read) show(read)
  }, [read, shown.read])

  useLayoutEffect(() => {
    if (!pointed.current) return
    const { row, top } = pointed.current
    pointed.current = null
    window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
  })

  const { orders, keptIds } = shown
  const waiting = orders.filter(({ items }) =>
    items.some((item) => waits(item) && !done.has(item.id)),
  )
  return {
    /** To be set on the element around the rows. */
    ref,
    orders,
    /** Items that stay although they wait no more. */
    keptIds,
    /** What was done since the list was loaded, by the item's id. */
    done,
    runAction,
    /** How many orders still wait. */
    waiting: waiting.length,
  }
}

function canBeUndone({ kind, at }: DoneItem): boolean {
  return kind === 'confirm' && undoLeftMs(at, new Date()) > 0
}

function waits({ status }: StaffItem): boolean {
  return status === 'processing'
}

/** The items of an order that a list to answer shows. */
export function openItems(order: StaffOrder, keptIds: ReadonlySet<string>): StaffItem[] {
  return order.items.filter((item) => waits(item) || keptIds.has(item.id))
}

/** The reloaded orders, and in their places those that wait no more but have a kept item. */
export function mergeOrders(
  shown: readonly StaffOrder[],
  read: readonly StaffOrder[],
  keptIds: ReadonlySet<string>,
  byDue: boolean,
): StaffOrder[] {
  const readIds = new Set(read.map(({ id }) => id))
  const kept = shown
    .filter(({ id }) => !readIds.has(id))
    .map((order) => ({ ...order, items: order.items.filter(({ id }) => keptIds.has(id)) }))
    .filter(({ items }) => items.length > 0)
  return [...read, ...kept].sort((a, b) =>
    byDue
      ? a.deliveryAt.getTime() - b.deliveryAt.getTime() || a.number - b.number
      : b.number - a.number,
  )
}
