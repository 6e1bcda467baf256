import { expect, it } from 'vitest'
import { currentAt } from './page-link.tsx'

it.each([
  ['/', '/', 'page'],
  ['/about', '/', undefined],
  ['/About/', '/about', 'page'],
  ['/admin/orders', '/admin', 'page'],
  ['/administration', '/admin', undefined],
])('at %s a link to %s is current: %s', (pathname, to, current) => {
  expect(currentAt(pathname, to)).toBe(current)
})
