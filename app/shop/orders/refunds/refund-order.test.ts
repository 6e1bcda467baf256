import { describe, expect, it } from 'vitest'
import { readRefund, refundError } from './refund-order.ts'

describe('readRefund', () => {
  it.each([
    ['450', 45_000],
    [' 900 ', 90_000],
    ['0.01', 1],
    ['1.1', 110],
    ['899.99', 89_999],
  ])('%s', (text, paise) => expect(readRefund(text, 90_000)).toBe(paise))

  it.each([
    ['', 'Please enter the amount in rupees.'],
    ['0', 'The amount must be more than 0.'],
    ['0.00', 'The amount must be more than 0.'],
    ['900.01', 'Only ₹900 of the card payment is left to refund.'],
    ['999999999', 'Only ₹900 of the card payment is left to refund.'],
  ])('refuses %s', (text, sentence) => expect(readRefund(text, 90_000)).toBe(sentence))

  it.each(['-1', '1.005', '1e2', '4,50', '₹450', 'all', '9999999999'])('%s is no amount', (text) =>
    expect(readRefund(text, 90_000)).toBe('Please enter the amount as a number, like 450.'),
  )
})

it('nothing more can be refunded than is left', () => {
  expect(refundError(1, 0)).toBe('The card payment is already fully refunded.')
  expect(refundError(90_000, 90_000)).toBe(null)
})
