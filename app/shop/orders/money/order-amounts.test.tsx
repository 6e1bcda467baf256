import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrder, aPayment } from '../../../../test/support/an-order.ts'
import { showOrder } from '../shown-order.ts'
import { OrderAmounts } from './order-amounts.tsx'

const shown = (...statuses: ('succeeded' | 'failed')[]) => {
  const refunds = statuses.map((status) => aPayment(-300_00, { cause: 'refund', status }))
  const order = anOrder({ payments: [aPayment(900_00), ...refunds] })
  return renderToStaticMarkup(<OrderAmounts order={showOrder(order)} />).replace(/<[^>]+>/g, ' ')
}

it('a refund that was made reads as refunded', () => {
  expect(shown('succeeded')).toMatch(/Refunded\s+Rs\.\s300/)
  expect(shown('succeeded')).not.toContain('did not go through')
})

it('a refund that failed does not', () => {
  expect(shown('failed')).not.toContain('Refunded')
  expect(shown('failed')).toContain('Your refund of ₹300 did not go through. We will contact you.')
})

it('each of two says what became of it', () => {
  expect(shown('succeeded', 'failed')).toMatch(/Refunded\s+Rs\.\s300\s.*refund of ₹300 did not/s)
})
