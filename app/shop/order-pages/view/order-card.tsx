import { type ReactNode, useRef } from 'react'
import { apiBase } from '#platform/http/api-client.ts'
import { cartLink, lineAgain } from '#shop/cart/cart-link.ts'
import { CancelOrder } from '#shop/changes/cancel/cancel-order-button.tsx'
import { ChangeOrder, UnpaidChange } from '#shop/changes/change-order-button.tsx'
import type { ChoicesOfCakes } from '#shop/changes/order-draft.ts'
import { TimelineList, timelineOf } from '#shop/handling/fulfilment/timeline.tsx'
import { DeliveryCode } from '#shop/orders/delivery/delivery-moment.tsx'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { hasEnded, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { cancelError, isAnyMade, orderProgress } from '#shop/orders/order-rules.ts'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref } from '#shop/values/shop-details.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { Icon, mapPinIcon } from '#ui/icon.tsx'
import { fileTextIcon } from '#ui/more-icons.ts'
import { OrderContents, OrderDocuments } from './order-contents.tsx'

/** The customer's own page of an order, where it is tracked, shared, changed and reported. */
export interface OrderPage {
  url: string
  /** Where a change is paid. */
  payUrl: string
  /** The rider asks for these four digits; null for pickup, and once it has arrived. */
  code: string | null
  /** The recipient's page, which asks them for the address; null if it is known. */
  askUrl: string | null
}

interface OrderCardProps {
  order: ShownOrder
  /** The customer's email, for the call that cancels. */
  email: string
  now: Date
  choices: ChoicesOfCakes
  phone: string
  /** The customer's page of the order, while its link works. */
  page?: OrderPage
  /** More content of an item; call `focusTitle` if it removes its own button. */
  below?: (item: ShownItem, focusTitle: () => void) => ReactNode
  photos?: ReactNode
}

export function OrderCard(props: OrderCardProps) {
  const { order, email, now, choices, phone, page, below, photos } = props
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  const titleId = `order-${order.number}`
  const { documents = [] } = order
  const isGift = order.recipientName !== null
  return (
    <article aria-labelledby={titleId} className="card grid gap-5 p-5 md:p-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={title} tabIndex={-1} id={titleId} className="text-xl">
            {`Order ${order.number}`}
          </h2>
          <p className="text-sm text-cocoa-soft">
            Ordered on <Moment at={order.placedAt} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <div className="-ml-4 flex flex-wrap gap-2">
            <ButtonLink
              to={`${apiBase}/orders/generatepdf?order=${order.id}`}
              reloadDocument
              download="invoice.pdf"
              variant="quiet"
              size="small"
            >
              <Icon path={fileTextIcon} size={18} />
              <span>{documents.length > 0 ? 'Invoice' : 'Order summary'}</span>
              <span className="sr-only">{` of order ${order.number}`}</span>
            </ButtonLink>
            {page && (
              <ButtonLink to={page.url} reloadDocument variant="quiet" size="small">
                <Icon path={mapPinIcon} size={18} />
                <span>{isGift ? 'Track, share or report' : 'Track or report'}</span>
                <span className="sr-only">{` order ${order.number}`}</span>
              </ButtonLink>
            )}
          </div>
          <OrderAgain order={order} />
          <ChangeOrder order={order} now={now} choices={choices} onDone={focusTitle} />
          {cancelError(order, now) === null && (
            <CancelOrder order={order} email={email} onDone={focusTitle} />
          )}
        </div>
      </header>
      <UnpaidChange order={order} payUrl={page?.payUrl} />
      <TimelineList
        layout="across"
        steps={timelineOf({ ...order, isCancelled: !isAnyMade(order), moves: [] })}
      />
      {page?.code && <DeliveryCode code={page.code} />}
      <CannotCancel order={order} now={now} phone={phone} />
      {photos}
      <OrderContents
        order={order}
        share={page?.askUrl && <CopyLink url={page.askUrl}>Share the link</CopyLink>}
        below={(item) =>
          item.customize && (
            <div className="grid gap-3">
              <p className="flex flex-wrap gap-x-4 text-sm">
                <DesignLinks image={item.image} />
              </p>
              {below?.(item, focusTitle)}
            </div>
          )
        }
      />
      {documents.length > 1 && (
        <div className="border-t border-line pt-3">
          <OrderDocuments documents={documents} />
        </div>
      )}
    </article>
  )
}

/** The same ready-made cakes, in the cart. Nothing while the order is on its way. */
function OrderAgain({ order }: Pick<OrderCardProps, 'order'>) {
  const lines = order.items.filter(({ customize }) => !customize).map((item) => lineAgain(item))
  const isOver = hasEnded(order.fulfilment) || !isAnyMade(order)
  if (!isOver || lines.length === 0) return null
  return (
    <ButtonLink to={cartLink('', lines)} variant="secondary" size="small">
      Order again<span className="sr-only">{`: order ${order.number}`}</span>
    </ButtonLink>
  )
}

/** Why an upcoming order cannot be cancelled, and whom to call. */
function CannotCancel({ order, now, phone }: Pick<OrderCardProps, 'order' | 'now' | 'phone'>) {
  const { fulfilment } = order
  const { label } = orderProgress(order)
  const isOpen = hasLeft(fulfilment) ? !hasEnded(fulfilment) : now < order.deliveryAt
  const isAwaited = label === 'Ordered' || (label === 'Prepared' && isOpen)
  const isFailed = fulfilment === 'failed'
  const error = isFailed ? 'We couldn’t deliver this order.' : cancelError(order, now)
  if (error === null || !isAwaited) return null
  return (
    <p className="rounded-field bg-cream px-4 py-2 text-sm">
      <span>{`${error} Need help? Call us on`}</span>{' '}
      <a
        href={phoneHref(phone)}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-berry underline underline-offset-3"
      >
        {phone}
      </a>
    </p>
  )
}
