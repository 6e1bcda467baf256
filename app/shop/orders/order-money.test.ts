import { expect, it } from 'vitest'
import { agreedPaise } from './order-money.ts'

const ready = { customize: false, unitPaise: 85_000, amount: 2 }
const open = { customize: true, unitPaise: 0, amount: 3 }
const agreed = { customize: true, unitPaise: 145_050, amount: 2 }

it.each([
  ['nothing', [], 0],
  ['ready-made cakes alone', [ready], 0],
  ['a price that is not agreed', [ready, open], 0],
  ['each of a line', [agreed], 290_100],
  ['every agreed line', [ready, agreed, open, agreed], 580_200],
])('of %s', (_, items, paise) => {
  expect(agreedPaise(items)).toBe(paise)
})
