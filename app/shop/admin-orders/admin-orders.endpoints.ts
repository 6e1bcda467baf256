import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { readBakerAction } from './confirm/baker-action.ts'

const noItem = 'There is no such item.'
const noOrder = 'There is no such order.'

/** An id, or the thing itself, of which only its id counts. */
function idOrThing(sentence: string) {
  return z
    .union([z.uuid(), z.looseObject({ id: z.uuid() })], sentence)
    .transform((value) => (typeof value === 'string' ? value : value.id))
}

export const confirmOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/confirmOrder',
  tag: 'Order desk',
  summary: 'Confirm, accept or reject an item',
  description:
    "`data` is '' to confirm that an item is prepared, 1 to accept a customised cake at the price `msg` (rupees for one cake), 2 to reject it for the problem `msg`. A price is offered to the customer, in place of one that waits for an answer. Answers 409 where the item may not go there now, and when the delivery is too near to wait for an answer.",
  access: 'admin',
  body: z
    .object({
      data: z.union(
        [z.enum(['', '1', '2']), z.literal([1, 2])],
        "must be '' (confirm), 1 (accept) or 2 (reject)",
      ),
      suborder: idOrThing(noItem).describe('The item, or its id'),
      order: idOrThing(noOrder).describe('Its order, or its id'),
      time: z.unknown().optional().describe('Not looked at'),
      msg: z
        .union([z.string(), z.number()])
        .default('')
        .describe('The price in rupees (1), or what the problem is (2)'),
    })
    .transform(({ data, msg, order, suborder }, context) => {
      const decision = readBakerAction(`${data}`, `${msg}`)
      if (typeof decision !== 'string') return { orderId: order, itemId: suborder, decision }
      context.addIssue({ code: 'custom', path: ['msg'], message: decision })
      return z.NEVER
    }),
  response: z.object({ message: z.string() }),
  problems: [404, 409],
})
