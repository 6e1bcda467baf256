import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aCustomItem } from '../../../test/support/an-order.ts'
import type { QuoteToAnswer } from './quote-to-answer.ts'
import { QuotedCash } from './quoted-cash.tsx'

it.each([
  [true, 'Due in cash at pickup'],
  [false, 'Due in cash on delivery'],
])('the price of an order for pickup (%s) is %s', (isPickup, text) => {
  const amounts = { otherCakesPaise: 0, shippingPaise: 0, paidPaise: 0, duePaise: 1450_00 }
  const quote = { isPickup, amounts, item: aCustomItem(), payment: {} }
  const page = <QuotedCash quote={quote as object as QuoteToAnswer} accepted />
  expect(renderToStaticMarkup(page)).toContain(text)
})
