import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'

const answer = z.enum(['accept', 'decline'], "must be 'accept' or 'decline'")

export type QuoteAnswer = z.infer<typeof answer>

const answered = z.object({
  message: z.string(),
  status: z
    .enum(['accepted', 'declined', 'payment'])
    .describe('`payment`: nothing is changed yet, the quote is accepted by paying at `link`'),
  link: z.string().optional().describe('A path: where to pay'),
})

export const answerQuoteByLinkEndpoint = endpoint({
  method: 'POST',
  path: '/quotes/answer',
  tag: 'Customised cakes',
  summary: 'Answer the price of a customised cake by its link',
  description:
    'Whoever has the link of the mail may answer, without logging in. The same answer again changes nothing; 409 when the quote was answered otherwise, replaced, withdrawn or not answered in time.',
  access: 'anyone',
  body: z.object({ token: z.string().max(200).describe('The token in the link'), answer }),
  response: answered,
  problems: [404, 409],
})

export const answerQuoteEndpoint = endpoint({
  method: 'POST',
  path: '/orders/answerQuote',
  tag: 'Customised cakes',
  summary: 'Answer the price of a customised cake',
  description:
    'For the customer of the order, and for staff of one that staff took. As by the link: the same answer again changes nothing, 409 when it cannot be answered so.',
  access: 'guest',
  body: z.object({ quote: z.uuid('There is no such quote'), answer }),
  response: answered,
  problems: [403, 409],
})
