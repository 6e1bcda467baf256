import { rows, type Scenario } from './scenario.ts'
import type { Who, World } from './scenario-world.ts'

/** Refusals of the calls by which the price of a customised cake is answered; the table has accepted it by then. */
export function rejectedQuoteAnswers({ quote, asha, tracked }: World): Scenario[] {
  const byLink = (more: object) => ({ body: { token: quote.token, answer: 'accept', ...more } })
  const toPay = (more: object) => ({ body: { token: quote.pay, ...more } })
  const own = (more: object, who: Who = 'asha') => ({
    who,
    body: { quote: quote.id, answer: 'accept', ...more },
  })
  const changed = `${quote.token.slice(0, -1)}${quote.token.endsWith('A') ? 'B' : 'A'}`
  const yours = 'These are not your orders.'
  const dead =
    'This link does not work. Please open it again from our email, or answer in View Orders.'
  return [
    ...rows('POST /quotes/answer', [
      ['a link with one character changed', byLink({ token: changed }), 404, undefined, dead],
      ['the link of another quote', byLink({ token: quote.token.replace(/^./, 'x') }), 404],
      ['a quote without its signature', byLink({ token: quote.id }), 404, undefined, dead],
      ['a session for a link', byLink({ token: asha.token }), 404, undefined, dead],
      ['another answer than before', byLink({ answer: 'decline' }), 409],
    ]),
    ...rows('POST /payments/start', [
      ['a link with one character changed', toPay({ token: changed }), 404],
      ['the link of the quote itself', toPay({ token: quote.token }), 404],
      ['what is accepted', toPay({}), 409],
      ['an order that waits for nothing', toPay({ token: tracked.other.pay }), 409],
    ]),
    ...rows('POST /payments/confirm', [
      ['a link with one character changed', toPay({ token: changed }), 404],
    ]),
    ...rows('POST /payments/claim', [
      ['a link with one character changed', toPay({ token: changed }), 404],
      ['an order that waits for nothing', toPay({ token: tracked.other.pay }), 409],
      ['a word for a reference', toPay({ reference: 'paid' }), 422, ['reference']],
    ]),
    ...rows('POST /orders/answerQuote', [
      ['another’s price', own({}, 'ravi'), 403, undefined, yours],
      ['an administrator for somebody', own({}, 'admin'), 403, undefined, yours],
      ['a price that is none', own({ quote: crypto.randomUUID() }), 403, undefined, yours],
      ['another answer than before', own({ answer: 'decline' }), 409],
    ]),
  ]
}
