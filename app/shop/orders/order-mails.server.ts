import { z } from 'zod'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'

const aboutAnOrder = z.object({ orderId: z.uuid() })
const eventId = ({ orderId }: z.output<typeof aboutAnOrder>) => orderId

/** Tells the customer that the order is placed, with its items and total. */
export const mailOrderPlaced = {
  name: 'order-placed',
  data: aboutAnOrder,
  eventId,
} satisfies MailKind<typeof aboutAnOrder>

/** Tells the customer that the order is cancelled and what is given back. */
export const mailOrderCancelled = {
  name: 'order-cancelled',
  data: aboutAnOrder,
  eventId,
} satisfies MailKind<typeof aboutAnOrder>

const aboutPreparedItems = z.object({ orderId: z.uuid(), items: z.int().positive() })

/** Tells the customer that all that is still wanted of the order is prepared; `items` says how many that are. */
export const mailOrderPrepared = {
  name: 'order-prepared',
  data: aboutPreparedItems,
  eventId: ({ orderId, items }) => `${orderId}-${items}`,
} satisfies MailKind<typeof aboutPreparedItems>
