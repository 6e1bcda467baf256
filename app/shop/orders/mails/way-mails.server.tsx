import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import {
  type FulfilmentStatus,
  hasLeft,
  type OrderMove,
  type ToldMove,
  toldMoves,
} from '../fulfilment/fulfilment-status.ts'
import { findMove } from '../fulfilment/order-moves.store.server.ts'
import { isAnyMade } from '../order-status.ts'
import type { OrderRow } from '../whole-orders.store.server.ts'
import { findOrderForMail, mailToCustomer, type OrderMailDeps } from './order-mails.server.tsx'
import { OrderMovedMail, RecipientAwaitsMail, RecipientToldMail } from './way.mail.tsx'

const aboutMove = z.object({ orderId: z.uuid(), moveId: z.uuid(), move: z.enum(toldMoves) })
const eventId = ({ moveId }: z.output<typeof aboutMove>) => moveId

/** Tells the customer that the order is on its way, has arrived, or could not be delivered. */
const orderMovedMail = {
  name: 'order-moved',
  cause: 'anyone',
  data: aboutMove,
  eventId,
} satisfies MailKind<typeof aboutMove>

/** Tells whom the order is for where it is and when it comes: no cake, price, message or number. */
const recipientToldMail = {
  name: 'recipient-told',
  cause: 'anyone',
  data: aboutMove,
  eventId,
} satisfies MailKind<typeof aboutMove>

const aboutOrder = z.object({ orderId: z.uuid() })

/** Tells whom an order is for, if it is no surprise, that something comes, and asks for the address if it is missing. */
const recipientAwaitsMail = {
  name: 'recipient-awaits',
  cause: 'anyone',
  data: aboutOrder,
  eventId: ({ orderId }) => orderId,
} satisfies MailKind<typeof aboutOrder>

/** Queues what is written to the recipient once it is agreed what is made; not for a surprise. Once for each order. */
export async function queueRecipientAwaitsMail(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  { id: orderId, recipientEmail, isSurprise }: OrderRow,
) {
  if (recipientEmail && !isSurprise) await queueMail(deps, tx, recipientAwaitsMail, { orderId })
}

/**
 * Queues what is written about a move of an order: to its customer, and to its recipient where an address was given. A
 * surprise stays one, for none of these comes before it is out for delivery. Another channel joins here.
 */
export async function queueMoveMails(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  order: Pick<OrderRow, 'id' | 'recipientEmail'>,
  made: { id: string; move: OrderMove },
) {
  const move = toldMoves.find((told) => told === made.move)
  if (!move) return
  const about = { orderId: order.id, moveId: made.id, move }
  await queueMail(deps, tx, orderMovedMail, about)
  if (order.recipientEmail) await queueMail(deps, tx, recipientToldMail, about)
}

/** Where an order must still be for a mail about a move to be true. */
const stillTrue: Record<ToldMove, readonly FulfilmentStatus[]> = {
  dispatch: ['out_for_delivery'],
  deliver: ['delivered'],
  fail: ['failed', 'closed'],
}

/** A photo of an order as JPEG, at most 480 px wide. */
export interface MailedPhoto {
  bytes: Buffer
  /** Where it was handed over; otherwise before it left. */
  isAtDoor: boolean
}

interface WayMailDeps extends OrderMailDeps {
  photoForMail(orderId: string): Promise<MailedPhoto | null>
}

const photoCid = 'photo'

/** What composes the mails about the way of an order. */
export function wayMailComposers(deps: WayMailDeps): MailComposer[] {
  return [
    mailComposer(orderMovedMail, async ({ orderId, moveId, move }) => {
      const order = await findOrderForMail(deps.db, orderId)
      if (!stillTrue[move].includes(order.fulfilment)) return null
      const link = await deps.trackingUrl(orderId, 'sender')
      const detail = (await findMove(deps.db, moveId))?.detail ?? ''
      const { subject } = subjects[move]
      // Only the sender sees it, and so never whom it surprises.
      const photo = move === 'deliver' ? await deps.photoForMail(orderId) : null
      const shown = photo && { cid: photoCid, isAtDoor: photo.isAtDoor }
      const mail = mailToCustomer(
        order,
        subject(`your order ${order.number}`),
        <OrderMovedMail
          order={order}
          move={move}
          detail={detail}
          link={link}
          photo={shown}
          shop={deps.shop}
        />,
      )
      const picture = { cid: photoCid, filename: 'photo.jpg', type: 'image/jpeg' }
      return photo ? { ...mail, pictures: [{ ...picture, bytes: photo.bytes }] } : mail
    }),
    mailComposer(recipientAwaitsMail, async ({ orderId }) => {
      const order = await findOrderForMail(deps.db, orderId)
      const recipient = order.gift?.recipient
      const isCancelled = !isAnyMade(order.order)
      if (!recipient?.email || isCancelled || hasLeft(order.fulfilment)) return null
      const link = await deps.trackingUrl(orderId, 'recipient')
      return {
        to: recipient.email,
        subject: 'Something is coming for you',
        mail: (
          <RecipientAwaitsMail order={order} link={link} name={recipient.name} shop={deps.shop} />
        ),
        isExpected: order.paidByCard > 0,
      }
    }),
    mailComposer(recipientToldMail, async ({ orderId, move }) => {
      const order = await findOrderForMail(deps.db, orderId)
      const recipient = order.gift?.recipient
      if (!recipient?.email || !stillTrue[move].includes(order.fulfilment)) return null
      const link = await deps.trackingUrl(orderId, 'recipient')
      return {
        to: recipient.email,
        subject: subjects[move].subject('your delivery'),
        mail: (
          <RecipientToldMail
            order={order}
            move={move}
            link={link}
            name={recipient.name}
            shop={deps.shop}
          />
        ),
        isExpected: order.paidByCard > 0,
      }
    }),
  ]
}

const subjects: Record<ToldMove, { subject(what: string): string }> = {
  dispatch: { subject: (what) => capital(`${what} is out for delivery`) },
  deliver: { subject: (what) => capital(`${what} is delivered`) },
  fail: { subject: (what) => `We could not hand over ${what}` },
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
