import { appContext } from '#app/context.server.ts'
import { requireBuyer } from '#shop/accounts/require-customer.server.ts'
import { choicesOf } from '#shop/changes/changeable-parts.ts'
import { CarriedBy, DeliveryCode } from '#shop/orders/delivery/delivery-status.tsx'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { aboutOrder } from '#shop/values/call-or-write.tsx'
import { shopContact } from '#shop/values/shop-details.ts'
import { ButtonLink, buttonLook } from '#ui/button.tsx'
import { cakeSliceIcon, chatIcon, Icon, mapPinIcon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import type { Route } from './+types/your-orders.page.ts'
import { CustomersOrder } from './customers-order.tsx'
import { TimelineList, timelineOf } from './timeline.tsx'
import {
  type CustomersOrder as CustomersOrderFound,
  findOrdersOf,
  loadCustomersOrders,
  olderOrders,
  ordersPerPage,
} from './view-orders.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const caller = await requireBuyer({ request, url }, app)
  const before = beforeOf(url.searchParams)
  const orders = await findOrdersOf(app, { caller, email: caller.email, before })
  return {
    now: app.clock.now().toISOString(),
    shop: shopContact(app.shop),
    email: caller.email,
    orders: await loadCustomersOrders(app, orders),
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
            {orders.map((found) => (
              <li key={found.order.id}>
                <OrderCard found={found} page={loaderData} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          label="More orders"
          back={isFirstPage ? null : { to: '/yourorder', text: 'Newest orders' }}
          on={
            isFull
              ? { to: `/yourorder?before=${orders.at(-1)?.order.number}`, text: 'Older orders' }
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

interface OrderCardProps {
  found: CustomersOrderFound
  page: Route.ComponentProps['loaderData']
}

function OrderCard({ found, page }: OrderCardProps) {
  const { order, url, code } = found
  const id = `order-${order.number}`
  return (
    <article aria-labelledby={id} className="card grid gap-5 p-5 md:p-8">
      <CustomersOrder
        found={found}
        page={page}
        email={page.email}
        id={id}
        title={`Order ${order.number}`}
        way={
          <>
            <TimelineList
              layout="across"
              steps={timelineOf({ ...order, isCancelled: !isAnyMade(order), moves: [] })}
            />
            {order.courier && isAnyMade(order) && <CarriedBy courier={order.courier} />}
            {code && <DeliveryCode code={code} />}
          </>
        }
      >
        {url && (
          <ButtonLink to={url} reloadDocument variant="quiet" size="small">
            <Icon path={mapPinIcon} size={18} />
            <span>
              {order.recipientName === null ? 'Track or report' : 'Track, share or report'}
            </span>
            <span className="sr-only">{` order ${order.number}`}</span>
          </ButtonLink>
        )}
        {page.shop.whatsApp && (
          <a href={page.shop.whatsApp + aboutOrder(order)} className={quietLink}>
            <Icon path={chatIcon} size={18} />
            WhatsApp<span className="sr-only">{` about order ${order.number}`}</span>
          </a>
        )}
      </CustomersOrder>
    </article>
  )
}
