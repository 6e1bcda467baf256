import { expect, test } from 'vitest'
import { kindsInNotice, type NoticePlace } from './data-kinds.ts'

test.each(['register', 'contact', 'checkout', 'custom-cake', 'newsletter', 'guest'] as const)(
  'who gives data at %s is told what is kept of it',
  (place: NoticePlace) => {
    expect(kindsInNotice(place)).not.toEqual([])
  },
)
