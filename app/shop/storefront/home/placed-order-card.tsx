import { systemClock } from '#platform/clock.ts'
import { findAnswerDeadline } from '#shop/orders/item-status.ts'
import { forgetPlacedOrder, type PlacedOrder } from '#shop/orders/placed-order.ts'
import { formatDateTime, kolkataDay } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { circleCheckIcon, closeIcon, Icon } from '#ui/icon.tsx'

/** True once the day of its delivery is over. */
export function isDelivered({ deliveryAt }: Pick<PlacedOrder, 'deliveryAt'>, now: Date): boolean {
  return kolkataDay(new Date(deliveryAt)) < kolkataDay(now)
}

/** Nothing for an order that is delivered. */
export function PlacedOrderCard({ order, className }: { order: PlacedOrder; className: string }) {
  const { number, email, cakes, deliveryAt, hasCustom } = order
  if (isDelivered(order, systemClock.now())) return null
  const when = order.slot ?? formatDateTime(new Date(deliveryAt))
  return (
    <section aria-labelledby="placed-order" className={className}>
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
