import { appContext } from '#app/context.server.ts'
import { requireBuyer } from '#shop/accounts/require-customer.server.ts'
import { choicesOf } from '#shop/changes/order-draft.ts'
import { loadPhotos } from '#shop/handling/photos/order-photos.server.ts'
import { OrderPhotos } from '#shop/handling/photos/order-photos.tsx'
import { CustomItemStatus } from '#shop/quotes/answer-quote.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cakeSliceIcon, Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import type { Route } from './+types/your-orders.page.ts'
import { OrderCard } from './order-card.tsx'
import { loadOrderPages, olderOrders, ordersPerPage, viewOrders } from './view-orders.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const caller = await requireBuyer({ request, url }, app)
  const before = beforeOf(url.searchParams)
  const orders = await viewOrders(app, { caller, email: caller.email, before })
  const { phone, email } = app.shop
  return {
    now: app.clock.now().toISOString(),
    shop: { phone, email },
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

export const meta: Route.MetaFunction = () => [
  { title: 'View Orders | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function YourOrdersPage({ loaderData }: Route.ComponentProps) {
  const { now, shop, email, orders, pages, photos, choices, isFirstPage, isFull } = loaderData
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
                <OrderCard
                  order={order}
                  email={email}
                  now={new Date(now)}
                  choices={choices}
                  phone={shop.phone}
                  page={pages[order.id]}
                  photos={<OrderPhotos orderId={order.id} photos={photos[order.id] ?? {}} />}
                  below={(item, focusTitle) => (
                    <CustomItemStatus
                      item={item}
                      order={order}
                      now={new Date(now)}
                      shop={shop}
                      onDone={focusTitle}
                    />
                  )}
                />
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
