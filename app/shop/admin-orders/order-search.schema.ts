import { z } from 'zod'
import { fulfilmentStatuses } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { itemStatuses } from '#shop/orders/item-status.ts'
import { isDay } from '#shop/values/kolkata-time.ts'
import { maxSearchText, tidySearch } from '#shop/values/typed/typed-entry.ts'
import { isTooShort, orderPayments, toDos, tooShortText } from './order-search.ts'

export const orderFilterQuery = z.object({
  q: z
    .string()
    .max(maxSearchText)
    .transform(tidySearch)
    .refine((text) => !isTooShort(text), tooShortText)
    .optional()
    .describe("An order's number, or at least 3 letters of a name, an e-mail or a mobile"),
  todo: z
    .enum(toDos)
    .optional()
    .describe(
      'Orders with an item that waits for the baker: to be delivered later today, or tomorrow; a customised cake to quote, or one whose price is accepted; an item whose delivery time has passed; an order that is ready to go out, or that could not be delivered; or one with a complaint or a dispute to answer',
    ),
  state: z.enum(itemStatuses).optional().describe('Orders with an item of this status'),
  fulfilment: z.enum(fulfilmentStatuses).optional().describe('Orders that are so far on their way'),
  day: z
    .string()
    .refine(isDay, 'must be a day, YYYY-MM-DD')
    .optional()
    .describe('The day of delivery in Kolkata'),
  payment: z
    .enum(orderPayments)
    .optional()
    .describe('Some of it by card, none of it, or with a refund'),
})
