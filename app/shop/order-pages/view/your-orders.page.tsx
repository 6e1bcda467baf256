import { useRef } from 'react'
import { appContext } from '#app/context.server.ts'
import { requireBuyer } from '#shop/accounts/require-customer.server.ts'
import { cartLink, lineAgain } from '#shop/cart/cart-link.ts'
import { UnpaidChange } from '#shop/changes/change-order-button.tsx'
import { choicesOf } from '#shop/changes/order-draft.ts'
import { TimelineList, timelineOf } from '#shop/handling/fulfilment/timeline.tsx'
import { loadPhotos } from '#shop/handling/photos/order-photos.server.ts'
import { OrderPhotos } from '#shop/handling/photos/order-photos.tsx'
import { DeliveryCode } from '#shop/orders/delivery/delivery-moment.tsx'
import { DesignLinks } from '#shop/orders/design-pictures.tsx'
import { hasEnded, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { viewOrdersLabel } from '#shop/orders/item-status.ts'
import { recipientMessage } from '#shop/orders/links/link-messages.ts'
import { cancelError, isAnyMade, orderProgress } from '#shop/orders/order-rules.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { ItemStatusBadge } from '#shop/orders/status-badges.tsx'
import { CustomItemStatus } from '#shop/quotes/quoted-item.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { aboutOrder } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref, shopContact, withCountryCode } from '#shop/values/shop-details.ts'
import { ButtonLink, buttonLook } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { cakeSliceIcon, chatIcon, Icon, mapPinIcon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import type { Route } from './+types/your-orders.page.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderContents, OrderDocuments } from './order-contents.tsx'
import { loadOrderPages, olderOrders, ordersPerPage, viewOrders } from './view-orders.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const caller = await requireBuyer({ request, url }, app)
  const before = beforeOf(url.searchParams)
  const orders = await viewOrders(app, { caller, email: caller.email, before })
  return {
    now: app.clock.now().toISOString(),
    shop: shopContact(app.shop),
    email: caller.email,
    orders,
    pages: await loadOrderPages(app, orders),
    photos: await loadPhotos(app.db, orders),
    choices: choicesOf(orders, app.publishedCakes.current().byId),
    isFirstPage: before === undefined,
    isFull: orders.length === ordersPerPage,
  }
}

/** The page shows orders below this number; undefined if it is not a number. */
function beforeOf(search: URLSearchParams) {
  return olderOrders.safeParse({ before: search.get('before') ?? undefined }).data?.before
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'View Orders')

export default function YourOrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, isFirstPage, isFull } = loaderData
  return (
    <div className="shell pt-6 pb-16 md:pt-10">
      <div className="mx-auto grid max-w-3xl gap-6">
        <h1 className="text-3xl">View Orders</h1>
        {orders.length === 0 ? (
          <NoOrders isFirstPage={isFirstPage} />
        ) : (
          <ul className="grid gap-6">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} {...loaderData} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          label="More orders"
          back={isFirstPage ? null : { to: '/yourorder', text: 'Newest orders' }}
          on={
            isFull
              ? { to: `/yourorder?before=${orders.at(-1)?.number}`, text: 'Older orders' }
              : null
          }
        />
      </div>
    </div>
  )
}

function NoOrders({ isFirstPage }: { isFirstPage: boolean }) {
  return (
    <EmptyState
      picture={<Icon path={cakeSliceIcon} size={56} className="stroke-[1.25]" />}
      title={isFirstPage ? 'No orders yet' : 'No older orders'}
      action={<ButtonLink to="/products">See our cakes</ButtonLink>}
    >
      {isFirstPage && 'Your orders will appear here. Your first cake is only a few minutes away.'}
    </EmptyState>
  )
}

const quietLink = buttonLook({ variant: 'quiet', size: 'small' })

type CardProps = Pick<
  Route.ComponentProps['loaderData'],
  'now' | 'shop' | 'email' | 'pages' | 'photos' | 'choices'
> & { order: ShownOrder }

function OrderCard({ order, email, now: at, choices, shop, pages, photos }: CardProps) {
  const now = new Date(at)
  const page = pages[order.id]
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
        <OrderActions order={order} now={now} choices={choices} email={email} onDone={focusTitle}>
          {page && (
            <ButtonLink to={page.url} reloadDocument variant="quiet" size="small">
              <Icon path={mapPinIcon} size={18} />
              <span>{isGift ? 'Track, share or report' : 'Track or report'}</span>
              <span className="sr-only">{` order ${order.number}`}</span>
            </ButtonLink>
          )}
          <OrderAgain order={order} />
          {shop.whatsApp && (
            <a href={shop.whatsApp + aboutOrder(order)} className={quietLink}>
              <Icon path={chatIcon} size={18} />
              WhatsApp<span className="sr-only">{` about order ${order.number}`}</span>
            </a>
          )}
        </OrderActions>
      </header>
      <UnpaidChange order={order} payUrl={page?.payUrl} />
      <TimelineList
        layout="across"
        steps={timelineOf({ ...order, isCancelled: !isAnyMade(order), moves: [] })}
      />
      {page?.code && <DeliveryCode code={page.code} />}
      <CannotCancel order={order} now={now} phone={shop.phone} />
      <OrderPhotos orderId={order.id} photos={photos[order.id] ?? {}} />
      <OrderContents
        order={order}
        share={
          page?.askUrl && (
            <div className="flex flex-wrap gap-2">
              <CopyLink
                url={page.askUrl}
                message={recipientMessage}
                phone={withCountryCode(order.recipientMobile)}
              >
                Share the link
              </CopyLink>
            </div>
          )
        }
        badge={({ status }) => <ItemStatusBadge status={status} label={viewOrdersLabel(status)} />}
        below={(item) =>
          item.customize && (
            <div className="grid gap-3">
              <p className="flex flex-wrap gap-x-4 text-sm">
                <DesignLinks image={item.image} />
              </p>
              <CustomItemStatus
                item={item}
                order={order}
                now={now}
                shop={shop}
                onDone={focusTitle}
              />
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
function OrderAgain({ order }: { order: ShownOrder }) {
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
function CannotCancel({ order, now, phone }: { order: ShownOrder; now: Date; phone: string }) {
  const { fulfilment } = order
  const { label } = orderProgress(order)
  const isOpen = hasLeft(fulfilment) ? !hasEnded(fulfilment) : now < order.deliveryAt
  const isAwaited = label === 'Ordered' || (label === 'Prepared' && isOpen)
  const error = cancelError(order, now)
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
