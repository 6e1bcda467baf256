import { CakeSlice, Check, CircleX, FileText, House, Truck } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { apiBase } from '#platform/http/api-client.ts'
import { addressText } from '#shop/values/india-address.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { ButtonLink } from '#ui/button.tsx'
import { UserText } from '#ui/user-text.tsx'
import { CancelOrder } from '../cancel/cancel-order-button.tsx'
import { ChangeOrder } from '../change/change-order-button.tsx'
import type { Flavours } from '../change/order-draft.ts'
import { DeliveryMoment } from '../delivery/delivery-moment.tsx'
import { deliveryWords } from '../delivery/delivery-text.ts'
import { DesignLinks } from '../design-pictures.tsx'
import { hasEnded, hasLeft } from '../fulfilment/fulfilment-status.ts'
import { giftOf } from '../gift/gift.ts'
import { GiftFacts } from '../gift/gift-facts.tsx'
import { ItemRow } from '../item-row.tsx'
import { ItemStatusBadge } from '../item-status-badge.tsx'
import { agreedPrice, OrderAmounts } from '../money/order-amounts.tsx'
import { awaitsAnyPrice, cancelError, orderProgress } from '../order-rules.ts'
import type { ShownItem, ShownOrder } from '../shown-order.ts'
import { OrderDocuments } from './order-documents.tsx'
import { type OrderStep, orderSteps } from './order-steps.ts'

interface OrderCardProps {
  order: ShownOrder
  /** The customer's email, for the call that cancels. */
  email: string
  now: Date
  flavours: Flavours
  phone: string
  /** More content of an item; call `focusTitle` if it removes its own button. */
  below?: (item: ShownItem, focusTitle: () => void) => ReactNode
  photos?: ReactNode
}

export function OrderCard({ order, email, now, flavours, phone, below, photos }: OrderCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  const titleId = `order-${order.number}`
  const words = deliveryWords(order)
  const { documents = [] } = order
  return (
    <article aria-labelledby={titleId} className="card grid gap-5 p-5 md:p-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={title} tabIndex={-1} id={titleId} className="text-xl">
            Order {order.number}
          </h2>
          <p className="text-sm text-cocoa-soft">
            Ordered on <Moment at={order.placedAt} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:-ml-4">
          <ButtonLink
            to={`${apiBase}/orders/generatepdf?order=${order.id}`}
            reloadDocument
            download="invoice.pdf"
            variant="quiet"
            size="small"
          >
            <FileText size={18} aria-hidden="true" />
            {documents.length > 0 ? 'Invoice' : 'Order summary'}
            <span className="sr-only"> of order {order.number}</span>
          </ButtonLink>
          <ChangeOrder order={order} now={now} flavours={flavours} onDone={focusTitle} />
          {cancelError(order, now) === null && (
            <CancelOrder order={order} email={email} onDone={focusTitle} />
          )}
        </div>
      </header>
      <ProgressLine order={order} />
      <CannotCancel order={order} now={now} phone={phone} />
      {photos}
      <ul className="divide-y divide-line border-t border-line pt-5">
        {order.items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            price={agreedPrice(item)}
            badge={<ItemStatusBadge status={item.status} />}
          >
            {item.status === 'cancelled' && item.problem && (
              <p className="text-sm">
                We cannot make this item. Reason: <UserText lines>{item.problem}</UserText>
              </p>
            )}
            {item.customize && (
              <div className="grid gap-3">
                <p className="flex flex-wrap gap-x-4 text-sm">
                  <DesignLinks image={item.image} />
                </p>
                {below?.(item, focusTitle)}
              </div>
            )}
          </ItemRow>
        ))}
      </ul>
      <GiftFacts
        gift={giftOf(order)}
        className="grid gap-3 border-t border-line pt-5 text-sm sm:grid-cols-2"
      />
      <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
        <dl className="grid content-start gap-3 text-sm">
          <div>
            <dt className="text-cocoa-soft">{words.what} time</dt>
            <dd className="font-medium">
              <DeliveryMoment order={order} />
            </dd>
          </div>
          <div>
            <dt className="text-cocoa-soft">{words.address}</dt>
            <dd>
              <UserText>{addressText(order.address)}</UserText>
            </dd>
          </div>
        </dl>
        <div className="grid content-start gap-3">
          <OrderAmounts order={order} />
          {awaitsAnyPrice(order) && (
            <p className="text-xs text-cocoa-soft">
              We’ll add the price of your customised cake once you accept our quote. You pay it in
              cash {words.cash}.
            </p>
          )}
        </div>
      </div>
      {documents.length > 1 && (
        <div className="border-t border-line pt-3">
          <OrderDocuments documents={documents} />
        </div>
      )}
    </article>
  )
}

function ProgressLine({ order }: { order: ShownOrder }) {
  const { label } = orderProgress(order)
  if (label === 'Cancelled' || label === 'Closed') return <Ended text={label} />
  const steps = orderSteps(order)
  return (
    <ol
      aria-label="Order status"
      className={`grid gap-x-2 text-sm sm:flex sm:flex-wrap sm:items-center sm:gap-x-0 sm:gap-y-2 ${steps.length === 4 ? 'grid-cols-4' : 'grid-cols-3'}`}
    >
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  )
}

const stepIcons = { ordered: Check, prepared: CakeSlice, sent: Truck, arrived: House }

/** Why an upcoming order cannot be cancelled, and whom to call. */
function CannotCancel({ order, now, phone }: Pick<OrderCardProps, 'order' | 'now' | 'phone'>) {
  const { fulfilment } = order
  const { label } = orderProgress(order)
  const isOpen = hasLeft(fulfilment) ? !hasEnded(fulfilment) : now < order.deliveryAt
  const isAwaited = label === 'Ordered' || (label === 'Prepared' && isOpen)
  const isFailed = fulfilment === 'failed'
  const error = isFailed ? 'We could not deliver this order.' : cancelError(order, now)
  if (error === null || !isAwaited) return null
  return (
    <p className="rounded-field bg-cream px-4 py-2 text-sm">
      {error} Need help? Call us on{' '}
      <a
        href={phoneHref(phone)}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-berry underline underline-offset-3"
      >
        {phone}
      </a>
    </p>
  )
}

function Step({ step: { name, text, isDone } }: { step: OrderStep }) {
  const Icon = stepIcons[name]
  return (
    <li className="group flex flex-col gap-1.5 sm:flex-row sm:items-center sm:gap-2">
      <span
        aria-hidden="true"
        className="ml-3 hidden h-0.5 w-6 bg-line group-first:hidden sm:block"
      />
      <span
        aria-hidden="true"
        className={`grid size-7 shrink-0 place-items-center rounded-pill ${isDone ? 'bg-pistachio text-paper' : 'bg-blush text-cocoa-soft'}`}
      >
        <Icon size={16} />
      </span>
      <span className={isDone ? 'font-semibold' : 'text-cocoa-soft'}>
        {text}
        <span className="sr-only">{isDone ? ' (done)' : ' (pending)'}</span>
      </span>
    </li>
  )
}

function Ended({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 text-sm font-semibold text-cocoa-soft">
      <CircleX size={18} aria-hidden="true" />
      {text}
    </p>
  )
}
