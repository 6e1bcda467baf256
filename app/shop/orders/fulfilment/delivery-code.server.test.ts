import { expect, it } from 'vitest'
import { createDeliveryCodes } from './delivery-code.server.ts'

const ids = Array.from({ length: 1000 }, () => ({ id: crypto.randomUUID() }))

it('an order has the same four digits each time, and other orders have others', () => {
  const codeOf = createDeliveryCodes('a secret of at least thirty-two characters')
  const codes = ids.map(codeOf)
  expect(codes).toEqual(ids.map(codeOf))
  expect(codes.filter((code) => !/^\d{4}$/.test(code))).toEqual([])
  expect(new Set(codes).size).toBeGreaterThan(900)
})

it('is not known to who has the id and another secret', () => {
  const ours = ids.map(createDeliveryCodes('a secret of at least thirty-two characters'))
  const theirs = ids.map(createDeliveryCodes('another secret of thirty-two characters'))
  const guessed = ours.filter((code, index) => code === theirs[index])
  expect(guessed.length).toBeLessThan(20)
})
