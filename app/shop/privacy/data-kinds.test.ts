import { expect, test } from 'vitest'
import { kindsAskedAt, type NoticePlace } from './data-kinds.ts'

test.each(['register', 'contact', 'checkout', 'custom-cake', 'newsletter', 'guest'] as const)(
  'who gives data at %s is told what is kept of it',
  (place: NoticePlace) => {
    expect(kindsAskedAt(place)).not.toEqual([])
  },
)
