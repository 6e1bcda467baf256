import { useEffect, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { call, type ResponseOf } from '#platform/http/api-client.ts'
import { formatDateTime, kolkataDay } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { ButtonLink, buttonLook, IconButton } from '#ui/button.tsx'
import { chatIcon, circleCheckIcon, closeIcon, Icon } from '#ui/icon.tsx'
import { whatsAppUrl } from '#ui/whats-app.ts'
import { DeliveryCode } from '../delivery/delivery-status.tsx'
import { ItemPicture } from '../item-picture.tsx'
import { findAnswerDeadline } from '../item-status.ts'
import { calendarFile } from './calendar-file.ts'
import { forgetPlacedOrder, type PlacedOrder } from './placed-order.ts'
import type { ShowPlaced } from './show-placed.server.ts'

/** True once the day of its delivery is over. */
export function isDelivered({ deliveryAt }: Pick<PlacedOrder, 'deliveryAt'>, now: Date): boolean {
  return kolkataDay(new Date(deliveryAt)) < kolkataDay(now)
}

type Placed = ReturnType<typeof usePlaced>

/** What is to come of it; undefined until the shop answers, 'unknown' if it does not. An order that is over is forgotten. */
function usePlaced(number: number) {
  const [placed, setPlaced] = useState<ResponseOf<ShowPlaced> | 'unknown'>()
  useEffect(() => {
    call<ShowPlaced>('GET /orders/placed', { query: { number } }).then(
      (found) => (found ? setPlaced(found) : forgetPlacedOrder(number)),
      () => setPlaced('unknown'),
    )
  }, [number])
  return placed
}

/**
 * Thanks for an order: the cakes as they are iced, when they come, and what its customer may do. Nothing for one that is
 * delivered.
 */
export function PlacedOrderCard({ order, className }: { order: PlacedOrder; className: string }) {
  const { number, email, hasCustom } = order
  const placed = usePlaced(number)
  if (isDelivered(order, systemClock.now())) return null
  if (placed === undefined) return <div className={className} />
  const known = placed === 'unknown' ? null : placed
  const cakes = known?.items.map(({ amount, name }) => `${amount} × ${name}`) ?? order.cakes
  const when = known?.when ?? order.slot ?? formatDateTime(new Date(order.deliveryAt))
  const what = `${listed(cakes)}, for ${order.pickup ? 'pickup' : 'delivery'} on ${when}`
  return (
    <section aria-labelledby="placed-order" className={className}>
      {known && (
        <div className="flex flex-wrap gap-3">
          {known.items.slice(0, maxListed).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they keep their places
            <ItemPicture key={index} {...item} size="large" />
          ))}
        </div>
      )}
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 id="placed-order" className="mb-1 flex items-center gap-2 pr-10 text-2xl">
          <Icon path={circleCheckIcon} size={26} className="shrink-0 text-pistachio" />
          <span>{`Order ${number} placed`}</span>
        </h2>
        <p>
          <span>{`Thank you! ${what}`}</span>
          <IndiaTime />.
        </p>
        {known?.code && <DeliveryCode code={known.code} />}
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
        <p className="mt-2 flex flex-wrap gap-2">
          <ButtonLink to={`/yourorder#order-${number}`} size="small">
            View order
          </ButtonLink>
          {known && <CalendarLink {...known} number={number} />}
          <a
            href={whatsAppUrl(`${what}: ${location.origin}`)}
            target="_blank"
            rel="noreferrer"
            className={secondary}
          >
            <Icon path={chatIcon} size={18} />
            WhatsApp<span className="sr-only"> about it to somebody</span>
          </a>
          <ButtonLink to={`/yourorder#change-${number}`} variant="secondary" size="small">
            Add a cake
          </ButtonLink>
        </p>
      </div>
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

const secondary = buttonLook({ variant: 'secondary', size: 'small' })

type CalendarLinkProps = Exclude<Placed, 'unknown' | undefined> & { number: number }

/** Without the rider's code: calendars are shared. */
function CalendarLink({ number, items, startsAt, endsAt, address }: CalendarLinkProps) {
  const file = calendarFile(
    {
      uid: `order-${number}@${location.host}`,
      title: `Cake: ${listed(items.map(({ name }) => name))}`,
      startsAt,
      endsAt,
      place: address,
    },
    systemClock.now(),
  )
  return (
    <a
      href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
      download={`order-${number}.ics`}
      className={secondary}
    >
      Add to calendar
    </a>
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
