import type { AppContext } from '#app/context.server.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { isDoneSince } from '#shop/audit-log/audit-log.store.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryInMail, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { ordersWithoutStreet } from '#shop/orders/links/tracking-links.store.server.ts'
import {
  codeText,
  findOrderForMail,
  greeting,
  keepReadyText,
  toOwner,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { duePaise, paidOnlinePaise } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  awaitsAddress,
  isAddressMissing,
  isAnyAgreed,
  isLocked,
  locksAt,
} from '#shop/orders/order-rules.ts'
import { findPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { reviewableItems, reviewsPart, starWords } from '#shop/orders/reviews/review.ts'
import { reviewsOf } from '#shop/orders/reviews/reviews.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { boundsOfDay, formatDateTime, kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailLink, MailRow, MailRows } from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'
import { knownMails, ordersToRemind } from './handling.store.server.ts'

const reminders = ['tomorrow', 'pickup', 'missed', 'balance', 'review'] as const
type Reminder = (typeof reminders)[number]

/** What the moments of an order's reminders follow from. */
type RemindedOrder = Omit<Awaited<ReturnType<typeof ordersToRemind>>[number], 'id'>

/** From when each reminder is sent, and until when it is of use. */
function momentsOf(
  { deliveryAt, slotStartsAt, slotEndsAt, arrivedAt }: RemindedOrder,
  balanceDays: number,
): Record<Reminder, [from: Date, until: Date]> {
  const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
  const start = slotStartsAt ?? deliveryAt
  const end = slotEndsAt ?? deliveryAt
  const midnight = boundsOfDay(kolkataDay(start)).from
  const dayAfter = boundsOfDay(kolkataDay(arrivedAt ?? end)).to
  return {
    // At six in the evening and at ten in the morning.
    tomorrow: [after(midnight, -6 * hourMs), midnight],
    balance: [after(midnight, 10 * hourMs - balanceDays * dayMs), midnight],
    pickup: [after(start, -hourMs), start],
    missed: [after(end, hourMs), after(end, dayMs)],
    review: [after(dayAfter, 10 * hourMs), after(dayAfter, 34 * hourMs)],
  }
}

/** Whether it is time for a reminder of an order that was placed before. A pickup was missed if the order was ready. */
function isTimeFor(
  reminder: Reminder,
  order: RemindedOrder,
  now: Date,
  { balanceDays, asksForReviews }: ShopDetails,
): boolean {
  const { isPickup, fulfilment, placedAt, arrivedAt } = order
  const applies: Record<Reminder, boolean> = {
    tomorrow: true,
    balance: balanceDays > 0,
    pickup: isPickup,
    missed: isPickup && fulfilment === 'ready',
    review: asksForReviews,
  }
  const [from, until] = momentsOf(order, balanceDays)[reminder]
  const isThere = reminder === 'review' ? arrivedAt !== null : !hasLeft(fulfilment)
  const isKnown = placedAt !== null && placedAt < from && isThere
  return applies[reminder] && isKnown && from <= now && now < until
}

/** Whether an order has what a reminder is about: something agreed to bake, a rest after a deposit, a cake to review. */
function isToRemind(reminder: Reminder, order: Order): boolean {
  if (reminder === 'review') return reviewableItems(order).length > 0
  if (!isAnyAgreed(order)) return false
  return reminder !== 'balance' || (duePaise(order) > 0 && paidOnlinePaise(order) > 0)
}

const remindCustomersJob = scheduledJob('remind-customers', '*/5 * * * *')

export function remindCustomersHandler(context: AppContext): JobHandler {
  return handles(remindCustomersJob, () => remindCustomers(context))
}

/** Queues each reminder once for each time that an order has: the mail's id is the mark. */
export async function remindCustomers(context: AppContext) {
  const { db, clock, shop } = context
  const { balanceDays } = shop
  const now = clock.now()
  const from = new Date(now.getTime() - 2 * dayMs)
  const to = new Date(now.getTime() + (balanceDays + 2) * dayMs)
  const due = (await ordersToRemind(db, { from, to })).flatMap(({ id: orderId, ...order }) =>
    reminders
      .filter((reminder) => isTimeFor(reminder, order, now, shop))
      .map((reminder) => {
        const event = `${reminder}-${orderId}-${order.deliveryAt.getTime()}`
        return { about: { orderId, reminder }, event, mailId: `order-reminder-${event}` }
      }),
  )
  const known = await knownMails(
    db,
    due.map(({ mailId }) => mailId),
  )
  for (const { about, event, mailId } of due) {
    if (known.has(mailId)) continue
    const order = await findPlacedOrder(db, about.orderId)
    if (!order || !isToRemind(about.reminder, order)) continue
    // What has changed meanwhile is seen when the mail is written.
    await db.transaction((tx) => queueMail(context, tx, 'order-reminder', event, about))
  }
}

/** To who ordered. Not sent once its moment is over, or the order is off or elsewhere. */
export const orderReminderMail: MailKind<{ orderId: string; reminder: Reminder }> = async (
  context,
  { orderId, reminder },
) => {
  const { db, clock, shop } = context
  const order = await findOrderForMail(db, orderId)
  const now = clock.now()
  if (!isTimeFor(reminder, order, now, shop) || !isToRemind(reminder, order)) return null
  const stars = reminder === 'review' ? await starsOf(context, order) : null
  if (reminder === 'review' && !stars) return null
  const { number, recipientName, address } = order
  const { heading, sentence } = textsOf(reminder, order, shop.phone)
  const isEve = reminder === 'tomorrow'
  const where = isAddressMissing(order)
    ? ['We don’t know the address yet. It can’t leave without it.']
    : [deliveryWords(order).to, { userText: addressText(address) }]
  return {
    ...(await toOwner(db, order)),
    subject: `${heading}: order ${number}`,
    preview: `Order ${number} ${sentence}`,
    heading,
    parts: [
      `${greeting(order)} order ${number} ${sentence}`,
      ...(isEve && recipientName ? ['It is for:', { userText: recipientName }] : []),
      ...(isEve || reminder === 'pickup' ? where : []),
      isEve && codeText(context, order),
      stars,
      reminder !== 'missed' && !stars && keepReadyText(order),
      isEve &&
        !isLocked(order, now) &&
        `You can change it until ${formatDateTime(locksAt(order))}, on its page.`,
      trackButton(await trackLinkOf(context, order)),
    ],
  }
}

/** The cakes that they have not reviewed; null if there is none, and for who has reported a problem. */
async function starsOf(context: AppContext, order: Order) {
  const { id: orderId, number, createdAt: since } = order
  const known = (await reviewsOf(context.db, [orderId])).map(({ itemId }) => itemId)
  const items = reviewableItems(order).filter(({ id }) => !known.includes(id))
  const complaint = { action: 'report-problem', orderId, since } as const
  if (items.length === 0 || (await isDoneSince(context.db, complaint))) return null
  const href = await trackLinkOf(context, order)
  return <ReviewStars key="stars" items={items} href={href} part={reviewsPart(number)} />
}

/** The sentence goes on from 'order 1042'. */
function textsOf(reminder: Reminder, order: Order, phone: string) {
  const when = deliveryInMail(order)
  const words = deliveryWords(order)
  const due = formatInr(duePaise(order))
  return {
    tomorrow: {
      heading: `${words.what} tomorrow`,
      sentence: `${order.isPickup ? 'can be picked up' : 'will be with you'} on ${when}.`,
    },
    pickup: { heading: 'Pickup in an hour', sentence: `can be picked up on ${when}.` },
    missed: {
      heading: 'Your cake is still here',
      sentence: `was to be picked up on ${when}. Call us on ${phone} and say when you come.`,
    },
    balance: {
      heading: `${due} still to be paid`,
      sentence: `has ${due} still to be paid ${words.cash}, on ${when}.`,
    },
    review: {
      heading: 'Tell us how it was',
      sentence: 'is with you. How was it? Press your stars. Words and a photo may follow.',
    },
  }[reminder]
}

interface ReviewStarsProps {
  items: readonly { id: string; name: string }[]
  /** Of the order's page. */
  href: string
  /** The part of that page. */
  part: string
}

/** Five links for each cake: one press chooses its stars, on a page that changes nothing before it is sent. */
function ReviewStars({ items, href, part }: ReviewStarsProps) {
  return items.map(({ id, name }) => (
    <MailRows key={id}>
      <MailRow label={cleanUserText(name)} strong />
      {starWords.map((word, index) => (
        <MailRow
          key={word}
          label={
            <MailLink href={`${href}?item=${id}&stars=${index + 1}#${part}`}>
              {`${'★'.repeat(index + 1)} ${word}`}
            </MailLink>
          }
        />
      ))}
    </MailRows>
  ))
}

/** Mails senders whose order still has no address when the kitchen begins. */
const askForAddressJob = scheduledJob('ask-for-address', '*/5 * * * *')

/** Queues one mail for each locked order whose address is missing; repeating it does nothing. */
export function askForAddressHandler(shop: AppContext): JobHandler {
  return handles(askForAddressJob, async () => {
    const now = shop.clock.now()
    for (const order of await ordersWithoutStreet(shop.db, now)) {
      if (!isLocked(order, now)) continue
      const { id: orderId } = order
      await shop.db.transaction((tx) =>
        queueMail(shop, tx, 'address-missing', orderId, { orderId }),
      )
    }
  })
}

/** Asks the sender for the address. Not sent once it is known. */
export const addressMissingMail: MailKind<{ orderId: string }> = async (
  { db, shop },
  { orderId },
) => {
  const order = await findOrderForMail(db, orderId)
  if (!awaitsAddress(order)) return null
  const { number } = order
  return {
    to: order.customerEmail,
    subject: `We need the address of your order ${number}`,
    preview: `Order ${number} has no address yet.`,
    heading: 'Where shall we deliver it?',
    parts: [
      `${greeting(order)} order ${number} is due on ${deliveryInMail(order)}, and we still have no address.`,
      `Please call us on ${shop.phone} or reply to this email with the address. The order can’t leave without it.`,
    ],
  }
}
