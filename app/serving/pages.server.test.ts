import type { ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { pagePattern } from './pages.server.ts'

const paths = ['singleproduct/:id', 'yourorder', 'confirmOrder', '*']
const children = paths.map((path) => [path, { id: path, parentId: 'root', path }])
const routes = {
  root: { id: 'root', path: '' },
  home: { id: 'home', parentId: 'root', index: true },
  layout: { id: 'layout', parentId: 'root' },
  order: { id: 'order', parentId: 'layout', path: 'admin/orders/:number' },
  ...Object.fromEntries(children),
} as unknown as ServerBuild['routes']

it.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/_root.data', '/'],
  ['/singleproduct/rose', '/singleproduct/:id'],
  ['/SingleProduct/ROSE/', '/singleproduct/:id'],
  ['/singleproduct/rose.data', '/singleproduct/:id'],
  ['/yourOrder', '/yourorder'],
  ['/confirmorder', '/confirmOrder'],
  ['/admin/orders/7', '/admin/orders/:number'],
  ['/admin', '/*'],
  ['/junk/2', '/*'],
  ['/index.php', '/*'],
  ['//', '/'],
  ['/%E0%A4%A', '/*'],
])('the page at %s is %s', (path, pattern) => {
  expect(pagePattern(routes, path)).toBe(pattern)
})
