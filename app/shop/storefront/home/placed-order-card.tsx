import { systemClock } from '#platform/clock.ts'
import { useSession } from '#shop/accounts/session.ts'
import { findAnswerDeadline } from '#shop/orders/quotes/quote-status.ts'
import {
  forgetPlacedOrder,
  type PlacedOrder,
  usePlacedOrder,
} from '#shop/orders/view/placed-order.ts'
import { formatDateTime, kolkataDay } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { circleCheckIcon, closeIcon } from '#ui/icons.ts'

/** As high as its usual text, so that nothing below moves when the text appears. */
const card =
  'card relative grid content-center gap-x-6 gap-y-3 p-5 min-h-90 min-[380px]:min-h-77 sm:min-h-71 md:min-h-47 md:grid-cols-[1fr_auto] md:items-end md:p-6 lg:min-h-41'

/**
 * The order that was just placed, until it is dismissed. Home is the same for everybody, so the browser adds it. Its place is
 * reserved from the start, if the page's first script has found such an order.
 */
export function PlacedOrderCard() {
  const order = usePlacedOrder()
  const session = useSession()
  const isHydrated = useHydrated()
  if (!isHydrated) {
    return (
      <div data-when="order-placed" className="shell py-6 noscript:hidden">
        <div className={card} />
      </div>
    )
  }
  if (!order || order.email !== session?.email || isDelivered(order, systemClock.now())) return null
  return (
    <div className="shell py-6">
      <OrderPlaced order={order} />
    </div>
  )
}

/** True once the day of its delivery is over. */
export function isDelivered({ deliveryAt }: Pick<PlacedOrder, 'deliveryAt'>, now: Date): boolean {
  return kolkataDay(new Date(deliveryAt)) < kolkataDay(now)
}

function OrderPlaced({ order }: { order: PlacedOrder }) {
  const { number, email, cakes, deliveryAt, hasCustom } = order
  const when = order.slot ?? formatDateTime(new Date(deliveryAt))
  return (
    <section aria-labelledby="placed-order" className={card}>
      <div className="grid gap-1">
        <h2 id="placed-order" className="mb-1 flex items-center gap-2 pr-10 text-xl">
          <Icon path={circleCheckIcon} size={24} className="shrink-0 text-pistachio" />
          <span>{`Order ${number} placed`}</span>
        </h2>
        <p>
          <span>{listed(cakes)}</span>, for <span>{order.pickup ? 'pickup' : 'delivery'}</span> on{' '}
          <strong>{when}</strong>
          <IndiaTime />.
        </p>
        <p className="wrap-anywhere">
          <span>
            We're emailing the details to <strong translate="no">{email}</strong>.
          </span>{' '}
          {hasCustom && <NextForCustom order={order} />}
        </p>
        {order.addressMissing && (
          <p>
            We don’t know the address yet. Your order has a link to share with the person it’s for.
          </p>
        )}
      </div>
      <ButtonLink to="/yourorder" variant="secondary" size="small" className="w-fit">
        View order
      </ButtonLink>
      <IconButton
        label={`Dismiss: order ${number} placed`}
        onClick={() => dismiss(order)}
        className="absolute top-2 right-2"
      >
        <Icon path={closeIcon} size={20} />
      </IconButton>
    </section>
  )
}

const maxListed = 3

function listed(cakes: readonly string[]): string {
  const more = cakes.length - maxListed
  if (more <= 0) return cakes.join(', ')
  return `${cakes.slice(0, maxListed).join(', ')} and ${more} more`
}

function NextForCustom({ order: { deliveryAt, placedAt } }: { order: PlacedOrder }) {
  const answerBy = findAnswerDeadline(new Date(deliveryAt), new Date(placedAt))
  return (
    <>
      <span>Our baker will also email you a quote for your custom cake.</span>{' '}
      {answerBy && (
        <span>
          Accept it by <strong>{formatDateTime(answerBy)}</strong>, so that we can bake in time.
        </span>
      )}
    </>
  )
}

/** The focus moves, because the button disappears with the card. */
function dismiss({ number }: PlacedOrder) {
  document.getElementById('main')?.focus()
  forgetPlacedOrder(number)
}
