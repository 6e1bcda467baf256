import { expect, it } from 'vitest'
import { otherSlotError } from './slot-change.ts'

it.each([
  [{ morePaise: -100 }, null],
  [{ morePaise: 0 }, null],
  [{ morePaise: 0, isCashOrder: true }, null],
  [{ kind: 'midnight' as const }, null],
  [
    { kind: 'midnight' as const, isCashOrder: true },
    'Cash on delivery is not available at midnight.',
  ],
  [
    { morePaise: 19_900 },
    'This slot costs ₹199 more. For it, please cancel this order and order again.',
  ],
])('an order may have another slot: %o', (more, error) => {
  const slot = { morePaise: 0, kind: 'standard' as const, isCashOrder: false }
  expect(otherSlotError({ ...slot, ...more })).toBe(error)
})
